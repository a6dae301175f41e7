-- What delivering costs: claims jump from account to account, and each row of the log has one index less to keep.

-- An attempt is known by its delivery and its number.
alter table delivery_attempts
  drop constraint delivery_attempts_outbox_id_attempt_number_key,
  drop column id,
  add primary key (outbox_id, attempt_number);

-- What the limit per host counts by.
alter table account_settings
  add column webhook_host text
    generated always as (lower(substring(webhook_url from '^[a-zA-Z]+://(\[[^]]*]|[^/?#:]*)'))) stored,
  add column notification_host text
    generated always as (lower(substring(notification_endpoint_url from '^[a-zA-Z]+://(\[[^]]*]|[^/?#:]*)'))) stored;

-- Claims and sweeps go by outbox_waiting now.
drop index outbox_due;
-- The message that probes a failing endpoint, and the waiting ones of the log.
create index outbox_oldest on outbox (account_id, created_at, id) where status = 'pending';
create index outbox_by_event on outbox (account_id, event, created_at desc, id desc);
create index webhook_secrets_by_account on webhook_secrets (account_id);
