/**
 * How attempts end: many at once, each kind in one statement. Everybody takes locks in the same order, endpoints before
 * messages. The counts over `endpoint` below only enforce that order: without them Postgres could lock the messages first.
 */
import type { AttemptEnd, BegunAttempt } from "@counterfoil/core"
import { type Duration, Effect, Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { rowsAs, run, storableText } from "../rows.ts"
import { transaction } from "../transaction.ts"
import { atNow } from "../atNow.ts"
import { interval } from "./places.ts"

const deliveredRows = rowsAs(
  Schema.Struct({ accountId: Schema.String, address: Schema.String, waiting: Schema.NullOr(Schema.String) })
)

const disabledMessage =
  "The webhook endpoint answered 410 and is disabled: its webhooks wait until it is resumed, settings are saved or one is replayed"

interface Endpoint {
  readonly accountId: string
  readonly address: string
}

export interface Delivered {
  readonly attempt: BegunAttempt
  readonly end: AttemptEnd
  readonly recovery: { readonly perEndpoint: number; readonly pullSpacing: Duration.Duration }
}

export interface Failed {
  readonly attempt: BegunAttempt
  readonly end: AttemptEnd
  readonly waitMs: number | null
}

/** Milliseconds. A plan from when the log was short reads all of it, until the tables are analysed again. */
const planKept = 10_000

const storable = (text: string | null): string | null => (text === null ? null : storableText(text))

export const makeSettle = (sql: SqlClient.SqlClient) => {
  const at = atNow(sql)
  const inTransaction = transaction(sql)

  /** As another statement after `planKept`: to plan one each time takes Postgres as long as to end twenty attempts. */
  const planned = (statement: Statement.Fragment) =>
    sql`${statement} ${sql.literal(`-- ${Math.floor(performance.now() / planKept)}`)}`

  /** As the table `i` of one statement. */
  const attempts = (settled: ReadonlyArray<Delivered | Failed>) => {
    const rows = settled.map((one) => ({
      id: one.attempt.delivery.id,
      number: one.attempt.delivery.attempt,
      account_id: one.attempt.delivery.accountId,
      address: one.attempt.address,
      outcome: one.end.outcome,
      http_status: one.end.httpStatus,
      response: storable(one.end.response),
      fault: storable(one.end.fault),
      early: one.attempt.delivery.early,
      wait: "waitMs" in one ? one.waitMs : null
    }))
    return sql`i as (
      select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as i (id uuid, number int, account_id uuid,
        address text, outcome text, http_status int, response text, fault text, early boolean, wait float8))`
  }

  const endAttempts = (now: Statement.Fragment) => sql`ended as (
      update delivery_attempts a set finished_at = ${now}, outcome = i.outcome, http_status = i.http_status,
        response = i.response, fault = i.fault
      from i where a.outbox_id = i.id and a.attempt_number = i.number`

  /** The messages that these attempts still hold, locked in the order in which whoever cancels locks them. */
  const heldAs = (...statuses: ReadonlyArray<"delivering" | "cancelled">) =>
    sql.literal(`join i on i.id = m.id
      where m.status in ('${statuses.join("', '")}') and m.attempts_made = i.number
        and (select count(*) from endpoint) >= 0
      order by m.id for update of m`)

  /**
   * Leaves endpoints that had failed before as they are and answers them. A message whose movement somebody else holds (a scrape
   * that is being taken in, for seconds) is left as it is, and answered as waiting: nobody's delivery waits for another's account.
   * One that was cancelled while the shop answered is delivered all the same: that is what the shop has taken.
   */
  const deliverAll = (now: Statement.Fragment, settled: ReadonlyArray<Delivered>, perEndpoint: number) =>
    deliveredRows(
      planned(sql`with ${attempts(settled)},
      endpoint as (
        insert into endpoints (account_id, address, last_success_at)
        select distinct account_id, address, ${now} from i order by account_id, address
        on conflict (account_id, address) do update set last_success_at = ${now},
          allowance = case when endpoints.allowance * 2 < ${perEndpoint} then endpoints.allowance * 2 end
        where endpoints.failures = 0 returning 1),
      held as (select m.id, m.movement_id from outbox m ${heldAs("delivering", "cancelled")}),
      free as (
        select m.id from movements m where m.id in (select movement_id from held)
        order by m.id for no key update of m skip locked),
      waiting as (
        select id from held where movement_id is not null and not exists (select from free where free.id = held.movement_id)),
      ${endAttempts(now)} and not exists (select from waiting where waiting.id = i.id)),
      delivered as (
        update outbox o set status = 'delivered', delivered_at = ${now}, leased_until = null
        from held where o.id = held.id
          and not exists (select from waiting where waiting.id = held.id)),
      told as (
        update movements m set notified_at = coalesce(m.notified_at, ${now})
        from held where m.id = held.movement_id and not exists (select from waiting where waiting.id = held.id))
      select e.account_id as "accountId", e.address, null::uuid as waiting from endpoints e
      where e.failures > 0 and (e.account_id, e.address) in (select account_id, address from i)
      union all select i.account_id, i.address, i.id from i join waiting on waiting.id = i.id`)
    )

  /** Slow start: two may be in flight now, twice as many after the next success. What waits for a retry is sent early. */
  const recover = (
    now: Statement.Fragment,
    { accountId, address }: Endpoint,
    { perEndpoint, pullSpacing }: Delivered["recovery"]
  ) =>
    inTransaction(
      Effect.andThen(
        run(sql`update endpoints set failures = 0, last_success_at = ${now}, allowance = case when 2 < ${perEndpoint} then 2 end,
            recovered_at = case when recovered_at > ${now} then recovered_at
              else greatest(${now}, recovered_at + ${interval(sql, pullSpacing)}) end
          where account_id = ${accountId} and address = ${address} and failures > 0`),
        run(sql`update outbox o set early_at = least(o.early_at, w.recovered_at)
          from (
            select p.id, e.recovered_at from endpoints e
            join outbox p on p.account_id = e.account_id and p.lane = 'result' and p.status = 'pending'
            where e.account_id = ${accountId} and e.address = ${address} and p.due_at > e.recovered_at
            order by p.id for update of p) w
          where o.id = w.id`)
      )
    )

  const failAll = (now: Statement.Fragment, settled: ReadonlyArray<Failed>) =>
    run(
      planned(sql`with ${attempts(settled)},
      endpoint as (
        insert into endpoints (account_id, address, failures, last_failure_at, allowance)
        select account_id, address, count(*)::int, ${now}, 1 from i group by account_id, address order by account_id, address
        on conflict (account_id, address) do update set failures = endpoints.failures + excluded.failures,
          last_failure_at = ${now}, allowance = 1
        returning 1),
      ${endAttempts(now)}),
      held as (select m.id, m.superseded, i.wait, i.early from outbox m ${heldAs("delivering")})
      update outbox o set leased_until = null,
        status = case when held.superseded then 'cancelled' when held.wait is null then 'exhausted' else 'pending' end,
        due_at = case when held.wait is null then o.due_at
          else greatest(case when held.early then o.due_at end, ${now} + held.wait * interval '1 millisecond') end
      from held where o.id = held.id`)
    )

  return {
    /** Answers those that wait, by their messages' ids: they are to be settled again. */
    delivered: (settled: ReadonlyArray<Delivered>) =>
      at((now) =>
        Effect.gen(function* () {
          const [first] = settled
          if (first === undefined) return []
          const rows = yield* deliverAll(now, settled, first.recovery.perEndpoint)
          const failing = rows.filter(({ waiting }) => waiting === null)
          // A crash between leaves them failing: the next success finds them again.
          yield* Effect.forEach(failing, (endpoint) => recover(now, endpoint, first.recovery), { discard: true })
          return rows.flatMap(({ waiting }) => waiting ?? [])
        })
      ),

    failed: (settled: ReadonlyArray<Failed>) => at((now) => failAll(now, settled)),

    gone: ({ delivery, address }: BegunAttempt, end: AttemptEnd) =>
      at((now) => {
        const { accountId } = delivery
        const ownUrl = sql`select o.id from outbox o
          join account_settings s on s.account_id = o.account_id and s.webhook_address = ${address}`
        return inTransaction(
          Effect.gen(function* () {
            // The account's row is locked before its messages, in the order in which cancelling locks them: so the two never deadlock.
            yield* run(sql`select from accounts where id = ${accountId} for key share`)
            // Settings that are being saved are waited for: they may name another URL.
            yield* run(sql`select from account_settings where account_id = ${accountId} for share`)
            yield* run(sql`insert into endpoints (account_id, address, failures, last_failure_at, allowance)
              values (${accountId}, ${address}, 1, ${now}, 1)
              on conflict (account_id, address) do update set failures = endpoints.failures + 1, last_failure_at = ${now},
                allowance = 1`)
            yield* run(sql`with disabled as (
                update endpoints set disabled_at = ${now}
                where account_id = ${accountId} and address = ${address} and disabled_at is null returning account_id, address)
              insert into activity (account_id, occurred_at, kind, message)
              select account_id, ${now}, 'endpoint.disabled', ${disabledMessage}
              from disabled join account_settings s using (account_id) where s.webhook_address = disabled.address`)
            yield* run(sql`update delivery_attempts set finished_at = ${now}, outcome = ${end.outcome},
                http_status = ${end.httpStatus}, response = ${storable(end.response)}, fault = ${storable(end.fault)}
              where outbox_id = ${delivery.id} and attempt_number = ${delivery.attempt}`)
            yield* run(sql`update outbox set leased_until = null,
                status = case when superseded then 'cancelled' else 'held' end
              where id = ${delivery.id} and status = 'delivering' and attempts_made = ${delivery.attempt}`)
            yield* run(sql`update outbox set status = 'held' where id in (${ownUrl}
              where o.account_id = ${accountId} and o.lane = 'result' and o.status = 'pending' order by o.id for update of o)`)
            // The settings have named another URL meanwhile: it goes there.
            yield* run(sql`update outbox o set status = 'pending', due_at = ${now} from account_settings s
              where o.id = ${delivery.id} and o.status = 'held' and s.account_id = o.account_id
                and s.webhook_address <> ${address}`)
          })
        )
      })
  }
}
