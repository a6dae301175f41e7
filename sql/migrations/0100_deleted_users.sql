-- A user who was deleted stays as a row without a person in it: what others did beside this user (choices, uploads, scripts)
-- still points to it. Neither is found by anything that looks for users.
alter table users add column deleted_at timestamptz;

-- When the personal data of a deleted account was erased.
alter table accounts add column erased_at timestamptz;

create index accounts_to_erase on accounts (deleted_at) where deleted_at is not null and erased_at is null;
