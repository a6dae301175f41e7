-- Who settled what by hand: a person's choice is a row of its own, and so is its end.
alter table matches add column chosen_by uuid references users (id);
alter table matches add column ended_by uuid references users (id);
create index matches_chosen on matches (request_id) where active and chosen_by is not null;

alter table barred_pairs add column barred_by uuid references users (id);
alter table barred_pairs add column barred_at timestamptz not null default now();
-- The person who barred the pair chose it after all.
alter table barred_pairs add column lifted_at timestamptz;

-- Passthrough looks after each scrape for what is still to be sent, among all that an account ever had.
create index movements_unsent on movements (account_id)
  where queued_at is null and mode_at_ingestion = 'passthrough' and amount_minor > 0;
