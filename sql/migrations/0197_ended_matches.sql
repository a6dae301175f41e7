-- A movement says which orders it was taken off. Those that it pays have an index; the ended ones are few, and were looked for
-- among all matches of the installation.
create index matches_ended on matches (movement_id) where not active;
