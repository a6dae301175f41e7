-- A cycle that is under way, by the epoch it began in: an activation that finds one knows that the one before died in it.
alter table accounts add column cycle_epoch bigint;
-- Cycles in a row that ended so.
alter table accounts add column lost_cycles int not null default 0;
alter table accounts add column held_back_until timestamptz;
