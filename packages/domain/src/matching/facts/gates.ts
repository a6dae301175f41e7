/** What makes a movement a candidate for an order at all; each gate that fails has its own reason. */
import { addDays } from "../../LocalDate.ts"
import { currencyExponent } from "../../Money.ts"
import type { MovementFacts, OrderFacts } from "./facts.ts"
import type { ReasonCode } from "./reasons.ts"
import type { Ruleset } from "./ruleset.ts"

/** Why a movement is no candidate: from the least to the most telling, which is the one that an attempt gives. */
export const gateReasons = [
  "not_found_amount",
  "not_found_currency",
  "not_found_window",
  "not_found_known_before",
  "not_found_set_aside",
  "not_found_pending",
  "not_found_barred",
  "not_found_paid",
  "not_found_nameless",
  "not_found_name"
] as const satisfies ReadonlyArray<ReasonCode>
export type GateReason = (typeof gateReasons)[number]

export const moreTelling = (a: GateReason, b: GateReason): GateReason =>
  gateReasons.indexOf(a) >= gateReasons.indexOf(b) ? a : b

/** A value that is equal for equal amounts in whatever currency: the scale fits every exponent. */
export const amountKey = (facts: { readonly amountMinor: bigint; readonly currency: string }): bigint =>
  facts.amountMinor * 10n ** BigInt(4 - currencyExponent(facts.currency))

const scales = [1n, 10n, 100n, 10_000n]

/** The minor units of the same value in currencies of every exponent: what a movement of another currency would have. */
export const minorUnitsOf = (facts: {
  readonly amountMinor: bigint
  readonly currency: string
}): ReadonlyArray<bigint> => {
  const key = amountKey(facts)
  const minors: Array<bigint> = []
  for (const scale of scales) if (key % scale === 0n) minors.push(key / scale)
  return minors
}

/** When a movement may be booked, and known at the earliest, to be an order's payment. */
export interface Window {
  readonly firstDay: string
  readonly lastDay: string
  readonly knownFrom: number
}

export const windowOf = (order: OrderFacts, ruleset: Ruleset): Window => ({
  firstDay: addDays(order.orderDate, -ruleset.windowDays),
  lastDay: addDays(order.expiryDate, ruleset.windowDays),
  knownFrom: order.existsFrom === null ? Number.NEGATIVE_INFINITY : order.existsFrom - ruleset.knownBeforeMillis
})

/** Lets nothing pass. */
export const never: Window = { firstDay: "9999-12-31", lastDay: "0000-01-01", knownFrom: Number.POSITIVE_INFINITY }

/** The narrowest window that has both in it. */
export const wider = (a: Window, b: Window): Window => ({
  firstDay: a.firstDay < b.firstDay ? a.firstDay : b.firstDay,
  lastDay: a.lastDay > b.lastDay ? a.lastDay : b.lastDay,
  knownFrom: Math.min(a.knownFrom, b.knownFrom)
})

export const isWithin = (window: Window, { bookedDate, firstKnownAt }: MovementFacts): boolean =>
  bookedDate >= window.firstDay && bookedDate <= window.lastDay && firstKnownAt >= window.knownFrom

/** The first gate that fails, or undefined for a candidate. Both sides have the same amount, by `amountKey`. */
export const failedGate = (
  order: OrderFacts,
  window: Window,
  movement: MovementFacts,
  barred: boolean
): GateReason | undefined => {
  if (foreign(order, movement) || movement.amountMinor <= 0n) return "not_found_amount"
  if (movement.currency !== order.currency) return "not_found_currency"
  if (movement.bookedDate < window.firstDay || movement.bookedDate > window.lastDay) return "not_found_window"
  if (movement.firstKnownAt < window.knownFrom) return "not_found_known_before"
  if (isSetAside(movement)) return "not_found_set_aside"
  if (!movement.booked) return "not_found_pending"
  if (barred) return "not_found_barred"
  if (movement.paysOrder !== undefined && movement.paysOrder !== order.id) return "not_found_paid"
  return undefined
}

/** Whether the movement by itself could pay anything: where not, a gate fails for every order. */
export const isPayment = (movement: MovementFacts): boolean =>
  movement.amountMinor > 0n && movement.booked && !isSetAside(movement)

const isSetAside = ({ excluded, held, removed, reversed }: MovementFacts): boolean =>
  excluded || reversed || removed || held

const foreign = (order: OrderFacts, movement: MovementFacts): boolean =>
  order.accountId !== undefined && movement.accountId !== undefined && order.accountId !== movement.accountId
