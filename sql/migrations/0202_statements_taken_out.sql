-- A statement that was uploaded by mistake is taken out as a whole: when that was. What is taken in again is looked at for
-- the orders that it may pay, which is no further attempt for those that find nothing (counts).

alter table scrapes add column excluded_at timestamptz;

alter table account_work add column counts boolean not null default true;
