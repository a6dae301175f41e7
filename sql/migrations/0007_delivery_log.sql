-- Bulk replays behind live traffic, endpoints that a person pauses, and what the delivery log is read by.

alter table outbox
  -- Replayed in bulk: goes after what is new, and takes at most half of its endpoint's places.
  add column background boolean not null default false;

alter table endpoints
  -- A person holds its results back.
  add column paused_at timestamptz;

alter table delivery_attempts
  -- Made before its turn; one that failed is forgotten after a day.
  add column early boolean not null default false;

drop index outbox_waiting;
create index outbox_waiting on outbox (account_id, lane, background, least(due_at, early_at), id) where status = 'pending';
create index outbox_stopped on outbox (account_id, status, created_at desc, id desc)
  where status in ('exhausted', 'held', 'cancelled');
create index delivery_attempts_by_time on delivery_attempts using brin (started_at);
