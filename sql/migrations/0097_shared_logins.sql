-- Accounts of one user at one bank with the same bank user name are one login: one session at a time, one refusal for all.
-- Who shares one is found by opening the sealed names; nothing that is made of a name is stored.
alter table accounts add column login_id uuid not null default gen_random_uuid();
create index accounts_by_login on accounts (login_id) where deleted_at is null;

-- Accounts of before are brought together at the next start.
alter table accounts add column login_known boolean not null default true;
update accounts a set login_known = false
where deleted_at is null and exists (
  select from accounts o where o.user_id = a.user_id and o.bank_id = a.bank_id and o.id <> a.id and o.deleted_at is null);
create index accounts_of_unknown_login on accounts (user_id, bank_id) where not login_known;

alter table login_attempts add column login_id uuid;
update login_attempts l set login_id = a.login_id from accounts a where a.id = l.account_id;
alter table login_attempts alter column login_id set not null;
drop index login_attempts_refused_once;
create unique index login_attempts_refused_once on login_attempts (login_id, credentials_version, login_grant)
  where outcome is null or outcome in ('invalid_credentials', 'account_locked', 'action_required', 'unanswered');
create index login_attempts_of_login on login_attempts (login_id, credentials_version, started_at);
