-- What lists that people watch and search are served by.

-- The words that a row is found by: in small letters, without accents, each marked with whose it is, so that the index
-- finds one owner's and never reads another's. Parts of numbers and references are words too; what is written with
-- hyphens or spaces is also one word without them.
create function search_words(texts text[]) returns text[]
language sql immutable parallel safe
return (
  select coalesce(array_agg(distinct word), '{}')
  from unnest(texts) as t (whole),
    lateral (select regexp_replace(lower(normalize(left(t.whole, 1000), nfkd)), '[\u0300-\u036f]', '', 'g') as plain) p,
    lateral (
      select left(w, 60) as word from regexp_split_to_table(p.plain, '[^[:alnum:]]+') as s (w)
      union select left(regexp_replace(p.plain, '[^[:alnum:]]+', '', 'g'), 60)
    ) words
  where word <> ''
);

create function search_vector(owner uuid, variadic texts text[]) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(
  array(select right(owner::text, 8) || word from unnest(search_words(texts)) as w (word))
);

-- Every word of the question must begin one of the row.
create function search_query(owner uuid, question text) returns tsquery
language sql immutable parallel safe
return (
  select string_agg(quote_literal(right(owner::text, 8) || word) || ':*', ' & ')::tsquery
  from regexp_split_to_table(
    regexp_replace(lower(normalize(left(question, 200), nfkd)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+') as s (word)
  where word <> ''
);

create index movements_search on movements
  using gin (search_vector(account_id, sender_name, description, coalesce(counterparty, ''), external_id));

create index conciliation_requests_search on conciliation_requests
  using gin (search_vector(user_id, sender_name, external_id, coalesce(reference, '')));

-- Money in or out, told or not: each a run of the index in the order of the list.
create index movements_by_kind on movements
  (account_id, (amount_minor > 0), (notified_at is null), received_at desc, id desc);

-- Amounts are looked up whatever their sign.
create index movements_by_size on movements (account_id, abs(amount_minor), received_at desc, id desc);
create index conciliation_requests_by_amount on conciliation_requests (user_id, amount_minor, created_at desc, id desc);

create index conciliation_requests_of_account on conciliation_requests (account_id, status, created_at desc, id desc);

create index evidence_of_account on evidence (account_id, created_at desc, id desc);

create index matches_of_request on matches (request_id, created_at desc);
