-- Movements as the bank reports them, the orders they may pay, and who pays whom.

create table movements (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  external_id text not null,
  -- What the movement is recognised by when it is read again.
  identity_key text not null,
  -- The n-th equal movement of that key.
  occurrence integer not null check (occurrence >= 1),
  amount_minor numeric(38, 0) not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  sender_name text not null,
  description text not null,
  counterparty text,
  bank_movement_id text,
  booked_date date not null,
  value_date date,
  balance_minor numeric(38, 0),
  status text not null check (status in ('pending', 'booked')),
  received_at timestamptz not null,
  first_seen_at timestamptz not null,
  first_scrape_id uuid not null,
  last_scrape_id uuid not null,
  -- Complete scrapes in a row that did not show it.
  missing_scrapes integer not null default 0,
  removed_at timestamptz,
  reversed_at timestamptz,
  -- Held as a possible duplicate of these: neither matched nor sent until a complete scrape or a person settles it.
  held_for uuid[] not null default '{}',
  excluded_at timestamptz,
  -- When its webhook was queued, or would have been but for silent_ingestion: each movement is sent once.
  queued_at timestamptz,
  notified_at timestamptz,
  -- The operation mode when it was taken in decides what becomes of it.
  mode_at_ingestion text check (mode_at_ingestion in ('reconcile', 'passthrough')),
  unique (account_id, identity_key, occurrence)
);
create index movements_newest_first on movements (account_id, received_at desc, id desc);
create index movements_by_amount on movements (account_id, amount_minor, booked_date);

create table conciliation_requests (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  user_id uuid not null references users (id),
  external_id text not null,
  status text not null check (
    status in ('pending', 'processing', 'matched', 'ambiguous', 'not_found', 'expired', 'cancelled', 'failed')
  ),
  amount_minor numeric(38, 0) not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  sender_name text not null,
  reference text,
  tax_id text,
  payer_account text,
  -- When the shop says the order was made; null when it doesn't.
  ordered_at timestamptz,
  first_seen_at timestamptz not null,
  -- Our last successful poll before the order first appeared; null on the account's first poll.
  absent_at timestamptz,
  missing_polls integer not null default 0,
  -- Attempts without a candidate, and attempts that could not be carried out.
  misses integer not null default 0,
  errors integer not null default 0,
  attempts_made integer not null default 0,
  -- The code of the latest attempt.
  last_code text,
  -- The candidates that were told as ambiguous last; told once per set.
  told_candidates text,
  expired_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (account_id, external_id)
);
create index conciliation_requests_newest_first on conciliation_requests (user_id, created_at desc, id desc);
-- The account is in it for counting: a deleted account's requests don't count.
create index conciliation_requests_by_status on conciliation_requests (user_id, status, created_at desc, id desc)
  include (account_id);
create index conciliation_requests_open on conciliation_requests (account_id)
  where status in ('pending', 'processing', 'ambiguous', 'not_found', 'failed', 'expired');

create table order_polls (
  account_id uuid primary key references accounts (id) on delete cascade,
  last_success_at timestamptz,
  last_count integer not null default 0,
  -- Whether the last answer was empty after one that was not.
  empty_once boolean not null default false,
  failures integer not null default 0,
  next_poll_at timestamptz
);

create table attempts (
  id uuid primary key,
  request_id uuid not null references conciliation_requests (id) on delete cascade,
  attempt_number integer not null,
  result text not null check (result in ('matched', 'ambiguous', 'not_found', 'skipped', 'error')),
  code text not null,
  reason text,
  -- Every candidate with each term of its score, ruleset, preset, script version, coverage.
  explanation jsonb not null,
  created_at timestamptz not null,
  unique (request_id, attempt_number)
);

create table matches (
  id uuid primary key,
  request_id uuid not null references conciliation_requests (id) on delete cascade,
  movement_id uuid not null references movements (id) on delete cascade,
  active boolean not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index matches_one_per_request on matches (request_id) where active;
create unique index matches_one_per_movement on matches (movement_id) where active;

-- Pairs that a person has ruled out.
create table barred_pairs (
  request_id uuid not null references conciliation_requests (id) on delete cascade,
  movement_id uuid not null references movements (id) on delete cascade,
  primary key (request_id, movement_id)
);
