-- An ntfy topic could be reached in two ways: as a phone that rings (push_channels), and as a channel (notice_channels). Channels
-- remain, push_channels are browsers only. Topics are sealed and keys are the server's: it moves them at its next start, before
-- anybody is told of anything; this table is empty ever after.
create table moved_topics (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  address text not null,
  endpoint_sealed bytea not null,
  label text not null,
  page_origin text not null,
  language text not null check (language in ('en', 'es')),
  created_at timestamptz not null,
  last_success_at timestamptz,
  last_fault text,
  -- The open requests that the topic was told of: nobody is told of them twice.
  told uuid[] not null
);
insert into moved_topics
select c.id, c.user_id, c.address, c.endpoint_sealed, c.label, c.page_origin, c.language, c.created_at, c.last_success_at,
  c.last_fault,
  array(select r.id from assistance_requests r join accounts a on a.id = r.account_id
    where a.user_id = c.user_id and r.status = 'pending' and r.requested_at >= c.created_at
      and not exists (select from push_messages m where m.channel_id = c.id and m.assistance_id = r.id))
from push_channels c where c.kind = 'ntfy';
delete from push_channels where kind = 'ntfy';
alter table push_channels drop column kind;

-- What topics had, all channels have: a language, where a tap leads, and how the last try went.
alter table notice_channels
  add column language text not null default 'en' check (language in ('en', 'es')),
  add column page_origin text,
  add column last_success_at timestamptz,
  -- Why the last try failed, in one sentence; null after a success.
  add column last_fault text;

-- Channels are told of accounts that have stopped, too: one message for a bank and channel, however many accounts of a login
-- stop at once. A row goes when it was told or is too late.
create table stop_notices (
  id bigint generated always as identity primary key,
  channel_id uuid not null references notice_channels (id) on delete cascade,
  bank_id uuid not null references banks (id),
  -- Of one under way: when somebody else may take it up, should its sender be gone.
  due_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  unique (channel_id, bank_id)
);
create index stop_notices_due on stop_notices (due_at);
create index stop_notices_of_bank on stop_notices (bank_id);

create or replace function phones_ring() returns trigger
language plpgsql as $$
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
    on conflict (channel_id, bank_id) do nothing;
  end if;
  return null;
end $$;
