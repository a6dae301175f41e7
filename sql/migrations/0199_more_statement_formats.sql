-- Files in Norma 43, and workbooks.

alter table movements drop constraint movements_statement_format_check,
  add constraint movements_statement_format_check
  check (statement_format in ('ofx', 'camt053', 'mt940', 'norma43', 'csv', 'spreadsheet'));
alter table scrapes drop constraint scrapes_format_check,
  add constraint scrapes_format_check
  check (format in ('ofx', 'camt053', 'mt940', 'norma43', 'csv', 'spreadsheet'));
