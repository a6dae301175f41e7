/** A stored order as matching takes it. Pure. */
import { type DateTime, Duration } from "effect"
import { orderTimes, type OrderFacts, type Taught } from "@counterfoil/domain"

export interface StoredOrder {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly name: string
  readonly reference: string | null
  readonly taxId: string | null
  readonly payerAccount: string | null
  readonly orderedAt: DateTime.Utc | null
  readonly firstSeenAt: DateTime.Utc
  /** Our last successful poll before it first appeared; null on the account's first poll. */
  readonly absentAt: DateTime.Utc | null
}

/** When an order becomes stale, in epoch milliseconds. */
export const expiresAt = (order: Pick<StoredOrder, "firstSeenAt" | "orderedAt">, expiry: Duration.Duration): number =>
  (order.orderedAt ?? order.firstSeenAt).epochMilliseconds + Duration.toMillis(expiry)

export const orderFacts = (
  order: StoredOrder,
  context: {
    readonly expiry: Duration.Duration
    /** IANA zone of the bank. */
    readonly zone: string
    readonly taught: Taught
    readonly state: OrderFacts["state"]
  }
): OrderFacts => {
  const { taught } = context
  const times = orderTimes({
    createdAt: order.orderedAt?.epochMilliseconds,
    firstSeenAt: order.firstSeenAt.epochMilliseconds,
    previousPollAt: order.absentAt?.epochMilliseconds,
    expiresAt: expiresAt(order, context.expiry),
    zone: context.zone
  })
  // Field by field, as movements are in `reading.ts`.
  return {
    id: order.id,
    amountMinor: order.amountMinor,
    currency: order.currency,
    name: order.name,
    reference: order.reference ?? undefined,
    taxId: order.taxId ?? undefined,
    payerAccount: order.payerAccount ?? undefined,
    aliases: taught.aliases,
    refusedNames: taught.refusedNames,
    confirmedAccounts: taught.confirmedAccounts,
    refusedAccounts: taught.refusedAccounts,
    orderDate: times.orderDate,
    expiryDate: times.expiryDate,
    existsFrom: times.existsFrom,
    state: context.state
  }
}
