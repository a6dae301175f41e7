-- What is held as a possible duplicate waits for a person, who is shown it first.

create index movements_held on movements (account_id, received_at desc, id desc)
  where held_for <> '{}' and excluded_at is null and removed_at is null;
