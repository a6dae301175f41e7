-- What the migrations make, for reading. Written by `npm run update-goldens`; not run by anything.

CREATE TABLE account_due (
  account_id uuid NOT NULL,
  due_at timestamp with time zone,
  wakes bigint NOT NULL DEFAULT 0,
  waits_for text,
  rested_at timestamp with time zone
);

CREATE TABLE account_keys (
  account_id uuid NOT NULL,
  key_id text NOT NULL,
  wrapped bytea NOT NULL
);

CREATE TABLE account_settings (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  pending_orders_endpoint text,
  webhook_url text,
  webhook_auth_type text,
  webhook_auth_token bytea,
  notification_endpoint_url text,
  notification_auth_type text,
  notification_auth_token bytea,
  notification_events text[] NOT NULL DEFAULT '{}'::text[],
  retry_limit integer NOT NULL DEFAULT 3,
  polling_method text NOT NULL DEFAULT 'GET'::text,
  polling_body jsonb,
  auth_type text,
  auth_token bytea,
  bank_username bytea,
  bank_password bytea,
  credentials_version integer NOT NULL DEFAULT 0,
  notify_on_expired boolean NOT NULL DEFAULT false,
  webhook_extra_fields jsonb,
  session_type text NOT NULL DEFAULT 'one-shot'::text,
  login_mode text NOT NULL DEFAULT 'simple'::text,
  silent_ingestion boolean NOT NULL DEFAULT false,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  webhook_host text,
  notification_host text,
  pending_orders_endpoint_sealed bytea,
  webhook_url_sealed bytea,
  notification_endpoint_url_sealed bytea,
  polling_body_sealed bytea,
  webhook_extra_fields_sealed bytea,
  webhook_address text,
  notification_address text,
  bank_account bytea,
  fee_tolerance text
);

CREATE TABLE account_work (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id uuid NOT NULL,
  kind text NOT NULL,
  scrape_id uuid,
  complete boolean NOT NULL DEFAULT false,
  request_id uuid,
  counts boolean NOT NULL DEFAULT true,
  not_before timestamp with time zone
);

CREATE TABLE accounts (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  bank_id uuid NOT NULL,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'active'::text,
  scrape_blocked_at timestamp with time zone,
  scrape_blocked_reason text,
  epoch bigint NOT NULL DEFAULT 0,
  login_grant integer NOT NULL DEFAULT 0,
  session_id uuid,
  next_run_at timestamp with time zone,
  failure_kind text,
  failure_count integer NOT NULL DEFAULT 0,
  last_complete_scrape_at timestamp with time zone,
  high_water date,
  event_version bigint NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  deleted_at timestamp with time zone,
  watched_from date,
  stale_told_at timestamp with time zone,
  shadow_agreed_at timestamp with time zone,
  scheduled_at timestamp with time zone,
  consent jsonb,
  cycle_epoch bigint,
  lost_cycles integer NOT NULL DEFAULT 0,
  held_back_until timestamp with time zone,
  login_id uuid NOT NULL DEFAULT gen_random_uuid(),
  login_known boolean NOT NULL DEFAULT true,
  erased_at timestamp with time zone,
  shown_back integer
);

CREATE TABLE activity (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id uuid NOT NULL,
  occurred_at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  message text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}'::jsonb
);

CREATE TABLE api_keys (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  account_ids uuid[],
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  types text NOT NULL DEFAULT 'contract'::text
);

CREATE TABLE ask_rules (
  account_id uuid NOT NULL,
  hours_from text,
  hours_to text,
  zone text,
  most_per_day integer,
  snoozed_until timestamp with time zone
);

CREATE TABLE assistance_requests (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  session_id uuid NOT NULL,
  descriptor jsonb,
  attempts integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'pending'::text,
  requested_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  prompt text,
  outcome text,
  answered_by text,
  answered_at timestamp with time zone,
  type text NOT NULL DEFAULT 'otp'::text,
  details jsonb
);

CREATE TABLE attempts (
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  attempt_number integer NOT NULL,
  result text NOT NULL,
  code text NOT NULL,
  reason text,
  explanation jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL
);

CREATE TABLE bank_sessions (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  epoch bigint NOT NULL,
  script_id uuid NOT NULL,
  session_type text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  end_reason text
);

CREATE TABLE banks (
  id uuid NOT NULL,
  code text NOT NULL,
  name text NOT NULL,
  login_url text,
  status text NOT NULL DEFAULT 'active'::text,
  origins text[] NOT NULL DEFAULT '{}'::text[],
  created_by uuid,
  paused_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL
);

CREATE TABLE barred_pairs (
  request_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  barred_by uuid,
  barred_at timestamp with time zone NOT NULL DEFAULT now(),
  lifted_at timestamp with time zone
);

CREATE TABLE browser_states (
  account_id uuid NOT NULL,
  credentials_version integer NOT NULL,
  state bytea NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  leave_at timestamp with time zone,
  is_open boolean NOT NULL DEFAULT false
);

CREATE TABLE code_mailboxes (
  account_id uuid NOT NULL,
  config bytea NOT NULL,
  senders text[] NOT NULL,
  subject text,
  pattern text,
  added_at timestamp with time zone NOT NULL,
  fault text,
  refused boolean NOT NULL DEFAULT false,
  token_print text
);

CREATE TABLE code_settings (
  account_id uuid NOT NULL,
  sms_senders text[] NOT NULL DEFAULT '{}'::text[],
  sms_pattern text,
  totp bytea,
  totp_added_at timestamp with time zone,
  totp_used_until timestamp with time zone
);

CREATE TABLE conciliation_requests (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  external_id text NOT NULL,
  status text NOT NULL,
  amount_minor numeric(38,0) NOT NULL,
  currency text NOT NULL,
  sender_name text NOT NULL,
  reference text,
  tax_id text,
  payer_account text,
  ordered_at timestamp with time zone,
  first_seen_at timestamp with time zone NOT NULL,
  absent_at timestamp with time zone,
  missing_polls integer NOT NULL DEFAULT 0,
  misses integer NOT NULL DEFAULT 0,
  errors integer NOT NULL DEFAULT 0,
  attempts_made integer NOT NULL DEFAULT 0,
  last_code text,
  told_candidates text,
  expired_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  past boolean NOT NULL DEFAULT false,
  separated_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  cancelled_because text,
  listed_again_at timestamp with time zone,
  left_at timestamp with time zone,
  left_as text,
  payers text
);

