-- In which order what an account is told was made, and which results a later one of the same order replaces.

-- The last number that a message of the account has; its row is held until whoever takes one has committed.
create table outbox_sequences (
  account_id uuid primary key references accounts (id) on delete cascade,
  last bigint not null
);

alter table outbox
  -- Rising over the account's messages, in the order of their commits. The same over retries and replays.
  add column sequence bigint,
  -- A later result of the same order is committed. What is in flight may still arrive; it is not sent again.
  add column superseded boolean not null default false;

update outbox o set sequence = made.sequence
from (
  select account_id, message_id,
    row_number() over (partition by account_id order by min(created_at), message_id) as sequence
  from outbox group by account_id, message_id
) made
where o.account_id = made.account_id and o.message_id = made.message_id;

alter table outbox alter column sequence set not null;

insert into outbox_sequences (account_id, last) select account_id, max(sequence) from outbox group by account_id;
