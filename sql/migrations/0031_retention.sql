-- What is kept for a time only is found by its age: each sweep reads what may go, and hardly anything else.
create index scrapes_by_age on scrapes (finished_at);
create index scrape_jobs_by_age on scrape_jobs (finished_at) where finished_at is not null;
create index bank_sessions_by_age on bank_sessions (ended_at) where ended_at is not null;
create index login_attempts_by_age on login_attempts (started_at);
create index assistance_requests_by_age on assistance_requests (ended_at) where ended_at is not null;
create index activity_by_age on activity (occurred_at);
create index events_by_age on events (occurred_at);
create index outbox_notifications_by_age on outbox (created_at) where lane = 'notification';
-- The block ranges of a table whose places are used again say nothing of age.
drop index delivery_attempts_by_time;
create index delivery_attempts_by_age on delivery_attempts (started_at);
create index delivery_attempts_early on delivery_attempts (started_at) where early and outcome <> 'delivered';

-- A job is forgotten before a scrape that waits in quarantine.
alter table scrapes drop constraint scrapes_job_id_fkey;
alter table scrapes add constraint scrapes_job_id_fkey foreign key (job_id) references scrape_jobs (id) on delete set null;
create index scrapes_of_job on scrapes (job_id) where job_id is not null;

-- Expired so long ago that no payment can be its any more: no pass looks at it.
alter table conciliation_requests add column past boolean not null default false;
update conciliation_requests set past = true where status = 'expired' and expired_at < now() - interval '31 days';
create index conciliation_requests_expired on conciliation_requests (expired_at) where status = 'expired' and not past;
drop index conciliation_requests_open;
create index conciliation_requests_open on conciliation_requests (account_id, amount_minor)
  where status in ('pending', 'processing', 'ambiguous', 'not_found', 'failed') or (status = 'expired' and not past);
