-- Statements that people upload, and quarantined scrapes that they accept.
alter table scrapes add column uploaded_by uuid references users (id);
-- The file's format; null: read by a script.
alter table scrapes add column format text check (format in ('ofx', 'camt053', 'mt940', 'csv'));
alter table scrapes add column accepted_by uuid references users (id);
alter table scrapes add column accepted_at timestamptz;

-- Its texts and ids are those of a statement, not of the bank's page: a scrape recognises it by day and amount.
alter table movements add column from_statement boolean not null default false;
