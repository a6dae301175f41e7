-- What lists that people watch and search are served by.

-- In small letters, without accents, no word longer than 60 letters: an index takes no endless ones.
create function search_text(plain text) returns text
language sql immutable parallel safe
return regexp_replace(
  regexp_replace(lower(left(normalize(left(plain, 2000), nfkd), 2000)), '[\u0300-\u036f]', '', 'g'),
  '([[:alnum:]]{60})[[:alnum:]]+', '\1', 'g');

-- The words that a row is found by, each marked with whose it is, so that the index finds one owner's and never reads
-- another's. Parts of references are words too; a reference is also one word without what stands between its parts.
-- One expression and no query: it is evaluated for every row that is written.
create function search_vector(owner uuid, plain text, reference text) returns tsvector
language sql immutable parallel safe
return array_to_tsvector(string_to_array(
  right(owner::text, 8) || regexp_replace(search_text(plain), '[^[:alnum:]]+', ' ' || right(owner::text, 8), 'g')
  || ' ' || right(owner::text, 8) || regexp_replace(left(search_text(reference), 200), '[^[:alnum:]]+', '', 'g'), ' '));

-- Every word of the question must begin one of the row.
create function search_query(owner uuid, question text) returns tsquery
language sql immutable parallel safe
return (
  select string_agg(quote_literal(right(owner::text, 8) || word) || ':*', ' & ')::tsquery
  from regexp_split_to_table(search_text(left(question, 200)), '[^[:alnum:]]+') as s (word)
  where word <> ''
);

create index movements_search on movements using gin (
  search_vector(account_id, sender_name || ' ' || description || ' ' || coalesce(counterparty, '') || ' ' || external_id, external_id));

create index conciliation_requests_search on conciliation_requests using gin (
  search_vector(user_id, sender_name || ' ' || external_id || ' ' || coalesce(reference, ''), external_id));

-- Money in or out, told or not: each a run of the index in the order of the list.
create index movements_by_kind on movements
  (account_id, (amount_minor > 0), (notified_at is null), received_at desc, id desc);

-- Amounts are looked up whatever their sign.
create index movements_by_size on movements (account_id, abs(amount_minor), received_at desc, id desc);
create index conciliation_requests_by_amount on conciliation_requests (user_id, amount_minor, created_at desc, id desc);

create index conciliation_requests_of_account on conciliation_requests (account_id, status, created_at desc, id desc);

create index evidence_of_account on evidence (account_id, created_at desc, id desc);

create index matches_of_request on matches (request_id, created_at desc);
