-- The nodes of a cluster: who is there, who was lost, and whether all have the same secrets.

-- Names a node's advisory lock: whoever has a row here and doesn't hold its lock has died or frozen.
create sequence node_numbers as integer;

create table nodes (
  id uuid primary key,
  number integer not null unique,
  -- Where the other nodes reach it.
  host text not null,
  port integer not null,
  -- Fingerprints of its secrets, by name; a list for keys of which a node may have several.
  secrets jsonb not null,
  started_at timestamptz not null default now()
);
