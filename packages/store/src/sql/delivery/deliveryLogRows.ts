import { DateTime, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { BulkReplay, DeliveryFilter, DeliveryLogRows } from "@counterfoil/core"
import { outboxStates } from "@counterfoil/domain"
import { Instant, InstantOrNull, rowAs, rowsAs, run, touched } from "../rows.ts"
import { atNow } from "../atNow.ts"

const Status = Schema.Literals(outboxStates)

const DeliveryRow = Schema.Struct({
  id: Schema.String,
  messageId: Schema.String,
  accountId: Schema.String,
  lane: Schema.Literals(["result", "notification"]),
  event: Schema.String,
  requestId: Schema.NullOr(Schema.String),
  movementId: Schema.NullOr(Schema.String),
  externalId: Schema.NullOr(Schema.String),
  senderName: Schema.NullOr(Schema.String),
  sequence: Schema.Int,
  status: Status,
  superseded: Schema.Boolean,
  attemptsMade: Schema.Int,
  createdAt: Instant,
  nextAttemptAt: InstantOrNull,
  deliveredAt: InstantOrNull,
  lastOutcome: Schema.NullOr(Schema.String),
  lastHttpStatus: Schema.NullOr(Schema.Int),
  lastFault: Schema.NullOr(Schema.String),
  receiver: Schema.Literals(["open", "none", "paused", "disabled"])
})

const deliveries = rowsAs(DeliveryRow)
const delivery = rowAs(Schema.Struct({ ...DeliveryRow.fields, body: Schema.Uint8Array }))
const standingRow = rowAs(Schema.Struct({ status: Status, superseded: Schema.Boolean }))
const accountRows = rowsAs(Schema.Struct({ accountId: Schema.String }))
const attemptRows = rowsAs(
  Schema.Struct({
    number: Schema.Int,
    address: Schema.String,
    url: Schema.NullOr(Schema.Uint8Array),
    startedAt: Instant,
    finishedAt: InstantOrNull,
    outcome: Schema.NullOr(Schema.String),
    httpStatus: Schema.NullOr(Schema.Int),
    response: Schema.NullOr(Schema.String),
    fault: Schema.NullOr(Schema.String),
    early: Schema.Boolean
  })
)

/** By subqueries, which are asked for the rows that are shown only, whatever the planner thinks of their number. */
const columns = `o.id, o.message_id as "messageId", o.account_id as "accountId", o.lane, o.event,
  o.request_id as "requestId", o.movement_id as "movementId",
  (select r.external_id from conciliation_requests r where r.id = o.request_id) as "externalId",
  coalesce((select r.sender_name from conciliation_requests r where r.id = o.request_id),
    (select m.sender_name from movements m where m.id = o.movement_id)) as "senderName",
  o.sequence::float8 as sequence, o.status, o.superseded, o.attempts_made as "attemptsMade",
  o.created_at as "createdAt", case when o.status = 'pending' then least(o.due_at, o.early_at) end as "nextAttemptAt",
  o.delivered_at as "deliveredAt", last.outcome as "lastOutcome", last.http_status as "lastHttpStatus",
  last.fault as "lastFault",
  case when coalesce(t.address, '') = '' then 'none' when e.paused_at is not null and o.lane = 'result' then 'paused'
    when e.disabled_at is not null then 'disabled' else 'open' end as receiver`

/** What is shown beside a row `o` of the outbox. */
const surroundings = `left join lateral (
    select case o.lane when 'result' then s.webhook_address else s.notification_address end as address
    from account_settings s where s.account_id = o.account_id) t on true
  left join endpoints e on e.account_id = o.account_id and e.address = t.address
  left join lateral (
    select d.outcome, d.http_status, d.fault from delivery_attempts d
    where d.outbox_id = o.id and d.finished_at is not null order by d.attempt_number desc limit 1) last on true`

export const deliveryLogRows = Effect.map(SqlClient.SqlClient, (sql) => {
  const shown = sql.literal(columns)
  const around = sql.literal(surroundings)
  const none = sql.literal("")
  /** The status as a literal: the planner must see that it fits a partial index. */
  const statusIs = (status: (typeof outboxStates)[number]) => sql.literal(`and o.status = '${status}'`)

  const now = atNow(sql)

  const fits = ({ event, movementId, requestId, status }: DeliveryFilter) =>
    sql`${status === undefined ? none : statusIs(status)} ${event === undefined ? none : sql`and o.event = ${event}`}
        ${requestId === undefined ? none : sql`and o.request_id = ${requestId}`}
        ${movementId === undefined ? none : sql`and o.movement_id = ${movementId}`}`

  const ownAccounts = (userId: string, accountId: string | undefined) =>
    sql`a.user_id = ${userId} and a.deleted_at is null ${accountId === undefined ? none : sql`and a.id = ${accountId}`}`

  const lockEndpoints = (userId: string, { accountId }: BulkReplay) =>
    run(sql`select e.address from endpoints e join accounts a on a.id = e.account_id
        where ${ownAccounts(userId, accountId)} order by e.account_id, e.address for update of e`)

  const notPaused = sql`not exists (select from account_settings s
      join endpoints e on e.account_id = s.account_id and e.address = s.webhook_address
      where s.account_id = a.id and e.paused_at is not null)`

  return {
    // Each account's own rows come in the index's order; only their heads are merged.
    listDeliveries: (userId, { accountId, before, limit, offset, ...filter }) =>
      deliveries(sql`select ${shown}
          from (
            select o.* from accounts a
            cross join lateral (
              select o.* from outbox o where o.account_id = a.id ${fits(filter)}
                ${
                  before === undefined
                    ? none
                    : sql`and (o.created_at, o.id) < (select created_at, id from outbox where id = ${before})`
                }
              order by o.created_at desc, o.id desc limit ${limit + offset}) o
            where ${ownAccounts(userId, accountId)}
            order by o.created_at desc, o.id desc limit ${limit} offset ${offset}) o
          ${around} order by o.created_at desc, o.id desc`),
    findDelivery: (userId, id) =>
      delivery(sql`select ${shown}, o.body from outbox o join accounts a on a.id = o.account_id ${around}
          where o.id = ${id} and ${ownAccounts(userId, undefined)}`),
    listAttempts: (id, limit) =>
      attemptRows(sql`select * from (
            select d.attempt_number as number, d.address, e.url_sealed as url, d.started_at as "startedAt",
              d.finished_at as "finishedAt", d.outcome, d.http_status as "httpStatus", d.response, d.fault, d.early
            from delivery_attempts d join outbox o on o.id = d.outbox_id
            left join endpoints e on e.account_id = o.account_id and e.address = d.address
            where d.outbox_id = ${id} order by d.attempt_number desc limit ${limit}) latest
          order by number`),
    lockDelivery: (id) => standingRow(sql`select status, superseded from outbox where id = ${id} for update`),
    // In two statements: once the request's row is held, whoever was undoing its match has committed.
    isUndone: (requestId) =>
      Effect.andThen(
        run(sql`select from conciliation_requests where id = ${requestId} for share`),
        touched(sql`select from conciliation_requests r where r.id = ${requestId} and r.status <> 'matched'
          and exists (select from matches x where x.request_id = r.id and x.ended_by is not null)`)
      ),
    // In two statements, as above: who takes movements out holds the account's row, and cancels what is queued by then.
    isTakenOut: (accountId, movementId) =>
      Effect.andThen(
        run(sql`select from accounts where id = ${accountId} for share`),
        touched(sql`select from movements where id = ${movementId} and excluded_at is not null`)
      ),
    restartDelivery: (id) =>
      now((at) =>
        run(sql`update outbox set status = 'pending', due_at = ${at}, early_at = null, early_attempts = attempts_made
          where id = ${id} and status = 'exhausted'`)
      ),
    hastenDelivery: (id) =>
      now((at) =>
        run(sql`update outbox set early_at = ${at}
          where id = ${id} and (status = 'pending' and due_at > ${at} or status = 'delivering')`)
      ),
    restartDeliveries: (userId, which) =>
      Effect.andThen(
        // In the order in which the worker takes them: endpoints, then messages.
        lockEndpoints(userId, which),
        now((at) =>
          accountRows(sql`update outbox set status = 'pending', due_at = ${at}, early_at = null,
              early_attempts = attempts_made, background = true
            where id in (
              select o.id from accounts a
              join outbox o on o.account_id = a.id ${statusIs(which.status)}
                ${which.since === undefined ? none : sql`and o.created_at >= ${DateTime.toDateUtc(which.since)}`}
              where ${ownAccounts(userId, which.accountId)} ${which.status === "held" ? sql`and ${notPaused}` : none}
              order by o.created_at, o.id limit ${which.limit} for update of o)
            returning account_id as "accountId"`)
        )
      ).pipe(Effect.map((rows) => rows.map(({ accountId }) => accountId)))
  } satisfies DeliveryLogRows
})