CREATE TABLE counterfoil_migrations (
  id integer NOT NULL,
  file text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE covered_days (
  account_id uuid NOT NULL,
  days datemultirange NOT NULL
);

CREATE TABLE delivery_attempts (
  outbox_id uuid NOT NULL,
  attempt_number integer NOT NULL,
  address text NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  outcome text,
  http_status integer,
  response text,
  fault text,
  early boolean NOT NULL DEFAULT false
);

CREATE TABLE endpoints (
  account_id uuid NOT NULL,
  address text NOT NULL,
  disabled_at timestamp with time zone,
  failures integer NOT NULL DEFAULT 0,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  allowance integer,
  recovered_at timestamp with time zone,
  paused_at timestamp with time zone,
  url_sealed bytea,
  tested_at timestamp with time zone,
  test_outcome text
);

CREATE TABLE events (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  version bigint,
  type text NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamp with time zone NOT NULL
);

CREATE TABLE evidence (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  session_id uuid NOT NULL,
  kind text NOT NULL,
  content bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL
);

CREATE TABLE kept_records (
  account_id uuid NOT NULL,
  what text NOT NULL,
  count bigint NOT NULL
);

CREATE TABLE login_attempts (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  session_id uuid NOT NULL,
  credentials_version integer NOT NULL,
  login_grant integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  outcome text,
  login_id uuid NOT NULL
);

CREATE TABLE mailbox_tokens (
  user_id uuid NOT NULL,
  print text NOT NULL,
  newest bytea,
  holder uuid,
  held_until timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone
);

CREATE TABLE matches (
  id uuid NOT NULL,
  request_id uuid NOT NULL,
  movement_id uuid NOT NULL,
  active boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  chosen_by uuid,
  ended_by uuid,
  nth_payment smallint NOT NULL DEFAULT 0,
  nth_order smallint NOT NULL DEFAULT 0,
  forgotten_at timestamp with time zone
);

CREATE TABLE moved_topics (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  address text NOT NULL,
  endpoint_sealed bytea NOT NULL,
  label text NOT NULL,
  page_origin text NOT NULL,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_success_at timestamp with time zone,
  last_fault text,
  told uuid[] NOT NULL
);

CREATE TABLE movements (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  external_id text NOT NULL,
  identity_key text NOT NULL,
  occurrence integer NOT NULL,
  amount_minor numeric(38,0) NOT NULL,
  currency text NOT NULL,
  sender_name text NOT NULL,
  description text NOT NULL,
  counterparty text,
  bank_movement_id text,
  booked_date date NOT NULL,
  value_date date,
  balance_minor numeric(38,0),
  status text NOT NULL,
  received_at timestamp with time zone NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  first_scrape_id uuid NOT NULL,
  last_scrape_id uuid NOT NULL,
  missing_scrapes integer NOT NULL DEFAULT 0,
  removed_at timestamp with time zone,
  reversed_at timestamp with time zone,
  held_for uuid[] NOT NULL DEFAULT '{}'::uuid[],
  excluded_at timestamp with time zone,
  queued_at timestamp with time zone,
  notified_at timestamp with time zone,
  mode_at_ingestion text,
  from_statement boolean NOT NULL DEFAULT false,
  statement_format text,
  counterparty_account text,
  books_on date
);

CREATE TABLE nodes (
  id uuid NOT NULL,
  number integer NOT NULL,
  host text NOT NULL,
  port integer NOT NULL,
  secrets jsonb NOT NULL,
  started_at timestamp with time zone NOT NULL DEFAULT now()
);

CREATE TABLE notice_channels (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  config bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  language text NOT NULL DEFAULT 'en'::text,
  page_origin text,
  last_success_at timestamp with time zone,
  last_fault text
);

CREATE TABLE notices (
  assistance_id uuid NOT NULL,
  attempt integer NOT NULL,
  channel_id uuid NOT NULL,
  claimed_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  reference text,
  closed_at timestamp with time zone
);

CREATE TABLE order_polls (
  account_id uuid NOT NULL,
  last_success_at timestamp with time zone,
  last_count integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  next_poll_at timestamp with time zone,
  settings_stamp text,
  etag text,
  last_modified text,
  read_at timestamp with time zone,
  applied_to text[],
  told_faults text[] NOT NULL DEFAULT '{}'::text[],
  failing_since timestamp with time zone,
  failure text,
  failure_status integer,
  failure_reason text,
  failing_told_at timestamp with time zone
);

CREATE TABLE outbox (
  id uuid NOT NULL,
  message_id text NOT NULL,
  account_id uuid NOT NULL,
  lane text NOT NULL,
  event text NOT NULL,
  request_id uuid,
  movement_id uuid,
  assistance_id uuid,
  body bytea NOT NULL,
  status text NOT NULL,
  attempts_made integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL,
  leased_until timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  delivered_at timestamp with time zone,
  early_at timestamp with time zone,
  early_attempts integer NOT NULL DEFAULT 0,
  background boolean NOT NULL DEFAULT false,
  sequence bigint NOT NULL,
  superseded boolean NOT NULL DEFAULT false,
  trace text
);

CREATE TABLE outbox_sequences (
  account_id uuid NOT NULL,
  last bigint NOT NULL
);

CREATE TABLE push_channels (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  address text NOT NULL,
  endpoint_sealed bytea NOT NULL,
  label text NOT NULL,
  page_origin text NOT NULL,
  language text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  last_success_at timestamp with time zone,
  last_fault text
);

CREATE TABLE push_identity (
  only_one boolean NOT NULL DEFAULT true,
  public_key text NOT NULL,
  private_key_sealed bytea NOT NULL
);

CREATE TABLE push_messages (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_id uuid NOT NULL,
  kind text NOT NULL,
  assistance_id uuid,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL
);

CREATE TABLE realtime_tickets (
  ticket_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  session_version integer NOT NULL,
  all_types boolean NOT NULL DEFAULT false
);

CREATE TABLE scrape_jobs (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'queued'::text,
  reason text,
  requested_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone
);

CREATE TABLE scrapes (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  session_id uuid,
  script_id uuid,
  job_id uuid,
  status text NOT NULL,
  coverage_from date NOT NULL,
  coverage_to date NOT NULL,
  complete boolean NOT NULL,
  rows_read integer NOT NULL,
  rows_new integer NOT NULL,
  fault text,
  statement jsonb,
  finished_at timestamp with time zone NOT NULL,
  uploaded_by uuid,
  format text,
  accepted_by uuid,
  accepted_at timestamp with time zone,
  trace text,
  file_account text,
  excluded_at timestamp with time zone
);

CREATE TABLE script_comparisons (
  script_id uuid NOT NULL,
  against_id uuid NOT NULL,
  source text NOT NULL,
  samples jsonb NOT NULL,
  compared_by uuid,
  compared_at timestamp with time zone NOT NULL
);

CREATE TABLE script_runs (
  id uuid NOT NULL,
  script_id uuid NOT NULL,
  account_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone NOT NULL,
  outcome text NOT NULL
);

CREATE TABLE scripts (
  id uuid NOT NULL,
  bank_id uuid NOT NULL,
  version text NOT NULL,
  flow_type text NOT NULL,
  status text NOT NULL,
  origin text NOT NULL,
  manifest jsonb NOT NULL,
  bundle text NOT NULL,
  bundle_sha256 text NOT NULL,
  published_by uuid,
  created_at timestamp with time zone NOT NULL,
  promoted_at timestamp with time zone
);

CREATE TABLE server_marks (
  name text NOT NULL,
  mark text NOT NULL
);

CREATE TABLE shadow_runs (
  script_id uuid NOT NULL,
  account_id uuid NOT NULL,
  against_id uuid NOT NULL,
  started_at timestamp with time zone NOT NULL,
  finished_at timestamp with time zone,
  outcome text,
  movements_before integer NOT NULL DEFAULT 0,
  movements_after integer NOT NULL DEFAULT 0,
  identities_changed integer NOT NULL DEFAULT 0,
  signs_changed integer NOT NULL DEFAULT 0
);

CREATE TABLE spent_codes (
  account_id uuid NOT NULL,
  fingerprint text NOT NULL,
  spent_at timestamp with time zone NOT NULL,
  settled boolean NOT NULL DEFAULT false,
  refused boolean NOT NULL DEFAULT false
);

CREATE TABLE stop_notices (
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  channel_id uuid NOT NULL,
  bank_id uuid NOT NULL,
  due_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamp with time zone NOT NULL,
  told_at timestamp with time zone
);

CREATE TABLE telegram_bots (
  bot text NOT NULL,
  holder uuid NOT NULL,
  held_until timestamp with time zone NOT NULL,
  next_update bigint,
  noted_at timestamp with time zone
);

CREATE TABLE unpaid_credits (
  movement_id uuid NOT NULL,
  account_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL
);

CREATE TABLE user_keys (
  user_id uuid NOT NULL,
  key_id text NOT NULL,
  wrapped bytea NOT NULL
);

CREATE TABLE users (
  id uuid NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  name text,
  password_hash text NOT NULL,
  session_version integer NOT NULL DEFAULT 1,
  operation_mode text,
  created_at timestamp with time zone NOT NULL,
  is_administrator boolean NOT NULL DEFAULT false,
  deleted_at timestamp with time zone
);

CREATE TABLE webhook_secrets (
  id uuid NOT NULL,
  account_id uuid NOT NULL,
  secret bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone
);

CREATE TABLE write_probe (
  id boolean NOT NULL DEFAULT true,
  written_at timestamp with time zone NOT NULL
);

ALTER TABLE account_due ADD CONSTRAINT account_due_waits_for_check CHECK ((waits_for = ANY (ARRAY['schedule'::text, 'bank_pause'::text, 'held_back'::text, 'assisted_hours'::text, 'snoozed'::text, 'asked_enough'::text, 'impediment'::text, 'fault'::text, 'nothing'::text])));

ALTER TABLE account_due ADD CONSTRAINT account_due_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE account_due ADD CONSTRAINT account_due_pkey PRIMARY KEY (account_id);

ALTER TABLE account_keys ADD CONSTRAINT account_keys_pkey PRIMARY KEY (account_id);

ALTER TABLE account_settings ADD CONSTRAINT account_settings_auth_type_check CHECK ((auth_type = ANY (ARRAY['bearer'::text, 'api_key'::text])));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_check CHECK (((webhook_url IS NOT NULL) OR (webhook_url_sealed IS NOT NULL)));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_fee_tolerance_check CHECK ((fee_tolerance ~ '^[0-9]{1,4}([.][0-9]{1,3})?$'::text));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_login_mode_check CHECK ((login_mode = ANY (ARRAY['simple'::text, 'assisted'::text])));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_notification_auth_type_check CHECK ((notification_auth_type = ANY (ARRAY['bearer'::text, 'api_key'::text])));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_polling_method_check CHECK ((polling_method = ANY (ARRAY['GET'::text, 'POST'::text])));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_retry_limit_check CHECK (((retry_limit >= 0) AND (retry_limit <= 100)));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_session_type_check CHECK ((session_type = ANY (ARRAY['one-shot'::text, 'persistent'::text])));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_webhook_auth_type_check CHECK ((webhook_auth_type = ANY (ARRAY['bearer'::text, 'api_key'::text])));

ALTER TABLE account_settings ADD CONSTRAINT account_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE account_settings ADD CONSTRAINT account_settings_pkey PRIMARY KEY (id);

ALTER TABLE account_settings ADD CONSTRAINT account_settings_account_id_key UNIQUE (account_id);

ALTER TABLE account_work ADD CONSTRAINT account_work_check CHECK (((kind = 'match'::text) = (scrape_id IS NOT NULL)));

ALTER TABLE account_work ADD CONSTRAINT account_work_check1 CHECK (((kind = 'run'::text) = (request_id IS NOT NULL)));

ALTER TABLE account_work ADD CONSTRAINT account_work_kind_check CHECK ((kind = ANY (ARRAY['match'::text, 'run'::text, 'poll'::text])));

ALTER TABLE account_work ADD CONSTRAINT account_work_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE account_work ADD CONSTRAINT account_work_pkey PRIMARY KEY (id);

ALTER TABLE account_work ADD CONSTRAINT account_work_account_id_kind_scrape_id_request_id_key UNIQUE NULLS NOT DISTINCT (account_id, kind, scrape_id, request_id);

ALTER TABLE accounts ADD CONSTRAINT accounts_check CHECK (((scrape_blocked_at IS NULL) = (scrape_blocked_reason IS NULL)));

ALTER TABLE accounts ADD CONSTRAINT accounts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text])));

