-- What is to be told, committed with what happened, and each attempt to tell it.

create table outbox (
  id uuid primary key,
  -- msg_…: the same over retries and replays.
  message_id text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  lane text not null check (lane in ('result', 'notification')),
  event text not null,
  request_id uuid references conciliation_requests (id) on delete cascade,
  movement_id uuid references movements (id) on delete cascade,
  assistance_id uuid,
  -- Serialised once; every attempt sends these bytes.
  body bytea not null,
  status text not null check (status in ('pending', 'delivering', 'delivered', 'exhausted', 'cancelled', 'held')),
  attempts_made integer not null default 0,
  due_at timestamptz not null,
  -- While delivering: when another worker may take it over.
  leased_until timestamptz,
  created_at timestamptz not null,
  delivered_at timestamptz
);
create index outbox_due on outbox (due_at, id) where status in ('pending', 'delivering');
create index outbox_by_account on outbox (account_id, created_at desc, id desc);
create index outbox_by_request on outbox (request_id) where request_id is not null;
create index outbox_by_movement on outbox (movement_id) where movement_id is not null;

create table delivery_attempts (
  id uuid primary key,
  outbox_id uuid not null references outbox (id) on delete cascade,
  attempt_number integer not null,
  url text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Null: started and not known to have ended.
  outcome text,
  http_status integer,
  -- At most 16 KiB of the answer.
  response text,
  unique (outbox_id, attempt_number)
);

-- An endpoint is an account and a webhook_url; a row exists once something was learnt about it.
create table endpoints (
  account_id uuid not null references accounts (id) on delete cascade,
  url text not null,
  disabled_at timestamptz,
  failures integer not null default 0,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  primary key (account_id, url)
);
