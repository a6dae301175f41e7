import { DateTime, Effect, Schema } from "effect"
import { cooperatively, type ListedRequest, type OrderRows, type PollState } from "@counterfoil/core"
import { type PolledOrder, requestMachine, RequestStatus, statesBefore, type Steps } from "@counterfoil/domain"
import { PgClient } from "@effect/sql-pg"
import { piecesOf } from "../piecesOf.ts"
import { InstantOrNull, Minor, rowAs, rowsAs, run, storableText, touched } from "../rows.ts"
import { settingsStamp } from "../settingsStamp.ts"
import { openStatuses } from "../requestStatuses.ts"

const pollRow = rowAs(
  Schema.Struct({
    lastSuccessAt: InstantOrNull,
    wasEmpty: Schema.NullOr(Schema.Boolean),
    settings: Schema.NullOr(Schema.String),
    failures: Schema.NullOr(Schema.Int),
    nextPollAt: InstantOrNull,
    etag: Schema.NullOr(Schema.String),
    lastModified: Schema.NullOr(Schema.String),
    readAt: InstantOrNull,
    toldFaults: Schema.NullOr(Schema.Array(Schema.String))
  })
)

const appliedRow = rowAs(Schema.Struct({ appliedTo: Schema.NullOr(Schema.Array(Schema.String)) }))

const requestRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    externalId: Schema.String,
    status: RequestStatus,
    missedPolls: Schema.Int,
    amountMinor: Minor,
    currency: Schema.String,
    name: Schema.String,
    reference: Schema.NullOr(Schema.String),
    taxId: Schema.NullOr(Schema.String),
    payerAccount: Schema.NullOr(Schema.String),
    orderedAt: InstantOrNull
  })
)

const json = (id: string, order: PolledOrder) => ({
  id,
  external_id: storableText(order.externalId),
  amount_minor: order.amountMinor.toString(),
  currency: order.currency,
  sender_name: storableText(order.name),
  reference: order.reference === undefined ? null : storableText(order.reference),
  tax_id: order.taxId === undefined ? null : storableText(order.taxId),
  payer_account: order.payerAccount === undefined ? null : storableText(order.payerAccount),
  ordered_at: order.createdAt === undefined ? null : new Date(order.createdAt).toISOString()
})

const recordset = `(id uuid, external_id text, amount_minor numeric, currency text, sender_name text, reference text,
  tax_id text, payer_account text, ordered_at timestamptz)`

/** The ids, as they are stored, that none of the requests has. */
function* missingAmong(
  externalIds: ReadonlySet<string>,
  found: ReadonlyArray<ListedRequest>
): Steps<ReadonlyArray<string>> {
  const known = new Set<string>()
  for (const { externalId } of found) {
    known.add(externalId)
    yield
  }
  const missing: Array<string> = []
  for (const externalId of externalIds) {
    const stored = storableText(externalId)
    if (!known.has(stored)) missing.push(stored)
    yield
  }
  return missing
}

/** Rows that are read or written at a time: so long a list may be, no longer does the process stand still for it. */
const rowsAtOnce = 500

const inBatches = <A>(items: ReadonlyArray<A>, use: (part: ReadonlyArray<A>) => Effect.Effect<void>) =>
  Effect.forEach(piecesOf(items, rowsAtOnce), use, { discard: true })

const requestOf = ({
  externalId,
  id,
  missedPolls,
  orderedAt,
  payerAccount,
  reference,
  status,
  taxId,
  ...order
}: Effect.Success<ReturnType<typeof requestRows>>[number]): ListedRequest => ({
  id,
  externalId,
  status,
  missedPolls,
  order: {
    externalId,
    ...order,
    createdAt: orderedAt === null ? undefined : DateTime.toEpochMillis(orderedAt),
    ...optional("reference", reference),
    ...optional("taxId", taxId),
    ...optional("payerAccount", payerAccount)
  }
})

const settled: ReadonlySet<string> = new Set(["matched", "expired"])
const lowestId = "00000000-0000-0000-0000-000000000000"

const pollStateOf = (row: Effect.Success<ReturnType<typeof pollRow>>): PollState => ({
  lastSuccessAt: row?.lastSuccessAt ?? null,
  wasEmpty: row?.wasEmpty ?? null,
  settings: row?.settings ?? null,
  failures: row?.failures ?? 0,
  nextPollAt: row?.nextPollAt ?? null,
  validators:
    row === null || (row.etag === null && row.lastModified === null)
      ? null
      : { etag: row.etag, lastModified: row.lastModified },
  readAt: row?.readAt ?? null,
  toldFaults: row?.toldFaults ?? []
})

