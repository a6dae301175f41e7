-- Banks, their scripts, and the accounts that users have enrolled.

create table banks (
  id uuid primary key,
  code text not null unique,
  name text not null,
  login_url text,
  status text not null default 'active' check (status in ('active')),
  -- Where secrets may be typed: scheme://host[:port]. A script's manifest may only narrow it.
  origins text[] not null default '{}',
  created_by uuid references users (id) on delete set null,
  -- Logins of this bank pause until then (the brake).
  paused_until timestamptz,
  created_at timestamptz not null
);
create index banks_oldest_first on banks (created_at, id);

create table scripts (
  id uuid primary key,
  bank_id uuid not null references banks (id),
  version text not null,
  flow_type text not null check (flow_type in ('extract_transactions')),
  status text not null check (status in ('active', 'review')),
  origin text not null check (origin in ('manual')),
  manifest jsonb not null,
  bundle text not null,
  bundle_sha256 text not null,
  published_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  promoted_at timestamptz,
  unique (bank_id, version)
);
create index scripts_newest_first on scripts (created_at desc, id desc);
create index scripts_of_bank on scripts (bank_id, created_at desc, id desc);
-- Promotion is one transaction that moves this row's place.
create unique index scripts_one_active_per_bank on scripts (bank_id) where status = 'active';

create table accounts (
  id uuid primary key,
  user_id uuid not null references users (id),
  bank_id uuid not null references banks (id),
  name text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  scrape_blocked_at timestamptz,
  scrape_blocked_reason text,
  -- Bumped by each activation of the account's actor; its writes carry it, so a stale actor writes nothing.
  epoch bigint not null default 0,
  -- Bumped by restart: allows exactly one more login attempt with refused credentials.
  login_grant integer not null default 0,
  session_id uuid,
  next_run_at timestamptz,
  -- The present spell of failures.
  failure_kind text,
  failure_count integer not null default 0,
  last_complete_scrape_at timestamptz,
  -- The last booked date up to which the account was read completely.
  high_water date,
  event_version bigint not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check ((scrape_blocked_at is null) = (scrape_blocked_reason is null))
);
create index accounts_by_user on accounts (user_id, created_at, id) where deleted_at is null;
create index accounts_by_bank on accounts (bank_id) where deleted_at is null;

-- One data key per account, wrapped by the key-encryption key that key_id names.
create table account_keys (
  account_id uuid primary key references accounts (id) on delete cascade,
  key_id text not null,
  wrapped bytea not null
);

create table account_settings (
  id uuid primary key,
  account_id uuid not null unique references accounts (id) on delete cascade,
  pending_orders_endpoint text,
  webhook_url text not null,
  webhook_auth_type text check (webhook_auth_type in ('bearer', 'api_key')),
  webhook_auth_token bytea,
  notification_endpoint_url text,
  notification_auth_type text check (notification_auth_type in ('bearer', 'api_key')),
  notification_auth_token bytea,
  notification_events text[] not null default '{}',
  retry_limit integer not null default 3 check (retry_limit between 0 and 100),
  polling_method text not null default 'GET' check (polling_method in ('GET', 'POST')),
  polling_body jsonb,
  auth_type text check (auth_type in ('bearer', 'api_key')),
  auth_token bytea,
  bank_username bytea,
  bank_password bytea,
  -- Bumped when the bank credentials change.
  credentials_version integer not null default 0,
  notify_on_expired boolean not null default false,
  webhook_extra_fields jsonb,
  session_type text not null default 'one-shot' check (session_type in ('one-shot', 'persistent')),
  login_mode text not null default 'simple' check (login_mode in ('simple', 'assisted')),
  silent_ingestion boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table webhook_secrets (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null: the present one. An earlier one signs too until then.
  expires_at timestamptz
);
create unique index webhook_secrets_one_present on webhook_secrets (account_id) where expires_at is null;

-- What happened to an account, for its owner to read.
create table activity (
  id bigint generated always as identity,
  account_id uuid not null references accounts (id) on delete cascade,
  occurred_at timestamptz not null,
  kind text not null,
  message text not null,
  data jsonb not null default '{}',
  -- No index on the id alone: with one, Postgres would walk through everybody's entries to find those of an account.
  primary key (account_id, id)
);

-- Facts for the realtime stream and the notifications, written in the transaction of the change.
create table events (
  id bigint generated always as identity primary key,
  account_id uuid not null,
  user_id uuid not null,
  -- Per account, without gaps.
  version bigint not null,
  type text not null,
  data jsonb not null,
  occurred_at timestamptz not null,
  unique (account_id, version)
);
