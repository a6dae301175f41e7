-- What the owner agrees to says also whose answers the script reads (`page.responses`); domain/src/consent.ts prints the same.
create or replace function bank_terms(bank uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'creator', b.created_by,
    'origins', to_jsonb(b.origins),
    'requests', coalesce((
      select jsonb_agg(distinct (r ->> 'method') || ' ' || (r ->> 'path') || coalesce(
        ' (' || (select string_agg(p, ', ' order by n) from jsonb_array_elements_text(r -> 'phases') with ordinality as t(p, n)) || ')', '')
        || case when r -> 'readable' = 'true' then ', and the script reads the answers' else '' end)
      from scripts s, jsonb_array_elements(s.manifest -> 'requests') r
      where s.bank_id = b.id and s.status = 'active' and coalesce(r -> 'phases', '[]') <> '["login"]'), '[]'))
    || coalesce((
      select jsonb_build_object('passwordFields', s.manifest -> 'passwordFields')
      from scripts s where s.bank_id = b.id and s.status = 'active' and s.manifest ? 'passwordFields'), '{}')
  from banks b where b.id = bank
$$;
