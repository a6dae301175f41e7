import { Api, BadRequest, type Movement } from "@counterfoil/api"
import { type MovementRecord, Movements } from "@counterfoil/core"
import { formatDecimal, isUuid } from "@counterfoil/domain"
import { DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { movementNotFound, pathUuid } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"

export const MovementsHandlers = HttpApiBuilder.group(
  Api,
  "movements",
  Effect.fnUntraced(function* (handlers) {
    const movements = yield* Movements
    const own = yield* ownAccount

    const ids = Effect.fnUntraced(function* (params: { readonly accountId: string; readonly movementId: string }) {
      const { id } = yield* own(params.accountId)
      return [id, yield* pathUuid(params.movementId, movementNotFound)] as const
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ params, query: { before, limit, offset } }) {
          const { id } = yield* own(params.accountId)
          if (before !== undefined && !isUuid(before)) return yield* unknownCursor()
          const page = { limit, offset, ...(before === undefined ? {} : { before: before.toLowerCase() }) }
          return encoded((yield* movements.list(id, page)).map(presentEncoded))
        },
        Effect.catchTag("UnknownCursor", unknownCursor)
      ),

      notify: Effect.fnUntraced(
        function* ({ params }) {
          yield* movements.notify(...(yield* ids(params)))
          return { queued: true as const }
        },
        Effect.catchTag("MovementNotFound", movementNotFound)
      ),

      exclude: Effect.fnUntraced(
        function* ({ params }) {
          return present(yield* movements.exclude(...(yield* ids(params))))
        },
        Effect.catchTag("MovementNotFound", movementNotFound)
      ),

      include: Effect.fnUntraced(
        function* ({ params }) {
          return present(yield* movements.include(...(yield* ids(params))))
        },
        Effect.catchTag("MovementNotFound", movementNotFound)
      )
    })
  })
)

function unknownCursor() {
  return Effect.fail(new BadRequest({ error: "before must be the id of a movement" }))
}

/** Written without the schema, which takes longer for a page of hundreds than all the rest of the answer. */
const encoded = (page: ReadonlyArray<typeof Movement.Encoded>) =>
  HttpServerResponse.text(JSON.stringify(page), { contentType: "application/json" })

const presentEncoded = (movement: MovementRecord): typeof Movement.Encoded => ({
  ...present(movement),
  received_at: DateTime.formatIso(movement.receivedAt),
  notified_at: isoOrNull(movement.notifiedAt),
  excluded_at: isoOrNull(movement.excludedAt)
})

const isoOrNull = (time: DateTime.Utc | null) => (time === null ? null : DateTime.formatIso(time))

const present = (movement: MovementRecord) => ({
  id: movement.id,
  external_id: movement.externalId,
  amount: formatDecimal(movement.amountMinor, movement.currency),
  currency: movement.currency,
  sender_name: movement.senderName,
  received_at: movement.receivedAt,
  notified_at: movement.notifiedAt,
  excluded_at: movement.excludedAt,
  ...(movement.possibleDuplicateOf.length === 0 ? {} : { possible_duplicate_of: movement.possibleDuplicateOf })
})
