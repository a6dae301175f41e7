-- Two statements of one format print a movement in the same words; those of two formats don't.

alter table movements add column statement_format text
  check (statement_format in ('ofx', 'camt053', 'mt940', 'csv'));
update movements m set statement_format = s.format
  from scrapes s where m.from_statement and s.id = m.first_scrape_id and s.format is not null;
