-- Where people are told that a login waits for a code, and what they were told.

-- A user's data key, wrapped like those of accounts.
create table user_keys (
  user_id uuid primary key references users (id) on delete cascade,
  key_id text not null,
  wrapped bytea not null
);

create table notice_channels (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('ntfy', 'gotify', 'telegram', 'email', 'apprise')),
  name text not null,
  -- Addresses and tokens, sealed.
  config bytea not null,
  created_at timestamptz not null
);
create index notice_channels_by_user on notice_channels (user_id, created_at);

-- One for each asking and channel: whoever inserts it tells.
create table notices (
  assistance_id uuid not null references assistance_requests (id) on delete cascade,
  -- Codes that the bank had refused when it was asked.
  attempt integer not null,
  channel_id uuid not null references notice_channels (id) on delete cascade,
  claimed_at timestamptz not null,
  -- Null: it could not be sent, or the server ended before.
  sent_at timestamptz,
  -- What the channel calls the message, where it can be answered.
  reference text,
  closed_at timestamptz,
  primary key (assistance_id, attempt, channel_id)
);
create index notices_open on notices (assistance_id) where closed_at is null;
create index notices_by_channel on notices (channel_id);
