-- Tries before their turn, and how an endpoint that failed is trusted again.

alter table outbox
  -- When it may go before due_at: its endpoint is probed, or answers again. Such a try uses up nothing of the schedule.
  add column early_at timestamptz,
  -- Of attempts_made, those before due_at.
  add column early_attempts integer not null default 0;

alter table endpoints
  -- In flight at most while it recovers; null: as many as any other.
  add column allowance integer,
  -- When what waits for it was, or will be, sent at once. Spaced, so that one bad message isn't tried at every success.
  add column recovered_at timestamptz;

alter table delivery_attempts
  -- Why there was no answer, in a sentence for the endpoint's owner.
  add column fault text;

drop index outbox_due;
create index outbox_due on outbox (least(due_at, early_at)) where status = 'pending';
create index outbox_waiting on outbox (account_id, lane, least(due_at, early_at), id) where status = 'pending';
create index outbox_leases on outbox (leased_until) where status = 'delivering';
create index outbox_by_assistance on outbox (assistance_id) where assistance_id is not null;
