/** What else an order's payer may owe and have paid. */
import { Context, type Effect } from "effect"
import type { StoredFacts } from "./ConciliationRepository.ts"
import type { StoredOrder } from "./orderFacts.ts"

export interface OpenOrder extends StoredOrder {
  readonly externalId: string
}

export class PayerQueries extends Context.Service<
  PayerQueries,
  {
    /** Waiting for their payment, the latest first; five hundred at most. */
    readonly openOrders: (accountId: string, currency: string) => Effect.Effect<ReadonlyArray<OpenOrder>>
    /** Booked credits that pay no order and are not set aside, from a day on, the latest first; a thousand at most. */
    readonly freeCredits: (
      accountId: string,
      currency: string,
      from: string
    ) => Effect.Effect<ReadonlyArray<StoredFacts>>
  }
>()("@counterfoil/core/conciliation/PayerQueries") {}
