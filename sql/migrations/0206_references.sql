-- Every pass asks which references the account's orders have: accounts whose orders have none pay nothing for it.

create index conciliation_requests_references on conciliation_requests (account_id, status, created_at desc, id desc)
where reference is not null;
