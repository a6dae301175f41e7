-- Bank sessions, login attempts, scrapes asked for, and what each scrape read.

create table scrape_jobs (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'skipped')),
  reason text,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz
);
-- Asking again while one waits answers with the same job.
create unique index scrape_jobs_one_queued on scrape_jobs (account_id) where status = 'queued';
create index scrape_jobs_by_account on scrape_jobs (account_id, requested_at desc);

create table bank_sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  epoch bigint not null,
  script_id uuid not null references scripts (id),
  session_type text not null check (session_type in ('one-shot', 'persistent')),
  started_at timestamptz not null,
  ended_at timestamptz,
  end_reason text
);
-- One open session per account.
create unique index bank_sessions_one_open on bank_sessions (account_id) where ended_at is null;

-- Written before anything is submitted to the bank.
create table login_attempts (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  session_id uuid not null,
  credentials_version integer not null,
  login_grant integer not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Null: not known (yet, or for ever after a crash).
  outcome text
);
-- Refused credentials, and those of which the answer is unknown, are never sent again: only a restart (a new grant)
-- or new credentials (a new version) make room for one more row.
create unique index login_attempts_refused_once on login_attempts (account_id, credentials_version, login_grant)
  where outcome is null or outcome in ('invalid_credentials', 'account_locked', 'action_required');
create index login_attempts_by_account on login_attempts (account_id, started_at desc);

-- A login's question for a one-time code. The code itself is never stored.
create table assistance_requests (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  session_id uuid not null,
  descriptor jsonb not null,
  attempts integer not null default 0,
  status text not null default 'pending' check (status in ('pending', 'fulfilled', 'cancelled')),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create unique index assistance_requests_one_pending on assistance_requests (account_id) where status = 'pending';

-- Cookies and storage of the last session, encrypted; of use only with the same credentials.
create table browser_states (
  account_id uuid primary key references accounts (id) on delete cascade,
  credentials_version integer not null,
  state bytea not null,
  saved_at timestamptz not null
);

create table scrapes (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  session_id uuid,
  script_id uuid references scripts (id),
  job_id uuid references scrape_jobs (id),
  status text not null check (status in ('ingested', 'quarantined')),
  coverage_from date not null,
  coverage_to date not null,
  complete boolean not null,
  rows_read integer not null,
  rows_new integer not null,
  -- Why it was quarantined.
  fault text,
  -- The statement as it was read; kept only while it is quarantined.
  statement jsonb,
  finished_at timestamptz not null
);
create index scrapes_by_account on scrapes (account_id, finished_at desc);

-- What is kept of a failure: a masked picture and an outline without values, encrypted, for seven days.
create table evidence (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  session_id uuid not null,
  kind text not null,
  content bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index evidence_by_expiry on evidence (expires_at);
