-- Which credits pay nothing is said by triggers alone: that each of these rows has its movement was checked by Postgres one by one,
-- a tenth of what a new movement costs. Whoever writes such a row holds its movement, or doesn't find it any more, so a trigger
-- takes out what is erased.

create function erased_credits_are_forgotten() returns trigger language plpgsql as $$
begin
  delete from unpaid_credits where movement_id = any(array(select id from before_rows));
  return null;
end $$;

create trigger erased_credits_are_forgotten after delete on movements
  referencing old table as before_rows for each statement execute function erased_credits_are_forgotten();

alter table unpaid_credits drop constraint unpaid_credits_movement_id_fkey;
