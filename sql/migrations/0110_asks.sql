-- What banks ask besides a code: an approval in their app, a question, what a picture shows.
alter table assistance_requests
  add column type text not null default 'otp' check (type in ('otp', 'approval', 'question', 'picture')),
  -- What is asked, in the script's words, where it isn't a code. A picture itself is in the memory of its login only.
  add column details jsonb,
  alter column descriptor drop not null,
  add constraint assistance_requests_asks check (
    (type = 'otp' and descriptor is not null) or (type <> 'otp' and descriptor is null and details is not null));

-- The contract's events tell of codes alone: its clients know nothing else. These are heard by those who ask for all types.
create function further_asks_are_told() returns trigger
language plpgsql as $$
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
end $$;
create trigger further_asks_are_told after insert on assistance_requests
  for each row when (new.type <> 'otp') execute function further_asks_are_told();
create trigger changed_further_asks_are_told after update on assistance_requests
  for each row when (new.type <> 'otp' and (new.status, new.attempts) is distinct from (old.status, old.attempts)
    -- A second refusal ends it, in the same commit.
    and (new.status <> 'pending' or (new.attempts > old.attempts and new.attempts < 2)))
  execute function further_asks_are_told();

-- Phones ring for these as they do for codes, with words of their own.
alter table push_messages drop constraint push_messages_kind_check;
alter table push_messages add constraint push_messages_kind_check check (kind in ('code', 'asked', 'blocked'));
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
  end if;
  return null;
end $$;
drop trigger phones_ring on events;
create trigger phones_ring after insert on events
  for each row when (new.type in ('assistance.requested', 'assistance.fulfilled', 'assistance.cancelled',
      'assistance.opened', 'assistance.closed')
    or (new.type = 'login.failed' and new.data ->> 'blocked' = 'true'))
  execute function phones_ring();
