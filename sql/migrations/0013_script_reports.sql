-- How each version of a script does: one row for each cycle of an account, kept for a time only.
create table script_runs (
  id uuid primary key,
  script_id uuid not null references scripts (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  started_at timestamptz not null,
  finished_at timestamptz not null check (finished_at >= started_at),
  -- 'read', or the kind of failure
  outcome text not null
);
create index script_runs_of_script on script_runs (script_id, finished_at desc);
create index script_runs_by_age on script_runs (finished_at);
create index script_runs_of_account on script_runs (account_id);

-- What a version in review reads beside the version that was active then; a later comparison replaces an earlier one.
create table script_comparisons (
  script_id uuid primary key references scripts (id) on delete cascade,
  against_id uuid not null references scripts (id) on delete cascade,
  source text not null check (source in ('recordings')),
  samples jsonb not null,
  compared_by uuid references users (id) on delete set null,
  compared_at timestamptz not null
);
create index script_comparisons_against on script_comparisons (against_id);
create index script_comparisons_by_user on script_comparisons (compared_by);
