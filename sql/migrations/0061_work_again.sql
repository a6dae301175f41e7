-- Movements that come while those of the same scrape are matched: the work gets another id, and is so done again.
create or replace function movements_to_match() returns trigger language plpgsql as $$
begin
  insert into account_work (account_id, kind, scrape_id)
    select distinct account_id, 'match', last_scrape_id from inserted
    where mode_at_ingestion = 'reconcile' and amount_minor > 0
    on conflict (account_id, kind, scrape_id, request_id) do update set id = default;
  update account_due set due_at = least(due_at, now()), wakes = wakes + 1
    where account_id in (select account_id from inserted);
  return null;
end $$;