ALTER TABLE accounts ADD CONSTRAINT accounts_bank_id_fkey FOREIGN KEY (bank_id) REFERENCES banks(id);

ALTER TABLE accounts ADD CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE accounts ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);

ALTER TABLE activity ADD CONSTRAINT activity_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE activity ADD CONSTRAINT activity_pkey PRIMARY KEY (account_id, id);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_prefix_check CHECK ((char_length(prefix) = 8));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_scopes_check CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['otp:write'::text, 'status:read'::text])));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_types_check CHECK ((types = ANY (ARRAY['contract'::text, 'all'::text])));

ALTER TABLE api_keys ADD CONSTRAINT api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE api_keys ADD CONSTRAINT api_keys_pkey PRIMARY KEY (id);

ALTER TABLE api_keys ADD CONSTRAINT api_keys_key_hash_key UNIQUE (key_hash);

ALTER TABLE ask_rules ADD CONSTRAINT ask_rules_check CHECK (((hours_from IS NULL) = (hours_to IS NULL)));

ALTER TABLE ask_rules ADD CONSTRAINT ask_rules_most_per_day_check CHECK ((most_per_day > 0));

ALTER TABLE ask_rules ADD CONSTRAINT ask_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE ask_rules ADD CONSTRAINT ask_rules_pkey PRIMARY KEY (account_id);

ALTER TABLE assistance_requests ADD CONSTRAINT assistance_requests_asks CHECK ((((type = 'otp'::text) AND (descriptor IS NOT NULL)) OR ((type <> 'otp'::text) AND (descriptor IS NULL) AND (details IS NOT NULL))));

ALTER TABLE assistance_requests ADD CONSTRAINT assistance_requests_outcome_check CHECK ((outcome = ANY (ARRAY['accepted'::text, 'rejected'::text, 'timed_out'::text, 'cancelled'::text, 'session_ended'::text])));

ALTER TABLE assistance_requests ADD CONSTRAINT assistance_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'fulfilled'::text, 'cancelled'::text])));

ALTER TABLE assistance_requests ADD CONSTRAINT assistance_requests_type_check CHECK ((type = ANY (ARRAY['otp'::text, 'approval'::text, 'question'::text, 'picture'::text])));

ALTER TABLE assistance_requests ADD CONSTRAINT assistance_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE assistance_requests ADD CONSTRAINT assistance_requests_pkey PRIMARY KEY (id);

ALTER TABLE attempts ADD CONSTRAINT attempts_result_check CHECK ((result = ANY (ARRAY['matched'::text, 'ambiguous'::text, 'not_found'::text, 'skipped'::text, 'error'::text])));

ALTER TABLE attempts ADD CONSTRAINT attempts_request_id_fkey FOREIGN KEY (request_id) REFERENCES conciliation_requests(id) ON DELETE CASCADE;

ALTER TABLE attempts ADD CONSTRAINT attempts_pkey PRIMARY KEY (id);

ALTER TABLE attempts ADD CONSTRAINT attempts_request_id_attempt_number_key UNIQUE (request_id, attempt_number);

ALTER TABLE bank_sessions ADD CONSTRAINT bank_sessions_session_type_check CHECK ((session_type = ANY (ARRAY['one-shot'::text, 'persistent'::text])));

ALTER TABLE bank_sessions ADD CONSTRAINT bank_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE bank_sessions ADD CONSTRAINT bank_sessions_script_id_fkey FOREIGN KEY (script_id) REFERENCES scripts(id);

ALTER TABLE bank_sessions ADD CONSTRAINT bank_sessions_pkey PRIMARY KEY (id);

ALTER TABLE banks ADD CONSTRAINT banks_status_check CHECK ((status = ANY (ARRAY['active'::text, 'retired'::text])));

ALTER TABLE banks ADD CONSTRAINT banks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE banks ADD CONSTRAINT banks_pkey PRIMARY KEY (id);

ALTER TABLE banks ADD CONSTRAINT banks_code_key UNIQUE (code);

ALTER TABLE barred_pairs ADD CONSTRAINT barred_pairs_barred_by_fkey FOREIGN KEY (barred_by) REFERENCES users(id);

ALTER TABLE barred_pairs ADD CONSTRAINT barred_pairs_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id) ON DELETE CASCADE;

ALTER TABLE barred_pairs ADD CONSTRAINT barred_pairs_request_id_fkey FOREIGN KEY (request_id) REFERENCES conciliation_requests(id) ON DELETE CASCADE;

ALTER TABLE barred_pairs ADD CONSTRAINT barred_pairs_pkey PRIMARY KEY (request_id, movement_id);

ALTER TABLE browser_states ADD CONSTRAINT browser_states_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE browser_states ADD CONSTRAINT browser_states_pkey PRIMARY KEY (account_id);

ALTER TABLE code_mailboxes ADD CONSTRAINT code_mailboxes_senders_check CHECK ((cardinality(senders) > 0));

ALTER TABLE code_mailboxes ADD CONSTRAINT code_mailboxes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE code_mailboxes ADD CONSTRAINT code_mailboxes_pkey PRIMARY KEY (account_id);