const optional = <const Key extends string, Value>(key: Key, value: Value | null) =>
  value === null ? {} : { [key]: value }

const cancellable = statesBefore(requestMachine, "cancel")
const reopenable = statesBefore(requestMachine, "reopen")

export const orderRows = Effect.map(PgClient.PgClient, (sql) => {
  const columns = sql.literal(`id, external_id as "externalId", status, missing_polls as "missedPolls",
      amount_minor as "amountMinor", currency, sender_name as name, reference, tax_id as "taxId",
      payer_account as "payerAccount", ordered_at as "orderedAt"`)

  /** Locks open requests by id, in the order in which passes lock them: two transactions never wait for each other. */
  const openAfter = (accountId: string, after: string) =>
    Effect.map(
      requestRows(sql`select ${columns} from conciliation_requests
          where account_id = ${accountId} and status in ${sql.literal(openStatuses)} and id > ${after}
          order by id limit ${rowsAtOnce} for update`),
      (rows) => rows.map(requestOf)
    )

  /** Finds requests by their shop's ids. Those that may still change are locked, and read again under the lock. */
  const named = Effect.fnUntraced(function* (accountId: string, externalIds: ReadonlyArray<string>) {
    const rows = yield* requestRows(sql`select ${columns} from conciliation_requests
        where account_id = ${accountId} and external_id = any(${externalIds})`)
    const changeable = rows.flatMap(({ id, status }) => (settled.has(status) ? [] : [id]))
    if (changeable.length === 0) return rows.map(requestOf)
    const locked = yield* requestRows(sql`select ${columns} from conciliation_requests
        where id = any(${changeable}::uuid[]) order by id for update`)
    return [...rows.filter(({ status }) => settled.has(status)), ...locked].map(requestOf)
  })

  const forgotten = sql.literal(
    "failing_since = null, failing_told_at = null, failure = null, failure_status = null, failure_reason = null"
  )

  return {
    // A save that is under way is waited for, then its settings are compared; and so is another poll of the account.
    lockReconciling: (accountId, settings) =>
      touched(sql`select from users u join accounts a on a.user_id = u.id
            join account_settings s on s.account_id = a.id
          where a.id = ${accountId} and a.deleted_at is null and u.operation_mode = 'reconcile'
            and ${sql.literal(settingsStamp)} = ${settings}
          for share of u for no key update of s`),
    pollState: (accountId) =>
      pollRow(sql`select all_time.last_success_at as "lastSuccessAt",
            case when all_time.last_success_at is null then null else all_time.last_count = 0 end as "wasEmpty",
            ${sql.literal(settingsStamp)} as settings, p.failures, p.next_poll_at as "nextPollAt", p.etag,
            p.last_modified as "lastModified", p.read_at as "readAt", p.told_faults as "toldFaults"
          from accounts a
          left join account_settings s on s.account_id = a.id
          left join order_polls all_time on all_time.account_id = a.id
          left join order_polls p on p.account_id = a.id
            and p.settings_stamp is not distinct from ${sql.literal(settingsStamp)}
          where a.id = ${accountId}`).pipe(Effect.map(pollStateOf)),
    // Ids by the ten thousand go as JSON: the driver writes and reads an array's text for ten times as long.
    saveReadAnswer: (accountId, settings, { appliedTo, empty, toldFaults, validators }) =>
      run(sql`insert into order_polls (account_id, last_success_at, last_count, failures, next_poll_at, settings_stamp,
            etag, last_modified, read_at, applied_to, told_faults)
          values (${accountId}, now(), ${empty ? 0 : 1}, 0, null, ${settings}, ${validators?.etag ?? null},
            ${validators?.lastModified ?? null}, now(), ${validators === null ? null : sql`array(select jsonb_array_elements_text(${sql.json(appliedTo)}))`},
            ${toldFaults.map(storableText)})
          on conflict (account_id) do update set last_success_at = excluded.last_success_at,
            last_count = excluded.last_count, failures = 0, next_poll_at = null, ${forgotten}, settings_stamp = excluded.settings_stamp,
            etag = excluded.etag, last_modified = excluded.last_modified, read_at = excluded.read_at,
            applied_to = excluded.applied_to, told_faults = excluded.told_faults`),
    saveUnchangedAnswer: (accountId) =>
      run(sql`update order_polls set last_success_at = now(), failures = 0, next_poll_at = null, ${forgotten}
          where account_id = ${accountId}`),
    // After a change of settings the state begins anew: what was known is of another endpoint than the one that failed.
    // By the earlier of both clocks: one that is ahead must not put it off.
    savePollFailure: (accountId, settings, { failures, nextPollAt, waitMs, why }) =>
      run(sql`insert into order_polls as p (account_id, failures, next_poll_at, settings_stamp, failing_since, failure,
            failure_status, failure_reason)
          values (${accountId}, ${failures}, least(${DateTime.toDateUtc(nextPollAt)}::timestamptz,
            now() + ${waitMs}::float8 * interval '1 millisecond'), ${settings}, now(), ${storableText(why.message)},
            ${why.httpStatus}, ${why.reason})
          on conflict (account_id) do update set failures = excluded.failures, next_poll_at = excluded.next_poll_at,
            failing_since = case when p.settings_stamp is not distinct from excluded.settings_stamp and p.failures > 0
              then coalesce(p.failing_since, now()) else now() end,
            failing_told_at = case when p.settings_stamp is not distinct from excluded.settings_stamp and p.failures > 0
              then p.failing_told_at end,
            failure = excluded.failure, failure_status = excluded.failure_status,
            failure_reason = excluded.failure_reason, settings_stamp = excluded.settings_stamp,
            etag = case when p.settings_stamp is not distinct from excluded.settings_stamp then p.etag end,
            last_modified = case when p.settings_stamp is not distinct from excluded.settings_stamp
              then p.last_modified end,
            told_faults = case when p.settings_stamp is not distinct from excluded.settings_stamp
              then p.told_faults else '{}' end`),
    appliedTo: (accountId) =>
      Effect.map(
        appliedRow(sql`select to_jsonb(applied_to) as "appliedTo" from order_polls where account_id = ${accountId}`),
        (row) => row?.appliedTo ?? []
      ),
    lockListed: Effect.fnUntraced(function* (accountId, externalIds) {
      const found: Array<ListedRequest> = []
      for (let after = lowestId, more = true; more;) {
        const page = yield* openAfter(accountId, after)
        found.push(...page)
        after = page.at(-1)?.id ?? after
        more = page.length === rowsAtOnce
      }
      const others = yield* cooperatively(missingAmong(externalIds, found))
      for (const part of piecesOf(others, rowsAtOnce)) found.push(...(yield* named(accountId, part)))
      return found
    }),
    createRequests: (accountId, userId, absentAt, orders) =>
      inBatches(orders, (part) =>
        run(sql`insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency,
              sender_name, reference, tax_id, payer_account, ordered_at, first_seen_at, absent_at, created_at, updated_at)
            select id, ${accountId}, ${userId}, external_id, 'pending', amount_minor, currency, sender_name, reference,
              tax_id, payer_account, ordered_at, now(), ${absentAt === null ? null : DateTime.toDateUtc(absentAt)},
              now(), now()
            from jsonb_to_recordset(${sql.json(part.map(({ id, order }) => json(id, order)))})
              as r ${sql.literal(recordset)}`)
      ),
    changeOrders: (changes) =>
      inBatches(changes, (part) =>
        run(sql`update conciliation_requests c set amount_minor = r.amount_minor, currency = r.currency,
              sender_name = r.sender_name, reference = r.reference, tax_id = r.tax_id, payer_account = r.payer_account,
              ordered_at = r.ordered_at, updated_at = now()
            from jsonb_to_recordset(${sql.json(part.map(({ id, order }) => json(id, order)))})
              as r ${sql.literal(recordset)} where c.id = r.id`)
      ),
    setMissedPolls: (missed) =>
      inBatches(missed, (part) =>
        run(sql`update conciliation_requests c set missing_polls = r.missed
            from jsonb_to_recordset(${sql.json(part.map(({ id, missedPolls }) => ({ id, missed: missedPolls })))})
              as r (id uuid, missed int) where c.id = r.id`)
      ),
    // Whoever let it wait did so for a payment that can't come any more: they are asked again.
    cancelRequests: (ids) =>
      inBatches(ids, (part) =>
        run(sql`update conciliation_requests set status = 'cancelled', cancelled_at = now(),
              cancelled_because = 'withdrawn', updated_at = now(),
              separated_at = case when left_as = 'closed' then separated_at else coalesce(separated_at, left_at) end
            where id = any(${part}::uuid[]) and status = any(${cancellable})`)
      ),
    reopenRequests: (ids) =>
      inBatches(ids, (part) =>
        run(sql`update conciliation_requests r set status = 'pending', missing_polls = 0, misses = 0,
              cancelled_at = coalesce(cancelled_at, updated_at), listed_again_at = now(), separated_at = null,
              -- Of one that was undone its shop has decided: it waits for another payment, and is found with those.
              left_at = (select now() from matches x where x.request_id = r.id and x.ended_by is not null limit 1), left_as = null,
              updated_at = now()
            where id = any(${part}::uuid[]) and status = any(${reopenable})`)
      )
  } satisfies OrderRows
})
