-- Where an account's history begins: the first day that was ever asked for. Older movements are nobody's news.
alter table accounts add column watched_from date;
update accounts a set watched_from = (
  select s.coverage_from from scrapes s where s.account_id = a.id and s.status = 'ingested' order by s.finished_at limit 1
);
