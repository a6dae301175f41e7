-- A code that the bank has refused isn't typed again by any channel, in a later login either.
alter table spent_codes add column refused boolean not null default false;
