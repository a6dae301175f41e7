-- Orders whose match was undone and of which a person has decided are found again: the newest first, like those that wait.
create index conciliation_requests_taken_back on conciliation_requests (user_id, created_at desc, id desc)
  where separated_at is not null or left_at is not null;
