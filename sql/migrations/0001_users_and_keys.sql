-- Users, their API keys and the tickets that open a realtime stream.

create table users (
  id uuid primary key,
  email text not null,
  -- The e-mail as it is compared: trimmed and in lower case.
  email_key text not null unique,
  name text,
  password_hash text not null,
  -- Part of every JWT; a new value makes earlier tokens invalid.
  session_version integer not null default 1,
  operation_mode text check (operation_mode in ('reconcile', 'passthrough')),
  created_at timestamptz not null
);

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  prefix text not null check (char_length(prefix) = 8),
  -- HMAC-SHA-256 of the whole key under the pepper; the key itself is never stored.
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['otp:write', 'status:read']),
  account_ids uuid[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_prefix on api_keys (prefix);
create index api_keys_by_user on api_keys (user_id, created_at desc, id desc);

create table realtime_tickets (
  -- SHA-256 of the ticket.
  ticket_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index realtime_tickets_by_expiry on realtime_tickets (expires_at);
