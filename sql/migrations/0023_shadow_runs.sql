-- When the owner agreed that versions in review are tried on the account; null: not, or not any more.
alter table accounts add column shadow_agreed_at timestamptz;

-- What a version in review read of an account right after the active one; a later run replaces an earlier one.
create table shadow_runs (
  script_id uuid not null references scripts (id) on delete cascade,
  account_id uuid not null references accounts (id) on delete cascade,
  against_id uuid not null references scripts (id) on delete cascade,
  started_at timestamptz not null,
  -- null: it runs, or was broken off
  finished_at timestamptz,
  -- 'read', 'not_comparable', or the kind of failure
  outcome text,
  movements_before integer not null default 0,
  movements_after integer not null default 0,
  identities_changed integer not null default 0,
  signs_changed integer not null default 0,
  primary key (script_id, account_id),
  check ((finished_at is null) = (outcome is null))
);
create index shadow_runs_of_account on shadow_runs (account_id);
create index shadow_runs_against on shadow_runs (against_id);
