-- What a person has taught of a payer's names is read from the matches that persons chose and ended; its owner may have it
-- forgotten. The match itself, and the bar on a pair, stay as they are.
alter table matches add column forgotten_at timestamptz;
drop index matches_chosen;
create index matches_taught on matches (request_id)
  where forgotten_at is null and (active and chosen_by is not null or ended_by is not null);
