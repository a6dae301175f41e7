-- When an account's owner may be asked for a code, and how often.
create table ask_rules (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- Times of day such as 09:00; null: the service's own hours.
  hours_from text,
  hours_to text,
  -- Whose times these are; null: the bank's zone.
  zone text,
  -- In any 24 hours; null: as often as the schedule wants.
  most_per_day integer check (most_per_day > 0),
  snoozed_until timestamptz,
  check ((hours_from is null) = (hours_to is null))
);

-- What else a login may wait for. (`held_back` was missing: an account that was held back could not come to rest.)
alter table account_due drop constraint account_due_waits_for_check;
alter table account_due add constraint account_due_waits_for_check check (waits_for in ('schedule', 'bank_pause', 'held_back',
  'assisted_hours', 'snoozed', 'asked_enough', 'impediment', 'fault', 'nothing'));
