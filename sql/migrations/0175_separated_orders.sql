-- Orders that a person has taken apart from their payment, and when and why orders were cancelled: what people look for.

alter table conciliation_requests
  -- Since then nobody has settled it, left it as it is, or listed it again: it needs a person.
  add column separated_at timestamptz,
  add column cancelled_at timestamptz,
  -- withdrawn: no longer listed; mode: its user no longer reconciles. Null: from before this was kept.
  add column cancelled_because text check (cancelled_because in ('withdrawn', 'mode')),
  add column listed_again_at timestamptz;

create index conciliation_requests_separated on conciliation_requests (user_id, created_at desc, id desc)
  where separated_at is not null;
