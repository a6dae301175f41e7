-- Operators are told once of an account that has had no complete scrape for long.
alter table accounts add column stale_told_at timestamptz;
