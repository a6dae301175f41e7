-- Operators are told once of a list of pending orders that can't be read for long.

alter table order_polls add column failing_told_at timestamptz;