ALTER TABLE code_settings ADD CONSTRAINT code_settings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE code_settings ADD CONSTRAINT code_settings_pkey PRIMARY KEY (account_id);

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_cancelled_because_check CHECK ((cancelled_because = ANY (ARRAY['withdrawn'::text, 'mode'::text])));

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_left_as_check CHECK ((left_as = ANY (ARRAY['waiting'::text, 'closed'::text])));

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'matched'::text, 'ambiguous'::text, 'not_found'::text, 'expired'::text, 'cancelled'::text, 'failed'::text])));

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_pkey PRIMARY KEY (id);

ALTER TABLE conciliation_requests ADD CONSTRAINT conciliation_requests_account_id_external_id_key UNIQUE (account_id, external_id);

ALTER TABLE counterfoil_migrations ADD CONSTRAINT counterfoil_migrations_pkey PRIMARY KEY (id);

ALTER TABLE covered_days ADD CONSTRAINT covered_days_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE covered_days ADD CONSTRAINT covered_days_pkey PRIMARY KEY (account_id);

ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_outbox_id_fkey FOREIGN KEY (outbox_id) REFERENCES outbox(id) ON DELETE CASCADE;

ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_pkey PRIMARY KEY (outbox_id, attempt_number);

ALTER TABLE endpoints ADD CONSTRAINT endpoints_test_whole CHECK (((tested_at IS NULL) = (test_outcome IS NULL)));

ALTER TABLE endpoints ADD CONSTRAINT endpoints_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE endpoints ADD CONSTRAINT endpoints_pkey PRIMARY KEY (account_id, address);

ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (id);

ALTER TABLE events ADD CONSTRAINT events_account_id_version_key UNIQUE (account_id, version);

ALTER TABLE evidence ADD CONSTRAINT evidence_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE evidence ADD CONSTRAINT evidence_pkey PRIMARY KEY (id);

ALTER TABLE kept_records ADD CONSTRAINT kept_records_what_check CHECK ((what = ANY (ARRAY['movements'::text, 'orders'::text])));

ALTER TABLE kept_records ADD CONSTRAINT kept_records_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE kept_records ADD CONSTRAINT kept_records_pkey PRIMARY KEY (account_id, what);

ALTER TABLE login_attempts ADD CONSTRAINT login_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE login_attempts ADD CONSTRAINT login_attempts_pkey PRIMARY KEY (id);

ALTER TABLE mailbox_tokens ADD CONSTRAINT mailbox_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE mailbox_tokens ADD CONSTRAINT mailbox_tokens_pkey PRIMARY KEY (user_id, print);

ALTER TABLE matches ADD CONSTRAINT matches_places_check CHECK (((nth_payment >= 0) AND (nth_order >= 0) AND ((nth_payment = 0) OR (nth_order = 0))));

ALTER TABLE matches ADD CONSTRAINT matches_chosen_by_fkey FOREIGN KEY (chosen_by) REFERENCES users(id);

ALTER TABLE matches ADD CONSTRAINT matches_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id);

ALTER TABLE matches ADD CONSTRAINT matches_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id) ON DELETE CASCADE;

ALTER TABLE matches ADD CONSTRAINT matches_request_id_fkey FOREIGN KEY (request_id) REFERENCES conciliation_requests(id) ON DELETE CASCADE;

ALTER TABLE matches ADD CONSTRAINT matches_pkey PRIMARY KEY (id);

ALTER TABLE moved_topics ADD CONSTRAINT moved_topics_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])));

ALTER TABLE moved_topics ADD CONSTRAINT moved_topics_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE moved_topics ADD CONSTRAINT moved_topics_pkey PRIMARY KEY (id);

ALTER TABLE movements ADD CONSTRAINT movements_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text));

ALTER TABLE movements ADD CONSTRAINT movements_mode_at_ingestion_check CHECK ((mode_at_ingestion = ANY (ARRAY['reconcile'::text, 'passthrough'::text])));

ALTER TABLE movements ADD CONSTRAINT movements_occurrence_check CHECK ((occurrence >= 1));

ALTER TABLE movements ADD CONSTRAINT movements_statement_format_check CHECK ((statement_format = ANY (ARRAY['ofx'::text, 'camt053'::text, 'mt940'::text, 'norma43'::text, 'csv'::text, 'spreadsheet'::text])));

ALTER TABLE movements ADD CONSTRAINT movements_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'booked'::text])));

ALTER TABLE movements ADD CONSTRAINT movements_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE movements ADD CONSTRAINT movements_pkey PRIMARY KEY (id);

ALTER TABLE movements ADD CONSTRAINT movements_account_id_identity_key_occurrence_key UNIQUE (account_id, identity_key, occurrence);

ALTER TABLE nodes ADD CONSTRAINT nodes_pkey PRIMARY KEY (id);

ALTER TABLE nodes ADD CONSTRAINT nodes_number_key UNIQUE (number);

ALTER TABLE notice_channels ADD CONSTRAINT notice_channels_kind_check CHECK ((kind = ANY (ARRAY['ntfy'::text, 'gotify'::text, 'telegram'::text, 'email'::text, 'apprise'::text])));

ALTER TABLE notice_channels ADD CONSTRAINT notice_channels_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])));

ALTER TABLE notice_channels ADD CONSTRAINT notice_channels_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE notice_channels ADD CONSTRAINT notice_channels_pkey PRIMARY KEY (id);

ALTER TABLE notices ADD CONSTRAINT notices_assistance_id_fkey FOREIGN KEY (assistance_id) REFERENCES assistance_requests(id) ON DELETE CASCADE;

ALTER TABLE notices ADD CONSTRAINT notices_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES notice_channels(id) ON DELETE CASCADE;

ALTER TABLE notices ADD CONSTRAINT notices_pkey PRIMARY KEY (assistance_id, attempt, channel_id);

ALTER TABLE order_polls ADD CONSTRAINT order_polls_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE order_polls ADD CONSTRAINT order_polls_pkey PRIMARY KEY (account_id);

ALTER TABLE outbox ADD CONSTRAINT outbox_lane_check CHECK ((lane = ANY (ARRAY['result'::text, 'notification'::text])));

ALTER TABLE outbox ADD CONSTRAINT outbox_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivering'::text, 'delivered'::text, 'exhausted'::text, 'cancelled'::text, 'held'::text])));

ALTER TABLE outbox ADD CONSTRAINT outbox_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE outbox ADD CONSTRAINT outbox_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id) ON DELETE CASCADE;

ALTER TABLE outbox ADD CONSTRAINT outbox_request_id_fkey FOREIGN KEY (request_id) REFERENCES conciliation_requests(id) ON DELETE CASCADE;

ALTER TABLE outbox ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);

ALTER TABLE outbox_sequences ADD CONSTRAINT outbox_sequences_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE outbox_sequences ADD CONSTRAINT outbox_sequences_pkey PRIMARY KEY (account_id);

ALTER TABLE push_channels ADD CONSTRAINT push_channels_language_check CHECK ((language = ANY (ARRAY['en'::text, 'es'::text])));

ALTER TABLE push_channels ADD CONSTRAINT push_channels_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE push_channels ADD CONSTRAINT push_channels_pkey PRIMARY KEY (id);

ALTER TABLE push_channels ADD CONSTRAINT push_channels_user_id_address_key UNIQUE (user_id, address);

ALTER TABLE push_identity ADD CONSTRAINT push_identity_only_one_check CHECK (only_one);

ALTER TABLE push_identity ADD CONSTRAINT push_identity_pkey PRIMARY KEY (only_one);

ALTER TABLE push_messages ADD CONSTRAINT push_messages_kind_check CHECK ((kind = ANY (ARRAY['code'::text, 'asked'::text, 'blocked'::text])));

ALTER TABLE push_messages ADD CONSTRAINT push_messages_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES push_channels(id) ON DELETE CASCADE;

ALTER TABLE push_messages ADD CONSTRAINT push_messages_pkey PRIMARY KEY (id);

ALTER TABLE realtime_tickets ADD CONSTRAINT realtime_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE realtime_tickets ADD CONSTRAINT realtime_tickets_pkey PRIMARY KEY (ticket_hash);

