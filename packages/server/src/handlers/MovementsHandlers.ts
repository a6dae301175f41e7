import { Api, BadRequest, CurrentUser, type Movement } from "@counterfoil/api"
import { Movements, Worklists } from "@counterfoil/core"
import { isUuid } from "@counterfoil/domain"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { movementNotFound, pathUuid } from "../refusals.ts"
import { ownAccount } from "./ownAccount.ts"
import { presentMovement, presentStored } from "./presentMovement.ts"
import { daysOf, inOrder, movementFilter, presentFoundMovement, presentMoney, presentPaidOrder } from "./worklists.ts"

export const MovementsHandlers = HttpApiBuilder.group(
  Api,
  "movements",
  Effect.fnUntraced(function* (handlers) {
    const movements = yield* Movements
    const worklists = yield* Worklists
    const own = yield* ownAccount

    const ids = Effect.fnUntraced(function* (params: { readonly accountId: string; readonly movementId: string }) {
      const { id } = yield* own(params.accountId)
      return [id, yield* pathUuid(params.movementId, movementNotFound)] as const
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function* ({ params, query: { before, limit, offset } }) {
          if (before === undefined) {
            const user = yield* CurrentUser
            const first = yield* movements.listOwn(user.id, params.accountId, { limit, offset })
            if (first.length > 0) return encoded(first.map(presentStored))
          }
          // Why there are none: whose the account is, and whether there is one.
          const { id } = yield* own(params.accountId)
          if (before !== undefined && !isUuid(before)) return yield* unknownCursor()
          const page = { limit, offset, ...(before === undefined ? {} : { before: before.toLowerCase() }) }
          return encoded((yield* movements.list(id, page)).map(presentStored))
        },
        Effect.catchTag("UnknownCursor", unknownCursor)
      ),

      search: Effect.fnUntraced(
        function* ({ query }) {
          const user = yield* CurrentUser
          yield* inOrder(query)
          return (yield* worklists.movements(user.id, movementFilter(query))).map(presentFoundMovement)
        },
        Effect.catchTag("UnknownCursor", unknownCursor)
      ),

      daily: Effect.fnUntraced(function* ({ query }) {
        const user = yield* CurrentUser
        return (yield* worklists.moneyByDay(user.id, yield* daysOf(query))).map(presentMoney)
      }),

      orders: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          const movementId = yield* pathUuid(params.movementId, movementNotFound)
          return (yield* worklists.ordersOfMovement(user.id, movementId)).map(presentPaidOrder)
        },
        Effect.catchTag("MovementNotFound", movementNotFound)
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
          return presentMovement(yield* movements.exclude(...(yield* ids(params))))
        },
        Effect.catchTag("MovementNotFound", movementNotFound)
      ),

      include: Effect.fnUntraced(
        function* ({ params }) {
          return presentMovement(yield* movements.include(...(yield* ids(params))))
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
