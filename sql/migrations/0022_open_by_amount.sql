-- A pass looks at the open orders of the amounts that a scrape brought, and at those that wait: never at all of an account,
-- nor at those of others.
drop index conciliation_requests_open;
create index conciliation_requests_open on conciliation_requests (account_id, amount_minor)
  where status in ('pending', 'processing', 'ambiguous', 'not_found', 'failed', 'expired');
create index conciliation_requests_waiting on conciliation_requests (account_id, amount_minor)
  where status in ('pending', 'ambiguous');
