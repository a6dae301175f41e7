-- How the codes of an account come by themselves, and what became of each that was asked for.

create table code_settings (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Whose messages are read; empty: anybody's.
  sms_senders text[] not null default '{}',
  -- What the bank's messages look like; null: the service's own eye for codes.
  sms_pattern text,
  -- The otpauth URI, sealed. Null: no codes are made here.
  totp bytea,
  totp_added_at timestamptz,
  -- The end of the last time step of which a code was made: none is made twice, over restarts and new secrets too.
  totp_used_until timestamptz
);

-- Codes and messages that must not be used any more, by fingerprints under the account's key; kept for two days.
create table spent_codes (
  account_id uuid not null references accounts (id) on delete cascade,
  fingerprint text not null,
  spent_at timestamptz not null,
  primary key (account_id, fingerprint)
);

alter table assistance_requests
  -- Of ended requests; null: of an earlier version.
  add column outcome text check (outcome in ('accepted', 'rejected', 'timed_out', 'cancelled', 'session_ended')),
  -- The channel by which the last code came, and when; null: none came.
  add column answered_by text,
  add column answered_at timestamptz;
create index assistance_requests_by_account on assistance_requests (account_id, requested_at desc, id desc);
