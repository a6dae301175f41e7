-- Mailboxes that codes are read from, while a login waits for one.
create table code_mailboxes (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Server, user name, and password or token, sealed under the account's key.
  config bytea not null,
  senders text[] not null check (cardinality(senders) > 0),
  subject text,
  pattern text,
  added_at timestamptz not null,
  -- Why it could not be read the last time, in one sentence.
  fault text,
  -- Its server refused user name and password: it isn't asked again before its owner saves it anew.
  refused boolean not null default false
);
