-- Credits that pay no order are found without walking over those that do: nearly all of an account's pay one.
create table unpaid_credits (
  movement_id uuid primary key references movements(id) on delete cascade,
  account_id uuid not null,
  received_at timestamptz not null
);

create index unpaid_credits_newest_first on unpaid_credits (account_id, received_at desc, movement_id desc);

insert into unpaid_credits (movement_id, account_id, received_at)
  select m.id, m.account_id, m.received_at from movements m
  where m.amount_minor > 0 and not exists (select from matches x where x.movement_id = m.id and x.active);

create function new_credits_are_unpaid() returns trigger language plpgsql as $$
begin
  insert into unpaid_credits (movement_id, account_id, received_at)
    select id, account_id, received_at from now_rows where amount_minor > 0;
  return null;
end $$;

create trigger new_credits_are_unpaid after insert on movements
  referencing new table as now_rows for each statement execute function new_credits_are_unpaid();

-- A bank may book a movement at another time, or with another sign, than it had announced.
create function a_changed_credit_is_unpaid() returns trigger language plpgsql as $$
begin
  delete from unpaid_credits where movement_id = new.id;
  if new.amount_minor > 0 and not exists (select from matches x where x.movement_id = new.id and x.active) then
    insert into unpaid_credits (movement_id, account_id, received_at) values (new.id, new.account_id, new.received_at);
  end if;
  return null;
end $$;

create trigger a_changed_credit_is_unpaid after update of received_at, amount_minor on movements for each row
  when (old.received_at <> new.received_at or (old.amount_minor > 0) <> (new.amount_minor > 0))
  execute function a_changed_credit_is_unpaid();

create function credits_are_paid() returns trigger language plpgsql as $$
begin
  delete from unpaid_credits u using now_rows n where u.movement_id = n.movement_id and n.active;
  return null;
end $$;

create trigger credits_are_paid after insert on matches
  referencing new table as now_rows for each statement execute function credits_are_paid();

-- The movement is locked, so that a change of its time that is under way is waited for.
create function a_credit_is_paid_no_more() returns trigger language plpgsql as $$
begin
  insert into unpaid_credits (movement_id, account_id, received_at)
    select m.id, m.account_id, m.received_at from movements m
    where m.id = old.movement_id and m.amount_minor > 0
      and not exists (select from matches x where x.movement_id = m.id and x.active)
    for share of m
    on conflict (movement_id) do nothing;
  return null;
end $$;

create trigger a_credit_is_paid_no_more after update of active on matches for each row
  when (old.active and not new.active) execute function a_credit_is_paid_no_more();

create trigger a_credit_is_paid_no_more_at_all after delete on matches for each row
  when (old.active) execute function a_credit_is_paid_no_more();
