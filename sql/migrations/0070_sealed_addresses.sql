-- Addresses that users gave us, what is sent to them, and the bodies of webhooks may hold tokens of theirs: they are sealed like
-- the other secrets. Keys are the server's: it seals what is here already at its next start, a batch at a time. Until then, and
-- only then, a row has its text in the columns without "sealed"; afterwards they are null.

alter table account_settings
  alter column webhook_url drop not null,
  add column pending_orders_endpoint_sealed bytea,
  add column webhook_url_sealed bytea,
  add column notification_endpoint_url_sealed bytea,
  add column polling_body_sealed bytea,
  add column webhook_extra_fields_sealed bytea,
  -- What deliveries know an address by: a fingerprint under the account's key. (Of a row that isn't sealed yet: the address.)
  add column webhook_address text,
  add column notification_address text,
  -- The limit per host counts by these: hosts stay readable.
  alter column webhook_host drop expression,
  alter column notification_host drop expression,
  add check (webhook_url is not null or webhook_url_sealed is not null);

update account_settings set webhook_address = webhook_url, notification_address = notification_endpoint_url;

alter table endpoints rename column url to address;
alter table endpoints
  -- Null: nothing has been sealed for it yet.
  add column url_sealed bytea;

alter table delivery_attempts rename column url to address;

-- What the server still has to seal; empty ever after.
create index delivery_attempts_readable on delivery_attempts (outbox_id, attempt_number) where address like '%/%';
create index outbox_readable on outbox (id) where substring(body from 1 for 1) = '\x7b'::bytea;
