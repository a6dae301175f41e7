import { type AttemptEnd, type BegunAttempt, DeliveryRepository } from "@counterfoil/core"
import { Clock, Duration, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { rowsAs, run, storableText } from "./rows.ts"
import { together } from "./together.ts"

const claimedRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    messageId: Schema.String,
    accountId: Schema.String,
    lane: Schema.Literals(["result", "notification"]),
    event: Schema.String,
    body: Schema.Uint8Array,
    attempt: Schema.Int,
    scheduledAttempt: Schema.Int,
    early: Schema.Boolean,
    sinceFirstMs: Schema.Finite
  })
)

const settledRows = rowsAs(Schema.Struct({ movementId: Schema.NullOr(Schema.String) }))
const endpointRows = rowsAs(Schema.Struct({ accountId: Schema.String, url: Schema.String }))

/** What runs behind live traffic gets of the places. */
const half = (places: number) => Math.max(1, Math.floor(places / 2))

interface Endpoint {
  readonly accountId: string
  readonly url: string
}

interface Settled {
  readonly attempt: BegunAttempt
  readonly end: AttemptEnd
  readonly recovery: { readonly perEndpoint: number; readonly pullSpacing: Duration.Duration }
}

/** Where each account's messages go. */
const targets = `(
  select account_id, lane, url, lower(substring(url from '^[a-zA-Z]+://(\\[[^]]*]|[^/?#:]*)')) as host
  from account_settings
  cross join lateral (values ('result', webhook_url), ('notification', notification_endpoint_url)) as u (lane, url)
  where url <> '')`