ALTER TABLE scrape_jobs ADD CONSTRAINT scrape_jobs_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'skipped'::text])));

ALTER TABLE scrape_jobs ADD CONSTRAINT scrape_jobs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE scrape_jobs ADD CONSTRAINT scrape_jobs_pkey PRIMARY KEY (id);

ALTER TABLE scrapes ADD CONSTRAINT scrapes_format_check CHECK ((format = ANY (ARRAY['ofx'::text, 'camt053'::text, 'mt940'::text, 'norma43'::text, 'csv'::text, 'spreadsheet'::text])));

ALTER TABLE scrapes ADD CONSTRAINT scrapes_status_check CHECK ((status = ANY (ARRAY['ingested'::text, 'quarantined'::text])));

ALTER TABLE scrapes ADD CONSTRAINT scrapes_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES users(id);

ALTER TABLE scrapes ADD CONSTRAINT scrapes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE scrapes ADD CONSTRAINT scrapes_job_id_fkey FOREIGN KEY (job_id) REFERENCES scrape_jobs(id) ON DELETE SET NULL;

ALTER TABLE scrapes ADD CONSTRAINT scrapes_script_id_fkey FOREIGN KEY (script_id) REFERENCES scripts(id);

ALTER TABLE scrapes ADD CONSTRAINT scrapes_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id);

ALTER TABLE scrapes ADD CONSTRAINT scrapes_pkey PRIMARY KEY (id);

ALTER TABLE script_comparisons ADD CONSTRAINT script_comparisons_source_check CHECK ((source = 'recordings'::text));

ALTER TABLE script_comparisons ADD CONSTRAINT script_comparisons_against_id_fkey FOREIGN KEY (against_id) REFERENCES scripts(id) ON DELETE CASCADE;

ALTER TABLE script_comparisons ADD CONSTRAINT script_comparisons_compared_by_fkey FOREIGN KEY (compared_by) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE script_comparisons ADD CONSTRAINT script_comparisons_script_id_fkey FOREIGN KEY (script_id) REFERENCES scripts(id) ON DELETE CASCADE;

ALTER TABLE script_comparisons ADD CONSTRAINT script_comparisons_pkey PRIMARY KEY (script_id);

ALTER TABLE script_runs ADD CONSTRAINT script_runs_check CHECK ((finished_at >= started_at));

ALTER TABLE script_runs ADD CONSTRAINT script_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE script_runs ADD CONSTRAINT script_runs_script_id_fkey FOREIGN KEY (script_id) REFERENCES scripts(id) ON DELETE CASCADE;

ALTER TABLE script_runs ADD CONSTRAINT script_runs_pkey PRIMARY KEY (id);

ALTER TABLE scripts ADD CONSTRAINT scripts_flow_type_check CHECK ((flow_type = 'extract_transactions'::text));

ALTER TABLE scripts ADD CONSTRAINT scripts_origin_check CHECK ((origin = 'manual'::text));

ALTER TABLE scripts ADD CONSTRAINT scripts_status_check CHECK ((status = ANY (ARRAY['active'::text, 'review'::text])));

ALTER TABLE scripts ADD CONSTRAINT scripts_bank_id_fkey FOREIGN KEY (bank_id) REFERENCES banks(id);

ALTER TABLE scripts ADD CONSTRAINT scripts_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id) ON DELETE SET NULL;

ALTER TABLE scripts ADD CONSTRAINT scripts_pkey PRIMARY KEY (id);

ALTER TABLE scripts ADD CONSTRAINT scripts_bank_id_version_key UNIQUE (bank_id, version);

ALTER TABLE server_marks ADD CONSTRAINT server_marks_pkey PRIMARY KEY (name);

ALTER TABLE shadow_runs ADD CONSTRAINT shadow_runs_check CHECK (((finished_at IS NULL) = (outcome IS NULL)));

ALTER TABLE shadow_runs ADD CONSTRAINT shadow_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE shadow_runs ADD CONSTRAINT shadow_runs_against_id_fkey FOREIGN KEY (against_id) REFERENCES scripts(id) ON DELETE CASCADE;

ALTER TABLE shadow_runs ADD CONSTRAINT shadow_runs_script_id_fkey FOREIGN KEY (script_id) REFERENCES scripts(id) ON DELETE CASCADE;

ALTER TABLE shadow_runs ADD CONSTRAINT shadow_runs_pkey PRIMARY KEY (script_id, account_id);

ALTER TABLE spent_codes ADD CONSTRAINT spent_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE spent_codes ADD CONSTRAINT spent_codes_pkey PRIMARY KEY (account_id, fingerprint);

ALTER TABLE stop_notices ADD CONSTRAINT stop_notices_bank_id_fkey FOREIGN KEY (bank_id) REFERENCES banks(id);

ALTER TABLE stop_notices ADD CONSTRAINT stop_notices_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES notice_channels(id) ON DELETE CASCADE;

ALTER TABLE stop_notices ADD CONSTRAINT stop_notices_pkey PRIMARY KEY (id);

ALTER TABLE stop_notices ADD CONSTRAINT stop_notices_channel_id_bank_id_key UNIQUE (channel_id, bank_id);

ALTER TABLE telegram_bots ADD CONSTRAINT telegram_bots_pkey PRIMARY KEY (bot);

ALTER TABLE unpaid_credits ADD CONSTRAINT unpaid_credits_pkey PRIMARY KEY (movement_id);

ALTER TABLE user_keys ADD CONSTRAINT user_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;

ALTER TABLE user_keys ADD CONSTRAINT user_keys_pkey PRIMARY KEY (user_id);

ALTER TABLE users ADD CONSTRAINT users_operation_mode_check CHECK ((operation_mode = ANY (ARRAY['reconcile'::text, 'passthrough'::text])));

ALTER TABLE users ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE users ADD CONSTRAINT users_email_key_key UNIQUE (email_key);

ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id);

ALTER TABLE write_probe ADD CONSTRAINT write_probe_id_check CHECK (id);

ALTER TABLE write_probe ADD CONSTRAINT write_probe_pkey PRIMARY KEY (id);

CREATE INDEX account_due_next ON public.account_due USING btree (due_at, account_id) WHERE (due_at IS NOT NULL);

CREATE INDEX accounts_by_bank ON public.accounts USING btree (bank_id) WHERE (deleted_at IS NULL);

CREATE INDEX accounts_by_login ON public.accounts USING btree (login_id) WHERE (deleted_at IS NULL);

CREATE INDEX accounts_by_user ON public.accounts USING btree (user_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE INDEX accounts_of_unknown_login ON public.accounts USING btree (user_id, bank_id) WHERE (NOT login_known);

CREATE INDEX accounts_to_erase ON public.accounts USING btree (deleted_at) WHERE ((deleted_at IS NOT NULL) AND (erased_at IS NULL));

CREATE INDEX activity_by_age ON public.activity USING btree (occurred_at);

CREATE INDEX api_keys_by_prefix ON public.api_keys USING btree (prefix);

CREATE INDEX api_keys_by_user ON public.api_keys USING btree (user_id, created_at DESC, id DESC);

CREATE INDEX assistance_requests_by_account ON public.assistance_requests USING btree (account_id, requested_at DESC, id DESC);

CREATE INDEX assistance_requests_by_age ON public.assistance_requests USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX assistance_requests_one_pending ON public.assistance_requests USING btree (account_id) WHERE (status = 'pending'::text);

CREATE INDEX bank_sessions_by_age ON public.bank_sessions USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE UNIQUE INDEX bank_sessions_one_open ON public.bank_sessions USING btree (account_id) WHERE (ended_at IS NULL);

CREATE INDEX banks_oldest_first ON public.banks USING btree (created_at, id);

CREATE INDEX code_mailboxes_by_token ON public.code_mailboxes USING btree (token_print) WHERE (token_print IS NOT NULL);

CREATE INDEX conciliation_requests_by_age ON public.conciliation_requests USING btree (account_id, COALESCE(ordered_at, first_seen_at)) WHERE ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'ambiguous'::text, 'not_found'::text, 'failed'::text])) IS TRUE);

