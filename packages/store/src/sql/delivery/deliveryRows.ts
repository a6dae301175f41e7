import { Duration, Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import type { ClaimedDelivery, DeliveryRows } from "@counterfoil/core"
import { makeClaim } from "./claim.ts"
import { atNow } from "../atNow.ts"
import { type Delivered, type Failed, makeSettle } from "./settle.ts"
import { makeSweep } from "./sweep.ts"
import { batchedLookup } from "../batchedLookup.ts"
import { rowsAs, run } from "../rows.ts"
import { batchedWrite } from "../batchedWrite.ts"
import { transaction } from "../transaction.ts"

const claimedRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    messageId: Schema.String,
    accountId: Schema.String,
    lane: Schema.Literals(["result", "notification"]),
    event: Schema.String,
    requestId: Schema.NullOr(Schema.String),
    sequence: Schema.Int,
    body: Schema.Uint8Array,
    address: Schema.String,
    settingsVersion: Schema.String,
    attempt: Schema.Int,
    scheduledAttempt: Schema.Int,
    early: Schema.Boolean,
    sinceFirstMs: Schema.Finite,
    trace: Schema.NullOr(Schema.String),
    bank: Schema.String,
    version: Schema.String
  })
)

const lockedRows = rowsAs(Schema.Struct({ id: Schema.String }))
const heldRows = rowsAs(Schema.Struct({ id: Schema.String, attempt: Schema.Int }))

/** Of a delivery whose movement somebody else holds. */
const betweenTries = Duration.millis(200)

/** A statement costs as much as some twenty of its rows: under load more of them go together. */
const settleSpacing = Duration.millis(8)

export const deliveryRows = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const at = atNow(sql)
  const inTransaction = transaction(sql)
  const sweep = makeSweep(sql)
  const claim = makeClaim(sql)
  const settle = makeSettle(sql)
  const waiting = new Set<string>()
  const settleOnce = batchedWrite<Delivered>(
    (settled) => Effect.map(settle.delivered(settled), (ids) => ids.forEach((id) => void waiting.add(id))),
    settleSpacing
  )
  const settleDelivered = (settled: Delivered): Effect.Effect<void> =>
    Effect.andThen(
      settleOnce(settled),
      Effect.suspend(() =>
        waiting.delete(settled.attempt.delivery.id)
          ? Effect.andThen(Effect.sleep(betweenTries), settleDelivered(settled))
          : Effect.void
      )
    )
  const settleFailed = batchedWrite<Failed>(settle.failed, settleSpacing)

  /** One claim at a time over all nodes, so that the limits hold; a node that stalls meanwhile loses its session. */
  const myTurn = run(sql`select set_config('idle_in_transaction_session_timeout', '10s', true),
      pg_advisory_xact_lock(hashtextextended('counterfoil.delivery', 0))`)

  const held = yield* batchedLookup(
    (ids) =>
      heldRows(sql`select id, attempts_made as attempt from outbox
          where id = any(${ids}::uuid[]) and status = 'delivering' and not superseded`),
    ({ id }) => id
  )

  /** Nothing was sent: the attempt is taken off the record. */
  const withdraw = ({ attempt, early, id }: ClaimedDelivery) =>
    run(sql`with stopped as (
          update outbox set status = 'cancelled', leased_until = null, attempts_made = attempts_made - 1,
            early_attempts = early_attempts - ${early}::int
          where id = ${id} and attempts_made = ${attempt}
            and (status = 'cancelled' or (status = 'delivering' and superseded))
          returning id)
        delete from delivery_attempts d using stopped
        where d.outbox_id = stopped.id and d.attempt_number = ${attempt}`)

  const idsOf = (statement: Parameters<typeof lockedRows>[0]) =>
    Effect.map(lockedRows(statement), (rows) => rows.map(({ id }) => id))

  const park = Effect.fnUntraced(function* (now: Statement.Fragment) {
    const accountIds = yield* idsOf(sweep.lockHomeless(now))
    if (accountIds.length === 0) return
    const alone = yield* idsOf(sweep.lockEndpoints(accountIds))
    if (alone.length > 0) yield* run(sweep.parkHomeless(now, alone))
  })

  return {
    sweep: (probeInterval) =>
      at((now) =>
        Effect.all(
          [run(sweep.takeBack(now, "lapsed")), inTransaction(park(now)), run(sweep.probe(now, probeInterval))],
          {
            discard: true
          }
        )
      ),
    afterClockWentBack: at((now) => run(sweep.setRight(now))),
    takeBackAll: at((now) => run(sweep.takeBack(now, "all"))),
    claim: (limits) => at((now) => inTransaction(Effect.andThen(myTurn, claimedRows(claim(now, limits))))),
    mayLeave: (delivery) =>
      Effect.flatMap(held(delivery.id), ([row]) =>
        row?.attempt === delivery.attempt ? Effect.succeed(true) : Effect.as(withdraw(delivery), false)
      ),
    readdress: ({ address, delivery }) =>
      run(sql`update delivery_attempts set address = ${address}
          where outbox_id = ${delivery.id} and attempt_number = ${delivery.attempt}`),
    settleDelivered: (attempt, end, recovery) => settleDelivered({ attempt, end, recovery }),
    settleFailed: (attempt, end, waitMs) => settleFailed({ attempt, end, waitMs }),
    settleGone: settle.gone
  } satisfies DeliveryRows
})
