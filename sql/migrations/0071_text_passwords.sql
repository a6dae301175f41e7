-- A script that types the password into a field whose text the page shows needs its owner's consent to that.

create or replace function bank_terms(bank uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'creator', b.created_by,
    'origins', to_jsonb(b.origins),
    'requests', coalesce((
      select jsonb_agg(distinct (r ->> 'method') || ' ' || (r ->> 'path') || coalesce(
        ' (' || (select string_agg(p, ', ' order by n) from jsonb_array_elements_text(r -> 'phases') with ordinality as t(p, n)) || ')', ''))
      from scripts s, jsonb_array_elements(s.manifest -> 'requests') r
      where s.bank_id = b.id and s.status = 'active' and coalesce(r -> 'phases', '[]') <> '["login"]'), '[]'))
    || coalesce((
      select jsonb_build_object('passwordFields', s.manifest -> 'passwordFields')
      from scripts s where s.bank_id = b.id and s.status = 'active' and s.manifest ? 'passwordFields'), '{}')
  from banks b where b.id = bank
$$;

-- What runs already goes on: it was promoted by somebody who could see it in the manifest.
update accounts a set consent = a.consent || jsonb_build_object('passwordFields', s.manifest -> 'passwordFields')
from scripts s
where a.consent is not null and s.bank_id = a.bank_id and s.status = 'active' and s.manifest ? 'passwordFields';
