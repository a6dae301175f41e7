-- A file may list what its bank books on a later day. That counts as pending until then, and no further file need have it: it is
-- booked on that day, unless the bank itself says that it is pending.

alter table movements add column books_on date;

-- Of those that are known already only formats that have no other pending ones: of a CAMT or CSV row nobody can tell any more
-- whether the bank called it pending.
update movements set books_on = booked_date
where status = 'pending' and from_statement and statement_format in ('mt940', 'norma43', 'ofx') and removed_at is null
  and booked_date > first_seen_at::date;

create index movements_dated_ahead on movements (books_on) where books_on is not null;
