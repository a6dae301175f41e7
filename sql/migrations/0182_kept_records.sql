-- How many movements and orders each account keeps, so that what a user may have is known without counting millions.

create table kept_records (
  account_id uuid not null references accounts (id) on delete cascade,
  what text not null check (what in ('movements', 'orders')),
  count bigint not null,
  primary key (account_id, what)
);

create function records_are_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into kept_records (account_id, what, count)
      select account_id, tg_argv[0], count(*) from changed group by account_id order by account_id
      on conflict (account_id, what) do update set count = kept_records.count + excluded.count;
  else
    update kept_records k set count = k.count - gone.count
      from (select account_id, count(*) as count from changed group by account_id) gone
      where k.account_id = gone.account_id and k.what = tg_argv[0];
  end if;
  return null;
end $$;

-- They lock their tables until this migration has committed: what is counted below is all that there is.
create trigger movements_are_counted after insert on movements
  referencing new table as changed for each statement execute function records_are_counted('movements');
create trigger erased_movements_are_counted after delete on movements
  referencing old table as changed for each statement execute function records_are_counted('movements');
create trigger orders_are_counted after insert on conciliation_requests
  referencing new table as changed for each statement execute function records_are_counted('orders');
create trigger erased_orders_are_counted after delete on conciliation_requests
  referencing old table as changed for each statement execute function records_are_counted('orders');

insert into kept_records (account_id, what, count)
  select account_id, 'movements', count(*) from movements group by account_id
  union all
  select account_id, 'orders', count(*) from conciliation_requests group by account_id;