CREATE INDEX conciliation_requests_by_amount ON public.conciliation_requests USING btree (user_id, amount_minor, created_at DESC, id DESC);

CREATE INDEX conciliation_requests_by_status ON public.conciliation_requests USING btree (user_id, status, created_at DESC, id DESC) INCLUDE (account_id);

CREATE INDEX conciliation_requests_expired ON public.conciliation_requests USING btree (expired_at) WHERE ((status = 'expired'::text) AND (NOT past));

CREATE INDEX conciliation_requests_newest_first ON public.conciliation_requests USING btree (user_id, created_at DESC, id DESC);

CREATE INDEX conciliation_requests_of_account ON public.conciliation_requests USING btree (account_id, status, created_at DESC, id DESC);

CREATE INDEX conciliation_requests_open ON public.conciliation_requests USING btree (account_id, amount_minor) WHERE ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'ambiguous'::text, 'not_found'::text, 'failed'::text])) OR ((status = 'expired'::text) AND (NOT past)));

CREATE INDEX conciliation_requests_references ON public.conciliation_requests USING btree (account_id, status, created_at DESC, id DESC) WHERE (reference IS NOT NULL);

CREATE INDEX conciliation_requests_search ON public.conciliation_requests USING gin (search_vector(user_id, external_id, ((((((external_id || ' '::text) || COALESCE(reference, ''::text)) || ' '::text) || sender_name) || ' '::text) || COALESCE(payers, ''::text))));

CREATE INDEX conciliation_requests_separated ON public.conciliation_requests USING btree (user_id, created_at DESC, id DESC) WHERE (separated_at IS NOT NULL);

CREATE INDEX conciliation_requests_taken_back ON public.conciliation_requests USING btree (user_id, created_at DESC, id DESC) WHERE ((separated_at IS NOT NULL) OR (left_at IS NOT NULL));

CREATE INDEX conciliation_requests_unattempted ON public.conciliation_requests USING btree (account_id) WHERE ((status = 'pending'::text) AND (attempts_made = 0));

CREATE INDEX conciliation_requests_waiting ON public.conciliation_requests USING btree (account_id, amount_minor) WHERE (status = ANY (ARRAY['pending'::text, 'ambiguous'::text]));

CREATE INDEX delivery_attempts_by_age ON public.delivery_attempts USING btree (started_at);

CREATE INDEX delivery_attempts_early ON public.delivery_attempts USING btree (started_at) WHERE (early AND (outcome <> 'delivered'::text));

CREATE INDEX delivery_attempts_readable ON public.delivery_attempts USING btree (outbox_id, attempt_number) WHERE (address ~~ '%/%'::text);

CREATE INDEX events_by_age ON public.events USING btree (occurred_at);

CREATE INDEX events_of_user ON public.events USING btree (user_id, id);

CREATE INDEX evidence_by_expiry ON public.evidence USING btree (expires_at);

CREATE INDEX evidence_of_account ON public.evidence USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX login_attempts_by_account ON public.login_attempts USING btree (account_id, started_at DESC);

CREATE INDEX login_attempts_by_age ON public.login_attempts USING btree (started_at);

CREATE INDEX login_attempts_of_login ON public.login_attempts USING btree (login_id, credentials_version, started_at);

CREATE UNIQUE INDEX login_attempts_refused_once ON public.login_attempts USING btree (login_id, credentials_version, login_grant) WHERE ((outcome IS NULL) OR (outcome = ANY (ARRAY['invalid_credentials'::text, 'account_locked'::text, 'action_required'::text, 'unanswered'::text])));

CREATE INDEX matches_ended ON public.matches USING btree (movement_id) WHERE (NOT active);

CREATE INDEX matches_of_request ON public.matches USING btree (request_id, created_at DESC);

CREATE UNIQUE INDEX matches_one_per_movement ON public.matches USING btree (movement_id, nth_order) WHERE active;

CREATE UNIQUE INDEX matches_one_per_request ON public.matches USING btree (request_id, nth_payment) WHERE active;

CREATE INDEX matches_taught ON public.matches USING btree (request_id) WHERE ((forgotten_at IS NULL) AND ((active AND (chosen_by IS NOT NULL)) OR (ended_by IS NOT NULL)));

CREATE INDEX movements_by_amount ON public.movements USING btree (account_id, amount_minor, booked_date);

CREATE INDEX movements_by_day ON public.movements USING btree (account_id, booked_date);

CREATE INDEX movements_by_kind ON public.movements USING btree (account_id, ((amount_minor > (0)::numeric)), ((notified_at IS NULL)), received_at DESC, id DESC);

CREATE INDEX movements_by_payers_account ON public.movements USING btree (account_id, account_from_behind(counterparty_account) text_pattern_ops) WHERE (counterparty_account IS NOT NULL);

CREATE INDEX movements_by_size ON public.movements USING btree (account_id, abs(amount_minor), received_at DESC, id DESC);

CREATE INDEX movements_dated_ahead ON public.movements USING btree (books_on) WHERE (books_on IS NOT NULL);

CREATE INDEX movements_held ON public.movements USING btree (account_id, received_at DESC, id DESC) WHERE ((held_for <> '{}'::uuid[]) AND (excluded_at IS NULL) AND (removed_at IS NULL));

CREATE INDEX movements_newest_first ON public.movements USING btree (account_id, received_at DESC, id DESC);

CREATE INDEX movements_search ON public.movements USING gin (search_vector(account_id, external_id, ((((((external_id || ' '::text) || sender_name) || ' '::text) || COALESCE(counterparty, ''::text)) || ' '::text) || description)));

CREATE INDEX movements_unsent ON public.movements USING btree (account_id) WHERE ((queued_at IS NULL) AND (mode_at_ingestion = 'passthrough'::text) AND (amount_minor > (0)::numeric));

CREATE INDEX notice_channels_by_user ON public.notice_channels USING btree (user_id, created_at);

CREATE INDEX notices_by_channel ON public.notices USING btree (channel_id);

CREATE INDEX notices_open ON public.notices USING btree (assistance_id) WHERE (closed_at IS NULL);

CREATE INDEX outbox_by_account ON public.outbox USING btree (account_id, created_at DESC, id DESC);

CREATE INDEX outbox_by_assistance ON public.outbox USING btree (assistance_id) WHERE (assistance_id IS NOT NULL);

CREATE INDEX outbox_by_event ON public.outbox USING btree (account_id, event, created_at DESC, id DESC);

CREATE INDEX outbox_by_movement ON public.outbox USING btree (movement_id) WHERE (movement_id IS NOT NULL);

CREATE INDEX outbox_by_request ON public.outbox USING btree (request_id) WHERE (request_id IS NOT NULL);

CREATE INDEX outbox_leases ON public.outbox USING btree (leased_until) WHERE (status = 'delivering'::text);

CREATE INDEX outbox_notifications_by_age ON public.outbox USING btree (created_at) WHERE (lane = 'notification'::text);

CREATE INDEX outbox_oldest ON public.outbox USING btree (account_id, created_at, id) WHERE (status = 'pending'::text);

CREATE INDEX outbox_readable ON public.outbox USING btree (id) WHERE (SUBSTRING(body FROM 1 FOR 1) = '\x7b'::bytea);

CREATE INDEX outbox_stopped ON public.outbox USING btree (account_id, status, created_at DESC, id DESC) WHERE (status = ANY (ARRAY['exhausted'::text, 'held'::text, 'cancelled'::text]));

CREATE INDEX outbox_waiting ON public.outbox USING btree (account_id, lane, background, LEAST(due_at, early_at), id) WHERE (status = 'pending'::text);

CREATE INDEX push_messages_due ON public.push_messages USING btree (due_at);

CREATE INDEX push_messages_of_assistance ON public.push_messages USING btree (assistance_id);

CREATE INDEX push_messages_of_channel ON public.push_messages USING btree (channel_id);

CREATE INDEX realtime_tickets_by_expiry ON public.realtime_tickets USING btree (expires_at);

CREATE INDEX scrape_jobs_by_account ON public.scrape_jobs USING btree (account_id, requested_at DESC);

