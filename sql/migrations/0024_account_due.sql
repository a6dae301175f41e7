-- An account at rest is a row: when somebody must look after it next, and what waits for it.

-- When a written next run was written: a clock that is set back must not put it off by as much.
alter table accounts add column scheduled_at timestamptz;

-- One row per account that is not deleted. While its actor is awake, due_at lies in the past.
create table account_due (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Null: not by itself.
  due_at timestamptz,
  -- Bumped by every change that the actor must look at: it rests only if nothing changed while it looked.
  wakes bigint not null default 0,
  -- What it waits for, and since when.
  waits_for text check (waits_for in ('schedule', 'bank_pause', 'assisted_hours', 'impediment', 'fault', 'nothing')),
  rested_at timestamptz
);
create index account_due_next on account_due (due_at, account_id) where due_at is not null;
insert into account_due (account_id, due_at) select id, now() from accounts where deleted_at is null;

-- What waits to be done for an account beside its schedule; done work is deleted in the commit that does it.
create table account_work (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- match: movements came in; run: a person wants another look at a request; poll: a person wants the pending orders read.
  kind text not null check (kind in ('match', 'run', 'poll')),
  scrape_id uuid,
  -- Of a match: the scrape showed all of its time.
  complete boolean not null default false,
  request_id uuid,
  check ((kind = 'match') = (scrape_id is not null)),
  check ((kind = 'run') = (request_id is not null)),
  unique nulls not distinct (account_id, kind, scrape_id, request_id)
);

-- Whoever writes movements, they are matched: also when the process ends right after its commit.
create function movements_to_match() returns trigger language plpgsql as $$
begin
  insert into account_work (account_id, kind, scrape_id)
    select distinct account_id, 'match', last_scrape_id from inserted
    where mode_at_ingestion = 'reconcile' and amount_minor > 0
    on conflict do nothing;
  update account_due set due_at = least(due_at, now()), wakes = wakes + 1
    where account_id in (select account_id from inserted);
  return null;
end $$;
create trigger movements_are_matched after insert on movements
  referencing new table as inserted for each statement execute function movements_to_match();

-- When the oldest open order of an account expires, and whether one has had no attempt yet.
-- "is true" keeps other queries, which ask for one status, from taking this index for theirs.
create index conciliation_requests_by_age on conciliation_requests (account_id, (coalesce(ordered_at, first_seen_at)))
  where (status in ('pending', 'processing', 'ambiguous', 'not_found', 'failed')) is true;
create index conciliation_requests_unattempted on conciliation_requests (account_id)
  where status = 'pending' and attempts_made = 0;
