-- A retired bank takes no new accounts; those that it has go on.
alter table banks drop constraint banks_status_check;
alter table banks add constraint banks_status_check check (status in ('active', 'retired'));