CREATE INDEX scrape_jobs_by_age ON public.scrape_jobs USING btree (finished_at) WHERE (finished_at IS NOT NULL);

CREATE UNIQUE INDEX scrape_jobs_one_queued ON public.scrape_jobs USING btree (account_id) WHERE (status = 'queued'::text);

CREATE INDEX scrapes_by_account ON public.scrapes USING btree (account_id, finished_at DESC);

CREATE INDEX scrapes_by_age ON public.scrapes USING btree (finished_at);

CREATE INDEX scrapes_of_job ON public.scrapes USING btree (job_id) WHERE (job_id IS NOT NULL);

CREATE INDEX script_comparisons_against ON public.script_comparisons USING btree (against_id);

CREATE INDEX script_comparisons_by_user ON public.script_comparisons USING btree (compared_by);

CREATE INDEX script_runs_by_age ON public.script_runs USING btree (finished_at);

CREATE INDEX script_runs_of_account ON public.script_runs USING btree (account_id);

CREATE INDEX script_runs_of_script ON public.script_runs USING btree (script_id, finished_at DESC);

CREATE INDEX scripts_newest_first ON public.scripts USING btree (created_at DESC, id DESC);

CREATE INDEX scripts_of_bank ON public.scripts USING btree (bank_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX scripts_one_active_per_bank ON public.scripts USING btree (bank_id) WHERE (status = 'active'::text);

CREATE INDEX shadow_runs_against ON public.shadow_runs USING btree (against_id);

CREATE INDEX shadow_runs_of_account ON public.shadow_runs USING btree (account_id);

CREATE INDEX stop_notices_due ON public.stop_notices USING btree (due_at);

CREATE INDEX stop_notices_of_bank ON public.stop_notices USING btree (bank_id);

CREATE INDEX unpaid_credits_newest_first ON public.unpaid_credits USING btree (account_id, received_at DESC, movement_id DESC);

CREATE INDEX webhook_secrets_by_account ON public.webhook_secrets USING btree (account_id);

CREATE UNIQUE INDEX webhook_secrets_one_present ON public.webhook_secrets USING btree (account_id) WHERE (expires_at IS NULL);

CREATE OR REPLACE FUNCTION public.a_changed_account_is_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_further(new.id, 'account.changed', jsonb_build_object('status', new.status,
    'scrape_blocked_at', to_char(new.scrape_blocked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scrape_blocked_reason', new.scrape_blocked_reason));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.a_changed_credit_is_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from unpaid_credits where movement_id = new.id;
  if new.amount_minor > 0 and not exists (select from matches x where x.movement_id = new.id and x.active) then
    insert into unpaid_credits (movement_id, account_id, received_at) values (new.id, new.account_id, new.received_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.a_credit_is_paid_no_more()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unpaid_credits (movement_id, account_id, received_at)
    select m.id, m.account_id, m.received_at from movements m
    where m.id = old.movement_id and m.amount_minor > 0
      and not exists (select from matches x where x.movement_id = m.id and x.active)
    for share of m
    on conflict (movement_id) do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.a_disabled_endpoint_is_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_further(new.account_id, 'endpoint.disabled', '{}');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.account_from_behind(number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN reverse(upper(regexp_replace(number, '[^[:alnum:]]+'::text, ''::text, 'g'::text)));

CREATE OR REPLACE FUNCTION public.an_exhausted_delivery_is_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_further(new.account_id, 'delivery.exhausted', jsonb_build_object('delivery_id', new.id, 'event', new.event,
    'request_id', new.request_id, 'movement_id', new.movement_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_terms(bank uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object(
    'creator', b.created_by,
    'origins', to_jsonb(b.origins),
    'requests', coalesce((
      select jsonb_agg(distinct (r ->> 'method') || ' ' || (r ->> 'path') || coalesce(
        ' (' || (select string_agg(p, ', ' order by n) from jsonb_array_elements_text(r -> 'phases') with ordinality as t(p, n)) || ')', '')
        || case when r -> 'readable' = 'true' then ', and the script reads the answers' else '' end)
      from scripts s, jsonb_array_elements(s.manifest -> 'requests') r
      where s.bank_id = b.id and s.status = 'active' and coalesce(r -> 'phases', '[]') <> '["login"]'), '[]'))
    || coalesce((
      select jsonb_build_object('login', jsonb_agg(distinct (r ->> 'method') || ' ' || (r ->> 'path')))
      from scripts s, jsonb_array_elements(s.manifest -> 'requests') r
      where s.bank_id = b.id and s.status = 'active' and r -> 'phases' ? 'login'
      having count(*) > 0), '{}')
    || coalesce((
      select jsonb_build_object('passwordFields', s.manifest -> 'passwordFields')
      from scripts s where s.bank_id = b.id and s.status = 'active' and s.manifest ? 'passwordFields'), '{}')
  from banks b where b.id = bank
$function$;

CREATE OR REPLACE FUNCTION public.credits_are_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from unpaid_credits u using now_rows n where u.movement_id = n.movement_id and n.active;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.drop_unused_mailbox_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from mailbox_tokens t using accounts a
  where a.id = old.account_id and t.user_id = a.user_id and t.print = old.token_print
    and not exists (select from code_mailboxes m where m.token_print = t.print);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.erased_credits_are_forgotten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from unpaid_credits where movement_id = any(array(select id from before_rows));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.further_asks_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status = 'pending' then
    perform tell_further(new.account_id, 'assistance.opened', jsonb_build_object('id', new.id, 'type', new.type,
      'prompt', new.prompt, 'number', new.details -> 'number', 'question', new.details -> 'question',
      'choices', new.details -> 'choices', 'length', new.details -> 'length', 'attempts', new.attempts,
      'expires_at', to_char(new.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  else
    perform tell_further(new.account_id, 'assistance.closed',
      jsonb_build_object('id', new.id, 'type', new.type, 'outcome', new.outcome));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.movements_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_further(c.account_id, 'movements.stored', jsonb_build_object('count', c.count, 'movement_ids', c.ids))
  from (
    select r.account_id, count(*) as count, jsonb_agg(r.id order by r.nth) filter (where r.nth <= 20) as ids
    from (
      select n.account_id, n.id, row_number() over (partition by n.account_id order by n.received_at desc, n.id desc) as nth
      from now_rows n
    ) r
    group by r.account_id
  ) c;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.movements_to_match()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into account_work (account_id, kind, scrape_id)
    select distinct account_id, 'match', last_scrape_id from inserted
    where mode_at_ingestion = 'reconcile' and amount_minor > 0
    on conflict (account_id, kind, scrape_id, request_id) do update set id = default;
  update account_due set due_at = least(due_at, now()), wakes = wakes + 1
    where account_id in (select account_id from inserted);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.new_credits_are_unpaid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unpaid_credits (movement_id, account_id, received_at)
    select id, account_id, received_at from now_rows where amount_minor > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.new_orders_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_further(c.account_id, 'orders.' || c.status, jsonb_build_object('count', c.count, 'orders', c.orders))
  from (
    select r.account_id, r.status, count(*) as count,
      jsonb_agg(jsonb_build_object('id', r.id, 'external_id', r.external_id) order by r.nth) filter (where r.nth <= 20) as orders
    from (
      select n.account_id, n.status, n.id, n.external_id,
        row_number() over (partition by n.account_id, n.status order by n.created_at, n.id) as nth
      from now_rows n
    ) r
    group by r.account_id, r.status
  ) c;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.orders_are_told()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_further(c.account_id, 'orders.' || c.status, jsonb_build_object('count', c.count, 'orders', c.orders))
  from (
    select r.account_id, r.status, count(*) as count,
      jsonb_agg(jsonb_build_object('id', r.id, 'external_id', r.external_id) order by r.nth) filter (where r.nth <= 20) as orders
    from (
      select n.account_id, n.status, n.id, n.external_id,
        row_number() over (partition by n.account_id, n.status order by n.created_at, n.id) as nth
      from now_rows n
      where n.status <> 'processing'
        and not exists (select from before_rows b where b.id = n.id and b.status = n.status)
    ) r
    group by r.account_id, r.status
  ) c;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.phones_ring()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.type in ('assistance.fulfilled', 'assistance.cancelled', 'assistance.closed') then
    delete from push_messages where assistance_id = (new.data ->> 'id')::uuid;
  elsif new.type in ('assistance.requested', 'assistance.opened') then
    insert into push_messages (channel_id, kind, assistance_id, expires_at)
    select c.id, case new.type when 'assistance.requested' then 'code' else 'asked' end,
      (new.data ->> 'id')::uuid, (new.data ->> 'expires_at')::timestamptz
    from push_channels c where c.user_id = new.user_id and (new.data ->> 'attempts')::integer = 0;
  else
    insert into push_messages (channel_id, kind, expires_at)
    select c.id, 'blocked', clock_timestamp() + interval '12 hours' from push_channels c where c.user_id = new.user_id;
    insert into stop_notices (channel_id, bank_id, expires_at)
    select c.id, a.bank_id, clock_timestamp() + interval '12 hours'
    from notice_channels c join accounts a on a.id = new.account_id where c.user_id = new.user_id
    on conflict (channel_id, bank_id) do update
      set told_at = null, due_at = excluded.due_at, expires_at = excluded.expires_at
      where stop_notices.told_at < clock_timestamp() - interval '2 minutes';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.records_are_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into kept_records (account_id, what, count)
      select account_id, tg_argv[0], count(*) from changed group by account_id order by account_id
      on conflict (account_id, what) do update set count = kept_records.count + excluded.count;
  else
    update kept_records k set count = k.count - gone.count
      from (select account_id, count(*) as count from changed group by account_id) gone
      where k.account_id = gone.account_id and k.what = tg_argv[0];
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.search_query(owner uuid, question text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (string_agg((quote_literal(("right"((search_query.owner)::text, 8) || s.word)) || ':*'::text), ' & '::text))::tsquery AS string_agg FROM regexp_split_to_table(search_text("left"(search_query.question, 200)), '[^[:alnum:]]+'::text) s(word) WHERE (s.word <> ''::text));

CREATE OR REPLACE FUNCTION public.search_text(plain text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (octet_length(plain) = length(plain)) THEN lower("left"(plain, 500)) ELSE regexp_replace(lower("left"(NORMALIZE("left"(plain, 500), NFKD), 500)), '[\u0300-\u036f]+'::text, ''::text, 'g'::text) END;

CREATE OR REPLACE FUNCTION public.search_vector(owner uuid, reference text, plain text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector(string_to_array((("right"((owner)::text, 8) || regexp_replace(lower("left"(reference, 100)), '[^[:alnum:]]+'::text, ''::text, 'g'::text)) || regexp_replace((' '::text || search_text(plain)), '[^[:alnum:]]+'::text, (' '::text || "right"((owner)::text, 8)), 'g'::text)), ' '::text));

CREATE OR REPLACE FUNCTION public.tell_further(account uuid, what text, content jsonb)
 RETURNS void
 LANGUAGE sql
AS $function$
  with told as (
    insert into events (account_id, user_id, type, data, occurred_at)
    select a.id, a.user_id, what, content, clock_timestamp() from accounts a where a.id = account and a.deleted_at is null
    returning id
  )
  select pg_notify('counterfoil_events', id::text) from told
$function$;

CREATE OR REPLACE FUNCTION public.the_key_goes_too()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from account_keys where account_id = old.id;
  return null;
end $function$;

CREATE TRIGGER a_changed_account_is_told AFTER UPDATE ON public.accounts FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) OR (new.scrape_blocked_at IS DISTINCT FROM old.scrape_blocked_at) OR (new.name IS DISTINCT FROM old.name))) EXECUTE FUNCTION a_changed_account_is_told();

CREATE TRIGGER the_key_goes_too AFTER DELETE ON public.accounts FOR EACH ROW EXECUTE FUNCTION the_key_goes_too();

CREATE TRIGGER changed_further_asks_are_told AFTER UPDATE ON public.assistance_requests FOR EACH ROW WHEN (((new.type <> 'otp'::text) AND ((new.status IS DISTINCT FROM old.status) OR (new.attempts IS DISTINCT FROM old.attempts)) AND ((new.status <> 'pending'::text) OR ((new.attempts > old.attempts) AND (new.attempts < 2))))) EXECUTE FUNCTION further_asks_are_told();

CREATE TRIGGER further_asks_are_told AFTER INSERT ON public.assistance_requests FOR EACH ROW WHEN ((new.type <> 'otp'::text)) EXECUTE FUNCTION further_asks_are_told();

CREATE TRIGGER drop_unused_mailbox_token AFTER DELETE OR UPDATE OF token_print ON public.code_mailboxes FOR EACH ROW WHEN ((old.token_print IS NOT NULL)) EXECUTE FUNCTION drop_unused_mailbox_token();

CREATE TRIGGER erased_orders_are_counted AFTER DELETE ON public.conciliation_requests REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_are_counted('orders');

CREATE TRIGGER new_orders_are_told AFTER INSERT ON public.conciliation_requests REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION new_orders_are_told();

CREATE TRIGGER orders_are_counted AFTER INSERT ON public.conciliation_requests REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_are_counted('orders');

CREATE TRIGGER orders_are_told AFTER UPDATE ON public.conciliation_requests REFERENCING OLD TABLE AS before_rows NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION orders_are_told();

CREATE TRIGGER a_disabled_endpoint_is_told AFTER UPDATE ON public.endpoints FOR EACH ROW WHEN (((new.disabled_at IS NOT NULL) AND (old.disabled_at IS NULL))) EXECUTE FUNCTION a_disabled_endpoint_is_told();

CREATE TRIGGER phones_ring AFTER INSERT ON public.events FOR EACH ROW WHEN (((new.type = ANY (ARRAY['assistance.requested'::text, 'assistance.fulfilled'::text, 'assistance.cancelled'::text, 'assistance.opened'::text, 'assistance.closed'::text])) OR ((new.type = 'login.failed'::text) AND ((new.data ->> 'blocked'::text) = 'true'::text)))) EXECUTE FUNCTION phones_ring();

CREATE TRIGGER a_credit_is_paid_no_more AFTER UPDATE OF active ON public.matches FOR EACH ROW WHEN ((old.active AND (NOT new.active))) EXECUTE FUNCTION a_credit_is_paid_no_more();

CREATE TRIGGER a_credit_is_paid_no_more_at_all AFTER DELETE ON public.matches FOR EACH ROW WHEN (old.active) EXECUTE FUNCTION a_credit_is_paid_no_more();

CREATE TRIGGER credits_are_paid AFTER INSERT ON public.matches REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION credits_are_paid();

CREATE TRIGGER a_changed_credit_is_unpaid AFTER UPDATE OF received_at, amount_minor ON public.movements FOR EACH ROW WHEN (((old.received_at <> new.received_at) OR ((old.amount_minor > (0)::numeric) <> (new.amount_minor > (0)::numeric)))) EXECUTE FUNCTION a_changed_credit_is_unpaid();

CREATE TRIGGER erased_credits_are_forgotten AFTER DELETE ON public.movements REFERENCING OLD TABLE AS before_rows FOR EACH STATEMENT EXECUTE FUNCTION erased_credits_are_forgotten();

CREATE TRIGGER erased_movements_are_counted AFTER DELETE ON public.movements REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_are_counted('movements');

CREATE TRIGGER movements_are_counted AFTER INSERT ON public.movements REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION records_are_counted('movements');

CREATE TRIGGER movements_are_matched AFTER INSERT ON public.movements REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION movements_to_match();

CREATE TRIGGER movements_are_told AFTER INSERT ON public.movements REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION movements_are_told();

CREATE TRIGGER new_credits_are_unpaid AFTER INSERT ON public.movements REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION new_credits_are_unpaid();

CREATE TRIGGER an_exhausted_delivery_is_told AFTER UPDATE ON public.outbox FOR EACH ROW WHEN (((new.status = 'exhausted'::text) AND (old.status <> 'exhausted'::text))) EXECUTE FUNCTION an_exhausted_delivery_is_told();
