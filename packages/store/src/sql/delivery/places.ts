/** Where messages wait (a place: an account and a lane), and where they go (a target: an address). */
import { Duration } from "effect"
import type { SqlClient } from "effect/sql"

export const interval = (sql: SqlClient.SqlClient, duration: Duration.Duration) =>
  sql`(${Duration.toMillis(duration)}::float8 * interval '1 millisecond')`

/** Where each account's messages go. `xmin` changes with every save of the settings. */
export const targets = `(
  select s.account_id, u.lane, u.address, u.host, s.xmin::text as version
  from account_settings s
  cross join lateral (values ('result', s.webhook_address, s.webhook_host),
    ('notification', s.notification_address, s.notification_host)) as u (lane, address, host)
  where u.address <> '')`

/**
 * For `with recursive`: each account and lane in which something waits, and when the first of it is due. It jumps from
 * one to the next by the index outbox_waiting, so that it costs as much as there are places, however much waits in each.
 */
export const places = `place as (
  (select account_id, lane, background, least(due_at, early_at) as at from outbox where status = 'pending'
    order by account_id, lane, background, least(due_at, early_at), id limit 1)
  union all
  select next.* from place p cross join lateral (
    select o.account_id, o.lane, o.background, least(o.due_at, o.early_at) as at from outbox o
    where o.status = 'pending' and (o.account_id, o.lane, o.background) > (p.account_id, p.lane, p.background)
    order by o.account_id, o.lane, o.background, least(o.due_at, o.early_at), o.id limit 1) next)`

/** Whether an endpoint `e` is paused for messages of a place `p`. A pause holds back results only: notifications are about now. */
export const isPaused = `(e.paused_at is not null and p.lane = 'result')`