export const DeliveryRepositorySql: Layer.Layer<DeliveryRepository, never, SqlClient.SqlClient> = Layer.effect(
  DeliveryRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const targetsSql = sql.literal(targets)
    const interval = (duration: Duration.Duration) =>
      sql`(${Duration.toMillis(duration)}::float8 * interval '1 millisecond')`
    const inTransaction = <A>(effect: Effect.Effect<A>): Effect.Effect<A> => Effect.orDie(sql.withTransaction(effect))

    /** Now by our clock: when something is due. Only leases go by the database's, which all nodes share. */
    const timed = <A>(effect: (at: Statement.Fragment) => Effect.Effect<A>): Effect.Effect<A> =>
      Effect.flatMap(Clock.currentTimeMillis, (ms) => effect(sql`${new Date(ms).toISOString()}::timestamptz`))

    /** An attempt that a crash cut off; it is made again. */
    const takeBackLapsed = (at: Statement.Fragment) => sql`update outbox set status = 'pending', leased_until = null,
        early_at = case when due_at > ${at} then ${at} end
      where status = 'delivering' and leased_until <= now()`

    /** A person holds back results only: notifications are about now. */
    const isPaused = sql.literal(`(e.paused_at is not null and w.lane = 'result')`)

    const parkHomeless = (
      at: Statement.Fragment
    ) => sql`update outbox o set status = case when p.pointless then 'cancelled' else 'held' end
      from (
        select w.id, a.deleted_at is not null or w.lane = 'notification' as pointless
        from outbox w
        join accounts a on a.id = w.account_id
        left join ${targetsSql} t on t.account_id = w.account_id and t.lane = w.lane
        left join endpoints e on e.account_id = t.account_id and e.url = t.url
        where w.status = 'pending' and least(w.due_at, w.early_at) <= ${at}
          and (a.deleted_at is not null or t.url is null or e.disabled_at is not null or ${isPaused})
        for update of w skip locked) p
      where o.id = p.id`

    const probe = (at: Statement.Fragment, probeInterval: Duration.Duration) =>
      sql`update outbox o set early_at = ${at}
        from endpoints e
        join ${targetsSql} t on t.account_id = e.account_id and t.url = e.url and t.lane = 'result'
        cross join lateral (
          select w.id, least(w.due_at, w.early_at) as at from outbox w
          where w.account_id = e.account_id and w.lane = 'result' and w.status = 'pending'
          order by w.created_at, w.id limit 1) oldest
        where e.failures > 0 and e.disabled_at is null and e.paused_at is null and e.last_failure_at <= ${at} - ${interval(probeInterval)}
          and oldest.at > ${at} and o.id = oldest.id and o.status = 'pending'
          and not exists (select from outbox d
            where d.account_id = e.account_id and d.lane = 'result' and d.status = 'delivering')`

    const endAttempt = (at: Statement.Fragment, attempt: BegunAttempt, end: AttemptEnd) =>
      run(sql`update delivery_attempts set finished_at = ${at}, outcome = ${end.outcome}, http_status = ${end.httpStatus},
        response = ${end.response === null ? null : storableText(end.response)}, fault = ${end.fault}
        where id = ${attempt.id}`)

    /** The message, as long as this attempt still holds it. */
    const mine = ({ delivery }: BegunAttempt) =>
      sql`id = ${delivery.id} and status = 'delivering' and attempts_made = ${delivery.attempt}`

    const endpointFailed = (at: Statement.Fragment, { accountId, url }: Endpoint) =>
      run(sql`insert into endpoints (account_id, url, failures, last_failure_at, allowance)
        values (${accountId}, ${url}, 1, ${at}, 1)
        on conflict (account_id, url) do update set failures = endpoints.failures + 1, last_failure_at = ${at}, allowance = 1`)

    /** The endpoints, each once, in the order in which every transaction locks them. */
    const places = (attempts: ReadonlyArray<BegunAttempt>) =>
      sql`(select distinct * from unnest(${attempts.map(({ delivery }) => delivery.accountId)}::uuid[],
        ${attempts.map(({ url }) => url)}::text[]) as i (account_id, url))`

    const endpointsSucceeded = (at: Statement.Fragment, attempts: ReadonlyArray<BegunAttempt>, perEndpoint: number) =>
      run(sql`insert into endpoints (account_id, url, last_success_at)
        select account_id, url, ${at} from ${places(attempts)} p order by account_id, url
        on conflict (account_id, url) do update set last_success_at = ${at},
          allowance = case when endpoints.allowance * 2 < ${perEndpoint} then endpoints.allowance * 2 end`)

    /** Those that had failed before; then two may be in flight, and after the next success twice as many. */
    const endpointsRecovered = (
      at: Statement.Fragment,
      attempts: ReadonlyArray<BegunAttempt>,
      perEndpoint: number,
      pullSpacing: Duration.Duration
    ) =>
      endpointRows(sql`update endpoints e set failures = 0, last_success_at = ${at},
          allowance = case when 2 < ${perEndpoint} then 2 end,
          recovered_at = case when recovered_at > ${at} then recovered_at
            else greatest(${at}, recovered_at + ${interval(pullSpacing)}) end
        from (select f.account_id, f.url from endpoints f join ${places(attempts)} p
          on p.account_id = f.account_id and p.url = f.url
          where f.failures > 0 order by f.account_id, f.url for update of f) w
        where e.account_id = w.account_id and e.url = w.url
        returning e.account_id as "accountId", e.url`)

    const pullForward = ({ accountId, url }: Endpoint) =>
      run(sql`update outbox o set early_at = least(o.early_at, w.recovered_at)
        from (
          select p.id, e.recovered_at from endpoints e
          join outbox p on p.account_id = e.account_id and p.lane = 'result' and p.status = 'pending'
          where e.account_id = ${accountId} and e.url = ${url} and p.due_at > e.recovered_at
          order by p.id for update of p) w
        where o.id = w.id`)

    const beginAll = (attempts: ReadonlyArray<BegunAttempt>) =>
      timed((at) =>
        run(sql`insert into delivery_attempts (id, outbox_id, attempt_number, url, early, started_at)
          select id, outbox_id, number, url, early, ${at} from unnest(${attempts.map(({ id }) => id)}::uuid[],
            ${attempts.map(({ delivery }) => delivery.id)}::uuid[],
            ${attempts.map(({ delivery }) => delivery.attempt)}::int[], ${attempts.map(({ url }) => url)}::text[],
            ${attempts.map(({ delivery }) => delivery.early)}::boolean[]) as i (id, outbox_id, number, url, early)`)
      )

    /** Delivered, so each has a status and an answer and no fault. */
    const endAttempts = (at: Statement.Fragment, settled: ReadonlyArray<Settled>) =>
      run(sql`update delivery_attempts a set finished_at = ${at}, outcome = i.outcome,
          http_status = nullif(i.http_status, 0), response = i.response
        from unnest(${settled.map(({ attempt }) => attempt.id)}::uuid[], ${settled.map(({ end }) => end.outcome)}::text[],
          ${settled.map(({ end }) => end.httpStatus ?? 0)}::int[],
          ${settled.map(({ end }) => storableText(end.response ?? ""))}::text[]) as i (id, outcome, http_status, response)
        where a.id = i.id`)

    /** The messages that these attempts still hold; locked by id first, as whoever cancels does. */
    const deliverAll = (at: Statement.Fragment, settled: ReadonlyArray<Settled>) =>
      settledRows(sql`update outbox o set status = 'delivered', delivered_at = ${at}, leased_until = null
        from (select m.id from outbox m
          join unnest(${settled.map(({ attempt }) => attempt.delivery.id)}::uuid[],
            ${settled.map(({ attempt }) => attempt.delivery.attempt)}::int[]) as i (id, attempt) on i.id = m.id
          where m.status = 'delivering' and m.attempts_made = i.attempt order by m.id for update of m) w
        where o.id = w.id returning o.movement_id as "movementId"`)

    const settleAll = (settled: ReadonlyArray<Settled>) =>
      timed((at) =>
        inTransaction(
          Effect.gen(function* () {
            const [first] = settled
            if (first === undefined) return
            const attempts = settled.map(({ attempt }) => attempt)
            const { perEndpoint, pullSpacing } = first.recovery
            yield* endAttempts(at, settled)
            const told = (yield* deliverAll(at, settled)).flatMap(({ movementId }) => movementId ?? [])
            if (told.length > 0) {
              yield* run(
                sql`update movements set notified_at = coalesce(notified_at, ${at}) where id = any(${told}::uuid[])`
              )
            }
            const recovered = yield* endpointsRecovered(at, attempts, perEndpoint, pullSpacing)
            yield* Effect.forEach(recovered, pullForward, { discard: true })
            const steady = attempts.filter(
              ({ delivery, url }) => !recovered.some((one) => one.accountId === delivery.accountId && one.url === url)
            )
            if (steady.length > 0) yield* endpointsSucceeded(at, steady, perEndpoint)
          })
        )
      )

    const begin = together(beginAll)
    const settleTogether = together(settleAll)

    const endpointOf = ({ delivery, url }: BegunAttempt): Endpoint => ({ accountId: delivery.accountId, url })

    return DeliveryRepository.of({
      sweep: (probeInterval) =>
        timed((at) =>
          Effect.andThen(Effect.andThen(run(takeBackLapsed(at)), run(parkHomeless(at))), run(probe(at, probeInterval)))
        ),
      claim: ({ lease, limit, perEndpoint, perHost }) =>
        timed((at) =>
          inTransaction(
            Effect.andThen(
              // One claim at a time over all nodes, so that the limits hold; a node that stalls meanwhile loses its session.
              run(sql`select set_config('idle_in_transaction_session_timeout', '10s', true),
            pg_advisory_xact_lock(hashtextextended('counterfoil.delivery', 0))`),
              claimedRows(sql`with running as (
              select t.account_id, t.url, t.host, count(*) as n
              from outbox o join ${targetsSql} t on t.account_id = o.account_id and t.lane = o.lane
              where o.status = 'delivering' group by t.account_id, t.url, t.host),
            place as (
              select w.account_id, w.lane, w.background, t.url, t.host, coalesce(e.allowance, ${perEndpoint}) as allowance
              from (select distinct account_id, lane, background from outbox
                where status = 'pending' and least(due_at, early_at) <= ${at}) w
              join accounts a on a.id = w.account_id and a.deleted_at is null
              join ${targetsSql} t on t.account_id = w.account_id and t.lane = w.lane
              left join endpoints e on e.account_id = t.account_id and e.url = t.url
              where e.disabled_at is null and not coalesce(${isPaused}, false)),
            candidate as (
              select due.id, due.at, p.background, p.host,
                case when p.background then greatest(p.allowance / 2, 1) else p.allowance end as allowance,
                coalesce(r.n, 0) + row_number() over (
                  partition by p.account_id, p.url order by p.background, due.at, due.id) as nth
              from place p
              left join running r on r.account_id = p.account_id and r.url = p.url
              cross join lateral (
                select o.id, least(o.due_at, o.early_at) as at from outbox o
                where o.account_id = p.account_id and o.lane = p.lane and o.status = 'pending'
                  and o.background = p.background and least(o.due_at, o.early_at) <= ${at}
                order by least(o.due_at, o.early_at), o.id limit ${perEndpoint} for update skip locked) due),
            ranked as (
              select c.id, c.at, c.background, c.nth, coalesce(h.n, 0) + row_number() over (
                partition by c.host order by c.background, c.nth, c.at, c.id) as nth_at_host
              from candidate c left join (select host, sum(n) as n from running group by host) h on h.host = c.host
              where c.nth <= c.allowance),
            taken as (
              select id from ranked where nth_at_host <= case when background then ${half(perHost)}::int else ${perHost}::int end
              order by background, nth, at, id limit ${limit})
            update outbox o set status = 'delivering', leased_until = now() + ${interval(lease)},
              attempts_made = o.attempts_made + 1, early_attempts = o.early_attempts + (o.due_at > ${at})::int,
              early_at = null
            from taken where o.id = taken.id
            returning o.id, o.message_id as "messageId", o.account_id as "accountId", o.lane, o.event, o.body,
              o.attempts_made as attempt, o.attempts_made - o.early_attempts as "scheduledAttempt",
              o.due_at > ${at} as early,
              coalesce((select extract(epoch from ${at} - f.started_at) * 1000 from delivery_attempts f
                where f.outbox_id = o.id order by f.attempt_number limit 1), 0)::float8 as "sinceFirstMs"`)
            )
          )
        ),
      begin,
      settleDelivered: (attempt, end, recovery) => settleTogether({ attempt, end, recovery }),
      settleFailed: (attempt, end, waitMs) =>
        timed((at) =>
          inTransaction(
            Effect.gen(function* () {
              yield* endAttempt(at, attempt, end)
              yield* run(
                waitMs === null
                  ? sql`update outbox set status = 'exhausted', leased_until = null where ${mine(attempt)}`
                  : sql`update outbox set status = 'pending', leased_until = null,
                due_at = greatest(case when ${attempt.delivery.early} then due_at end,
                  ${at} + ${interval(Duration.millis(waitMs))})
              where ${mine(attempt)}`
              )
              yield* endpointFailed(at, endpointOf(attempt))
            })
          )
        ),
      settleGone: (attempt, end) =>
        timed((at) =>
          inTransaction(
            Effect.gen(function* () {
              const { accountId, url } = endpointOf(attempt)
              yield* endAttempt(at, attempt, end)
              yield* run(sql`insert into endpoints (account_id, url, failures, last_failure_at, allowance, disabled_at)
            values (${accountId}, ${url}, 1, ${at}, 1, ${at})
            on conflict (account_id, url) do update set failures = endpoints.failures + 1, last_failure_at = ${at},
              allowance = 1, disabled_at = ${at}`)
              yield* run(sql`update outbox set status = 'held', leased_until = null where ${mine(attempt)}`)
              yield* run(sql`update outbox set status = 'held' where id in (
            select o.id from outbox o join account_settings s on s.account_id = o.account_id and s.webhook_url = ${url}
            where o.account_id = ${accountId} and o.lane = 'result' and o.status = 'pending' order by o.id for update of o)`)
              // The settings have named another URL meanwhile: it goes there.
              yield* run(sql`update outbox o set status = 'pending', due_at = ${at} from account_settings s
            where o.id = ${attempt.delivery.id} and o.status = 'held' and s.account_id = o.account_id
              and s.webhook_url <> ${url}`)
            })
          )
        )
    })
  })
)
