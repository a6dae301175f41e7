-- Accounts of one login stop one after the other, within seconds: the second one's stop came when the first had been told, and
-- its row was gone. A told one stays for two minutes, and what stops meanwhile at that bank is in the same message.
alter table stop_notices add column told_at timestamptz;

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
    on conflict (channel_id, bank_id) do update
      set told_at = null, due_at = excluded.due_at, expires_at = excluded.expires_at
      where stop_notices.told_at < clock_timestamp() - interval '2 minutes';
  end if;
  return null;
end $$;
