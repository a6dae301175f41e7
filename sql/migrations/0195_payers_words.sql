-- Orders are found by the words of who paid them as by their own: the names of the payments that they are matched with.
alter table conciliation_requests add column payers text;

drop index conciliation_requests_search;

update conciliation_requests c set payers = p.names
  from (select x.request_id, string_agg(m.sender_name || ' ' || coalesce(m.counterparty, ''), ' ' order by x.nth_payment) as names
    from matches x join movements m on m.id = x.movement_id where x.active group by x.request_id) p
  where p.request_id = c.id and p.names ~ '[^ ]';

create index conciliation_requests_search on conciliation_requests using gin (
  search_vector(user_id, external_id, external_id || ' ' || coalesce(reference, '') || ' ' || sender_name || ' '
    || coalesce(payers, '')));

-- Orders that were undone, withdrawn and listed again count as taken back, too: their shop has decided that they wait.
update conciliation_requests r set left_at = r.listed_again_at
  where r.status <> 'matched' and r.separated_at is null and r.left_at is null and r.listed_again_at is not null
    and exists (select from matches x
      where x.request_id = r.id and x.ended_by is not null and x.ended_at < r.listed_again_at);
