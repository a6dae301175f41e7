/** Stored orders and movements as a pass's rules take them. Pure. Passes make thousands: by functions that outlive them. */
import type { MovementFacts, OrderFacts, Taught } from "@counterfoil/domain"
import { plainPrefixes } from "@counterfoil/domain"
import type { AccountPolicyShape } from "../../accounts/AccountPolicy.ts"
import type { ActiveVersion } from "../../scripts/Script.ts"
import type { OpenOrder, StoredFacts } from "../ConciliationRepository.ts"
import { orderFacts } from "../orderFacts.ts"

/** By what they are read. */
export interface Reading {
  readonly expiry: AccountPolicyShape["orderExpiry"]
  /** IANA zone of the bank. */
  readonly zone: string
  readonly taughtOf: (name: string) => Taught
  readonly bankCutsNamesAt: MovementFacts["bankCutsNamesAt"]
  readonly namePrefixes: MovementFacts["namePrefixes"]
}

export const readingOf = (
  policy: AccountPolicyShape,
  script: ActiveVersion | null,
  taughtOf: Reading["taughtOf"]
): Reading => ({
  expiry: policy.orderExpiry,
  zone: script?.manifest.zone ?? "UTC",
  taughtOf,
  bankCutsNamesAt: script?.manifest.nameLength,
  namePrefixes: plainPrefixes(script?.manifest.namePrefixes)
})

export const orderOf = (order: OpenOrder, { expiry, taughtOf, zone }: Reading): OrderFacts =>
  orderFacts(order, {
    expiry,
    zone,
    taught: taughtOf(order.name),
    state: order.status === "expired" ? "expired" : "open"
  })

export const ordersOf = (orders: ReadonlyArray<OpenOrder>, reading: Reading): ReadonlyArray<OrderFacts> => {
  const all: Array<OrderFacts> = []
  for (const order of orders) all.push(orderOf(order, reading))
  return all
}

export const movementsOf = (stored: ReadonlyArray<StoredFacts>, reading: Reading): ReadonlyArray<MovementFacts> => {
  const all: Array<MovementFacts> = []
  for (const movement of stored) all.push(movementOf(movement, reading))
  return all
}

/** Field by field: what is put together of others has a shape that V8 forgets, and the code made for it, between two passes. */
const movementOf = (movement: StoredFacts, { bankCutsNamesAt, namePrefixes }: Reading): MovementFacts => ({
  id: movement.id,
  amountMinor: movement.amountMinor,
  currency: movement.currency,
  senderName: movement.senderName,
  text: movement.text,
  senderTaxId: movement.senderTaxId,
  senderAccount: movement.senderAccount,
  bookedDate: movement.bookedDate,
  firstKnownAt: movement.firstKnownAt,
  booked: movement.booked,
  excluded: movement.excluded,
  reversed: movement.reversed,
  held: movement.held,
  removed: movement.removed,
  paysOrder: movement.paysOrder,
  bankCutsNamesAt,
  namePrefixes
})
