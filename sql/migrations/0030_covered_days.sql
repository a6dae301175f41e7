-- The days that complete scrapes looked at, as ranges that neither overlap nor touch: what a pass asks is not how often the
-- account was read, but which days of it were.
create table covered_days (
  account_id uuid primary key references accounts (id) on delete cascade,
  days datemultirange not null
);

-- What a person accepted from quarantine proves nothing of what it doesn't show.
insert into covered_days (account_id, days)
  select account_id, range_agg(daterange(coverage_from, coverage_to, '[]')) from scrapes
  where complete and status = 'ingested' and accepted_at is null and coverage_from <= coverage_to
  group by account_id;
