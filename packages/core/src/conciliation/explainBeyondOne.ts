/** Sums and differences among what one payer owes and has paid, as it is now: for a person to see, never counted as paid. */
import { Duration, Effect } from "effect"
import { addDays, beyondOne } from "@counterfoil/domain"
import type { BeyondOneExplained } from "./Explanation.ts"
import { orderFacts } from "./orderFacts.ts"
import { ConciliationRepository } from "./ConciliationRepository.ts"

/** Payers are a day early at times, as in matching. */
const daysBefore = 1
/** A person looks at it whenever that is, so nothing expires here. */
const context = { expiry: Duration.days(365), zone: "UTC", taught: {}, state: "open" } as const

export const explainBeyondOne = Effect.fnUntraced(function* (request: {
  readonly id: string
  readonly accountId: string
  readonly currency: string
}) {
  const queries = yield* ConciliationRepository
  const open = yield* queries.openOrders(request.accountId, request.currency)
  const asked = open.find(({ id }) => id === request.id)
  if (asked === undefined) return []
  const order = orderFacts(asked, context)
  const credits = yield* queries.freeCredits(request.accountId, request.currency, addDays(order.orderDate, -daysBefore))
  const found = beyondOne(
    order,
    open.map((other) => orderFacts(other, context)),
    credits,
    yield* queries.barredPairs(open.map(({ id }) => id))
  )
  const [orderOf, creditOf] = [
    new Map(open.map((each) => [each.id, each])),
    new Map(credits.map((each) => [each.id, each]))
  ]
  return found.map(({ differenceMinor, kind, movementIds, orderIds }): BeyondOneExplained => ({
    kind,
    movements: movementIds.flatMap((id) => creditOf.get(id) ?? []),
    orders: orderIds.flatMap((id) => orderOf.get(id) ?? []),
    differenceMinor,
    currency: request.currency
  }))
})
