-- What a node writes to learn whether the database takes writes: one row for all of them.
create table write_probe (
  id boolean primary key default true check (id),
  written_at timestamptz not null
);
