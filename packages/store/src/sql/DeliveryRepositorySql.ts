import { DeliveryRepository } from "@counterfoil/core"
import { Duration, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { makeClaim } from "./delivery/claim.ts"
import { timed } from "./delivery/places.ts"
import { type Delivered, type Failed, makeSettle } from "./delivery/settle.ts"
import { makeSweep } from "./delivery/sweep.ts"
import { rowsAs, run } from "./rows.ts"
import { together } from "./together.ts"
import { transaction } from "./transaction.ts"

const claimedRows = rowsAs(
  Schema.Struct({
    id: Schema.String,
    messageId: Schema.String,
    accountId: Schema.String,
    lane: Schema.Literals(["result", "notification"]),
    event: Schema.String,
    body: Schema.Uint8Array,
    url: Schema.String,
    settingsVersion: Schema.String,
    attempt: Schema.Int,
    scheduledAttempt: Schema.Int,
    early: Schema.Boolean,
    sinceFirstMs: Schema.Finite
  })
)

/** A statement costs as much as some twenty of its rows: under load more of them go together. */
const settleSpacing = Duration.millis(8)

export const DeliveryRepositorySql: Layer.Layer<DeliveryRepository, never, SqlClient.SqlClient> = Layer.effect(
  DeliveryRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    const at = timed(sql)
    const inTransaction = transaction(sql)
    const sweep = makeSweep(sql)
    const claim = makeClaim(sql)
    const settle = makeSettle(sql)
    const settleDelivered = together<Delivered>(settle.delivered, settleSpacing)
    const settleFailed = together<Failed>(settle.failed, settleSpacing)

    /** One claim at a time over all nodes, so that the limits hold; a node that stalls meanwhile loses its session. */
    const myTurn = run(sql`select set_config('idle_in_transaction_session_timeout', '10s', true),
      pg_advisory_xact_lock(hashtextextended('counterfoil.delivery', 0))`)

    return DeliveryRepository.of({
      sweep: (probeInterval) =>
        at((now) =>
          Effect.all(
            [run(sweep.takeBackLapsed(now)), run(sweep.parkHomeless(now)), run(sweep.probe(now, probeInterval))],
            { discard: true }
          )
        ),
      claim: (limits) => at((now) => inTransaction(Effect.andThen(myTurn, claimedRows(claim(now, limits))))),
      readdress: ({ delivery, url }) =>
        run(sql`update delivery_attempts set url = ${url}
          where outbox_id = ${delivery.id} and attempt_number = ${delivery.attempt}`),
      settleDelivered: (attempt, end, recovery) => settleDelivered({ attempt, end, recovery }),
      settleFailed: (attempt, end, waitMs) => settleFailed({ attempt, end, waitMs }),
      settleGone: settle.gone
    })
  })
)
