-- What the owner of an account agreed to: {creator, origins, requests}. Null: nothing.
alter table accounts add column consent jsonb;

-- What a bank and its active script ask for, as it is pinned when somebody enrols an account or agrees anew.
create function bank_terms(bank uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'creator', b.created_by,
    'origins', to_jsonb(b.origins),
    'requests', coalesce((
      select jsonb_agg(distinct (r ->> 'method') || ' ' || (r ->> 'path') || coalesce(
        ' (' || (select string_agg(p, ', ' order by n) from jsonb_array_elements_text(r -> 'phases') with ordinality as t(p, n)) || ')', ''))
      from scripts s, jsonb_array_elements(s.manifest -> 'requests') r
      where s.bank_id = b.id and s.status = 'active' and coalesce(r -> 'phases', '[]') <> '["login"]'), '[]'))
  from banks b where b.id = bank
$$;

update accounts set consent = bank_terms(bank_id) where deleted_at is null;
