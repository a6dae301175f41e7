-- What streams that ask for it hear beyond the contract's eight types. Each is written by the commit of what it tells of.

-- A ticket that was asked for with all types.
alter table realtime_tickets add column all_types boolean not null default false;

-- The contract's events count on per account, without gaps; the others don't, and so wait for nobody.
alter table events alter column version drop not null;

-- A reader that comes back asks for what it missed.
create index events_of_user on events (user_id, id);

create function tell_further(account uuid, what text, content jsonb) returns void
language sql as $$
  with told as (
    insert into events (account_id, user_id, type, data, occurred_at)
    select a.id, a.user_id, what, content, clock_timestamp() from accounts a where a.id = account and a.deleted_at is null
    returning id
  )
  select pg_notify('counterfoil_events', id::text) from told
$$;

-- One event for each account and status of a statement, whatever the number of orders: readers are cut off by a flood.
create function orders_are_told() returns trigger
language plpgsql as $$
begin
  perform tell_further(c.account_id, 'orders.' || c.status, jsonb_build_object('count', c.count, 'orders', c.orders))
  from (
    select n.account_id, n.status, count(*) as count,
      jsonb_path_query_array(
        jsonb_agg(jsonb_build_object('id', n.id, 'external_id', n.external_id) order by n.created_at, n.id), '$[0 to 19]') as orders
    from now_rows n
    where n.status <> 'processing'
      and not exists (select from before_rows b where b.id = n.id and b.status = n.status)
    group by n.account_id, n.status
  ) c;
  return null;
end $$;

create function new_orders_are_told() returns trigger
language plpgsql as $$
begin
  perform tell_further(c.account_id, 'orders.' || c.status, jsonb_build_object('count', c.count, 'orders', c.orders))
  from (
    select n.account_id, n.status, count(*) as count,
      jsonb_path_query_array(
        jsonb_agg(jsonb_build_object('id', n.id, 'external_id', n.external_id) order by n.created_at, n.id), '$[0 to 19]') as orders
    from now_rows n group by n.account_id, n.status
  ) c;
  return null;
end $$;

create function movements_are_told() returns trigger
language plpgsql as $$
begin
  perform tell_further(c.account_id, 'movements.stored', jsonb_build_object('count', c.count, 'movement_ids', c.ids))
  from (
    select n.account_id, count(*) as count,
      jsonb_path_query_array(jsonb_agg(n.id order by n.received_at desc, n.id desc), '$[0 to 19]') as ids
    from now_rows n group by n.account_id
  ) c;
  return null;
end $$;

create function an_exhausted_delivery_is_told() returns trigger
language plpgsql as $$
begin
  perform tell_further(new.account_id, 'delivery.exhausted', jsonb_build_object('delivery_id', new.id, 'event', new.event,
    'request_id', new.request_id, 'movement_id', new.movement_id));
  return null;
end $$;

create function a_disabled_endpoint_is_told() returns trigger
language plpgsql as $$
begin
  perform tell_further(new.account_id, 'endpoint.disabled', '{}');
  return null;
end $$;

create function a_changed_account_is_told() returns trigger
language plpgsql as $$
begin
  perform tell_further(new.id, 'account.changed', jsonb_build_object('status', new.status,
    'scrape_blocked_at', to_char(new.scrape_blocked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scrape_blocked_reason', new.scrape_blocked_reason));
  return null;
end $$;

create trigger orders_are_told after update on conciliation_requests
  referencing old table as before_rows new table as now_rows
  for each statement execute function orders_are_told();
create trigger new_orders_are_told after insert on conciliation_requests
  referencing new table as now_rows
  for each statement execute function new_orders_are_told();
create trigger movements_are_told after insert on movements
  referencing new table as now_rows
  for each statement execute function movements_are_told();
create trigger an_exhausted_delivery_is_told after update on outbox
  for each row when (new.status = 'exhausted' and old.status <> 'exhausted')
  execute function an_exhausted_delivery_is_told();
create trigger a_disabled_endpoint_is_told after update on endpoints
  for each row when (new.disabled_at is not null and old.disabled_at is null)
  execute function a_disabled_endpoint_is_told();
create trigger a_changed_account_is_told after update on accounts
  for each row when ((new.status, new.scrape_blocked_at) is distinct from (old.status, old.scrape_blocked_at))
  execute function a_changed_account_is_told();
