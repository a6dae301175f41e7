/** Takes what is due, over all nodes within the limits, and records that its attempts begin. */
import type { ClaimLimits } from "@counterfoil/core"
import type { SqlClient, Statement } from "effect/sql"
import { interval, isPaused, places, targets } from "./places.ts"

/** Replays in bulk run in the background: they get half of the permits of an endpoint or host, and at least one. */
const half = (permits: number) => Math.max(1, Math.floor(permits / 2))

/**
 * The message of a `taken` row if it still waits, read by its key. The status is compared in a way that no index of waiting
 * messages serves: a plan made while nothing waited would use that index, and read all that waits for each message taken.
 */
const stillWaiting = "select o.id from outbox o where o.id = t.id and o.status || '' = 'pending'"

export const makeClaim = (sql: SqlClient.SqlClient) => {
  const [targetsSql, placesSql, isPausedSql] = [sql.literal(targets), sql.literal(places), sql.literal(isPaused)]
  const byIdSql = sql.literal(stillWaiting)

  return (
    at: Statement.Fragment,
    { lease, limit, perEndpoint, perHost }: ClaimLimits
  ) => sql`with recursive ${placesSql},
    running as (
      select t.account_id, t.address, t.host, count(*) as n
      from outbox o join ${targetsSql} t on t.account_id = o.account_id and t.lane = o.lane
      where o.status = 'delivering' group by t.account_id, t.address, t.host),
    open as (
      select p.account_id, p.lane, p.background, t.address, t.host, t.version, coalesce(r.n, 0) as n,
        coalesce(e.allowance, ${perEndpoint}) as allowance
      from place p
      join accounts a on a.id = p.account_id and a.deleted_at is null
      join ${targetsSql} t on t.account_id = p.account_id and t.lane = p.lane
      left join endpoints e on e.account_id = t.account_id and e.address = t.address
      left join running r on r.account_id = t.account_id and r.address = t.address
      where p.at <= ${at} and e.disabled_at is null and not coalesce(${isPausedSql}, false)
        and coalesce(r.n, 0) < coalesce(e.allowance, ${perEndpoint})),
    candidate as (
      select due.id, due.at, p.background, p.host, p.address, p.version,
        case when p.background then greatest(p.allowance / 2, 1) else p.allowance end as allowance,
        p.n + row_number() over (partition by p.account_id, p.address order by p.background, due.at, due.id) as nth
      from open p
      cross join lateral (
        select o.id, least(o.due_at, o.early_at) as at from outbox o
        where o.account_id = p.account_id and o.lane = p.lane and o.status = 'pending'
          and o.background = p.background and least(o.due_at, o.early_at) <= ${at}
        order by least(o.due_at, o.early_at), o.id limit ${perEndpoint}) due),
    ranked as (
      select c.*, coalesce(h.n, 0) + row_number() over (
        partition by c.host order by c.background, c.nth, c.at, c.id) as nth_at_host
      from candidate c left join (select host, sum(n) as n from running group by host) h on h.host = c.host
      where c.nth <= c.allowance),
    taken as materialized (
      select id, address, version from ranked
      where nth_at_host <= case when background then ${half(perHost)}::int else ${perHost}::int end
      order by background, nth, at, id limit ${limit}),
    locked as (
      select o.id, t.address, t.version from taken t cross join lateral (
        ${byIdSql} for update of o skip locked) o),
    claimed as (
      update outbox o set status = 'delivering', leased_until = now() + ${interval(sql, lease)},
        attempts_made = o.attempts_made + 1, early_attempts = o.early_attempts + (o.due_at > ${at})::int, early_at = null
      from locked where o.id = locked.id
      returning o.*, locked.address, locked.version),
    begun as (
      insert into delivery_attempts (outbox_id, attempt_number, address, early, started_at)
      select id, attempts_made, address, due_at > ${at}, ${at} from claimed)
    select c.id, c.message_id as "messageId", c.account_id as "accountId", c.lane, c.event, c.request_id as "requestId",
      c.sequence::float8 as sequence, c.body, c.address, c.trace,
      c.attempts_made as attempt, c.attempts_made - c.early_attempts as "scheduledAttempt", c.due_at > ${at} as early,
      case when c.attempts_made = 1 then 0 else coalesce((
        select extract(epoch from ${at} - f.started_at) * 1000 from delivery_attempts f
        where f.outbox_id = c.id order by f.attempt_number limit 1), 0) end::float8 as "sinceFirstMs",
      c.version || coalesce((select string_agg(w.id::text, ' ' order by w.id) from webhook_secrets w
        where w.account_id = c.account_id and (w.expires_at is null or w.expires_at > ${at})), '') as "settingsVersion",
      b.code as bank,
      coalesce((select s.version from scripts s where s.bank_id = b.id and s.status = 'active'), 'none') as version
    from claimed c join accounts a on a.id = c.account_id join banks b on b.id = a.bank_id`
}
