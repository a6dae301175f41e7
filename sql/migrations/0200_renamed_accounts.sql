-- An account that gets another name is told to the pages that show it.

drop trigger a_changed_account_is_told on accounts;
create trigger a_changed_account_is_told after update on accounts
  for each row when (new.status is distinct from old.status or new.scrape_blocked_at is distinct from old.scrape_blocked_at
    or new.name is distinct from old.name)
  execute function a_changed_account_is_told();
