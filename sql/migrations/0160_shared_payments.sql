-- A person may give one payment to several orders, or several payments to one order. Each order counts its payments from 0 on,
-- and each payment its orders; whoever separates them moves up what is left, so that 0 is taken as long as any is. Matching
-- itself takes 0 at both ends only: what has a match can't be matched by itself again, as before.
alter table matches
  add column nth_payment smallint not null default 0,
  add column nth_order smallint not null default 0,
  add constraint matches_places_check check (nth_payment >= 0 and nth_order >= 0 and (nth_payment = 0 or nth_order = 0));

drop index matches_one_per_movement;
drop index matches_one_per_request;
create unique index matches_one_per_movement on matches (movement_id, nth_order) where active;
create unique index matches_one_per_request on matches (request_id, nth_payment) where active;
