-- What a person decided of an order whose match was undone: to let it wait for another payment, or to close it.

alter table conciliation_requests
  add column left_at timestamptz,
  -- waiting: its person is asked again if its shop withdraws it; closed: nobody is. Null: not left, or from before this was kept.
  add column left_as text check (left_as in ('waiting', 'closed'));
