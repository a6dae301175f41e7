-- Phones and browsers that ring when a bank wants a code: by Web Push, or by an ntfy topic where there is no TLS. What they get
-- names no account, bank, payer, code or amount.

-- Their addresses are sealed under a key of their owner's, the installation's own key pair under one of its own: data keys are
-- no longer of accounts alone. That of an account goes with it, as before.
alter table account_keys drop constraint account_keys_account_id_fkey;
create function the_key_goes_too() returns trigger
language plpgsql as $$
begin
  delete from account_keys where account_id = old.id;
  return null;
end $$;
create trigger the_key_goes_too after delete on accounts for each row execute function the_key_goes_too();

-- The one key pair with which push services know this installation (VAPID, RFC 8292).
create table push_identity (
  only_one boolean primary key default true check (only_one),
  public_key text not null,
  private_key_sealed bytea not null
);

create table push_channels (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind in ('web_push', 'ntfy')),
  -- A fingerprint under the owner's key: the same browser is one channel, however often it asks.
  address text not null,
  endpoint_sealed bytea not null,
  -- What the owner knows it by: "Chrome on Android".
  label text not null,
  -- Where a tap leads, and in which language it is told.
  page_origin text not null,
  language text not null check (language in ('en', 'es')),
  created_at timestamptz not null default clock_timestamp(),
  last_success_at timestamptz,
  -- Why the last try failed, in one sentence; null after a success.
  last_fault text,
  unique (user_id, address)
);

-- What is still to be told: a row goes when it was told, when its question is over, or when it is too late.
create table push_messages (
  id bigint generated always as identity primary key,
  channel_id uuid not null references push_channels (id) on delete cascade,
  kind text not null check (kind in ('code', 'blocked')),
  assistance_id uuid,
  attempts integer not null default 0,
  -- Of a message under way: when somebody else may take it up, should its sender be gone.
  due_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index push_messages_due on push_messages (due_at);
create index push_messages_of_channel on push_messages (channel_id);
create index push_messages_of_assistance on push_messages (assistance_id);

-- In the commit of what it tells of, whoever writes the event. A question rings once: who has just had a code rejected is there.
create function phones_ring() returns trigger
language plpgsql as $$
begin
  if new.type in ('assistance.fulfilled', 'assistance.cancelled') then
    delete from push_messages where assistance_id = (new.data ->> 'id')::uuid;
  elsif new.type = 'assistance.requested' then
    insert into push_messages (channel_id, kind, assistance_id, expires_at)
    select c.id, 'code', (new.data ->> 'id')::uuid, (new.data ->> 'expires_at')::timestamptz
    from push_channels c where c.user_id = new.user_id and (new.data ->> 'attempts')::integer = 0;
  else
    insert into push_messages (channel_id, kind, expires_at)
    select c.id, 'blocked', clock_timestamp() + interval '12 hours' from push_channels c where c.user_id = new.user_id;
  end if;
  return null;
end $$;
create trigger phones_ring after insert on events
  for each row when (new.type in ('assistance.requested', 'assistance.fulfilled', 'assistance.cancelled')
    or (new.type = 'login.failed' and new.data ->> 'blocked' = 'true'))
  execute function phones_ring();
