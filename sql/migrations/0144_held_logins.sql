-- A version that holds its login to a list of requests may not lose that list unheard: owners agree to it, as to the requests
-- after the login. domain/src/consent.ts says the same. Accounts that have agreed to such a version as it is now get the list.
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
      select jsonb_build_object('login', jsonb_agg(distinct (r ->> 'method') || ' ' || (r ->> 'path')))
      from scripts s, jsonb_array_elements(s.manifest -> 'requests') r
      where s.bank_id = b.id and s.status = 'active' and r -> 'phases' ? 'login'
      having count(*) > 0), '{}')
    || coalesce((
      select jsonb_build_object('passwordFields', s.manifest -> 'passwordFields')
      from scripts s where s.bank_id = b.id and s.status = 'active' and s.manifest ? 'passwordFields'), '{}')
  from banks b where b.id = bank
$$;

update accounts a set consent = t.terms
from (select id, bank_terms(id) as terms from banks) t
where t.id = a.bank_id and t.terms ? 'login' and a.deleted_at is null and a.consent = t.terms - 'login';
