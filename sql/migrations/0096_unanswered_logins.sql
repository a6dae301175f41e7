-- A login that the bank did not answer counts as refused until a person restarts, but for one more try where the very
-- credentials had logged in before: then the row says `unanswered_once`, and leaves room for it.
drop index login_attempts_refused_once;
create unique index login_attempts_refused_once on login_attempts (account_id, credentials_version, login_grant)
  where outcome is null or outcome in ('invalid_credentials', 'account_locked', 'action_required', 'unanswered');
