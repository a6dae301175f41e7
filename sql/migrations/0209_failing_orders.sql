-- Since when, and why, an account's list of pending orders can't be read: its owner's overview tells it while it lasts. The
-- activity told it once, at the beginning, and forgets it in time.

alter table order_polls add column failing_since timestamptz;
alter table order_polls add column failure text;
alter table order_polls add column failure_status integer;
alter table order_polls add column failure_reason text;

-- Why it fails is known with the next poll, half an hour later at most.
update order_polls p set failing_since = (select max(a.occurred_at) from activity a
    where a.account_id = p.account_id and a.kind = 'orders.poll_failed')
  where p.failures > 0;
