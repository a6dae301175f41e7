-- Who looks after the installation. Who that is on one that has users already is decided at the start: by BANK_ADMINS, else
-- the first user where not everybody may register.
alter table users add column is_administrator boolean not null default false;
