-- Most attempts change nothing of an order that is in an index: its number and time only. Such a row is written where it is,
-- and no index is touched, if none asks for the number of attempts, and if its page has room.
drop index conciliation_requests_unattempted;

create index conciliation_requests_unattempted on conciliation_requests (account_id)
  where status = 'pending' and last_code is null;

-- Of pages that are written from now on.
alter table conciliation_requests set (fillfactor = 85);
