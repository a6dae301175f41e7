/** What matching knows: plain facts, gathered by the caller. Instants are epoch milliseconds, dates the bank's local ones. */
import { localDateAt } from "../../LocalDate.ts"
import type { Coverage } from "../../Movement.ts"
import type { Preset, Ruleset } from "./ruleset.ts"

export interface OrderFacts {
  readonly id: string
  /** Only movements of this account are candidates. Absent: all in the batch. */
  readonly accountId?: string | undefined
  readonly amountMinor: bigint
  readonly currency: string
  /** The payer, as the order has it. */
  readonly name: string
  readonly reference?: string | undefined
  readonly taxId?: string | undefined
  /** The account that the order expects the money from. */
  readonly payerAccount?: string | undefined
  /** Sender names that a person confirmed for this payer. */
  readonly aliases?: ReadonlyArray<string> | undefined
  /** Sender names of which a person said last that they were not this payer's. */
  readonly refusedNames?: ReadonlyArray<string> | undefined
  /** Account numbers that a person confirmed for this payer, as they are kept. */
  readonly confirmedAccounts?: ReadonlyArray<string> | undefined
  /** Those of which a person said last that they were not this payer's. */
  readonly refusedAccounts?: ReadonlyArray<string> | undefined
  /** Local date of its creation (its own `created_at`, else the first on which it may have been made). */
  readonly orderDate: string
  /** Local date on which it expires. */
  readonly expiryDate: string
  /**
   * The earliest instant at which it can have existed: its own `created_at`, else the last successful poll before it first
   * appeared; null on an account's first poll, when only the dates count.
   */
  readonly existsFrom: number | null
  /** An expired order is still a candidate within its window, and costs the open ones no certainty. */
  readonly state: "open" | "expired"
}

export interface MovementFacts {
  readonly id: string
  readonly accountId?: string | undefined
  /** Signed, credits positive. */
  readonly amountMinor: bigint
  readonly currency: string
  readonly senderName: string
  /** All that the bank printed: where references are looked for. */
  readonly text: string
  readonly senderTaxId?: string | undefined
  /** As it is kept: whole, or partly. */
  readonly senderAccount?: string | undefined
  readonly bookedDate: string
  /** When we first stored it. */
  readonly firstKnownAt: number
  /** Not pending. */
  readonly booked: boolean
  readonly excluded: boolean
  readonly reversed: boolean
  /** A possible duplicate that nobody has settled. */
  readonly held: boolean
  readonly removed: boolean
  /** The order that it already pays. */
  readonly paysOrder?: string | undefined
  /** Characters after which the bank cuts names off, as the script declares. */
  readonly bankCutsNamesAt?: number | undefined
  /** Texts that the bank puts before names, as the script declares. */
  readonly namePrefixes?: ReadonlyArray<string> | undefined
}

export interface OrderTimes {
  /** The order's own `created_at`, if it has one. */
  readonly createdAt?: number | undefined
  readonly firstSeenAt: number
  /** The last successful poll before the one that first listed it; absent on the account's first poll. */
  readonly previousPollAt?: number | undefined
  readonly expiresAt: number
  /** IANA zone of the bank. */
  readonly zone: string
}

/**
 * The times of an order as matching takes them. A `created_at` later than our first sight of it is a clock that is off, or a local
 * time: it says nothing of when the order began to exist.
 */
export const orderTimes = (times: OrderTimes): Pick<OrderFacts, "orderDate" | "expiryDate" | "existsFrom"> => {
  const createdAt = times.createdAt !== undefined && times.createdAt <= times.firstSeenAt ? times.createdAt : undefined
  return {
    orderDate: localDateAt(createdAt ?? earliestUnseen(times), times.zone),
    expiryDate: localDateAt(times.expiresAt, times.zone),
    existsFrom: createdAt ?? times.previousPollAt ?? null
  }
}

/** While the list could not be read the order was made, and paid: at the earliest as long ago as it waits for its payment. */
const earliestUnseen = ({ expiresAt, firstSeenAt, previousPollAt = firstSeenAt }: OrderTimes): number =>
  Math.min(firstSeenAt, Math.max(previousPollAt, 2 * firstSeenAt - expiresAt))

/** The reference of an order that is open, or was paid a short while ago: some pay an order twice. */
export interface OrderReference {
  readonly amountMinor: bigint
  readonly currency: string
  readonly reference: string
  readonly isPaid: boolean
  /** In rehearsals: the reference counts only for payments booked from this day on and first known by then. Absent: for all. */
  readonly known?: { readonly from: string; readonly until: number } | undefined
}

/** After so many days nobody pays an order twice. */
export const paidReferenceDays = 14

/** All that one pass decides on together. */
export interface Batch {
  /** Of one account: every order that is open, or expired with its window not over; they compete for the movements. */
  readonly orders: ReadonlyArray<OrderFacts>
  /** Every known movement that could matter, with pending, excluded and already paid ones: they explain a miss. */
  readonly movements: ReadonlyArray<MovementFacts>
  /** References of all orders of the account. Absent: those of `orders` alone. */
  readonly references?: ReadonlyArray<OrderReference> | undefined
  /** Pairs that a person has separated. */
  readonly barredPairs: ReadonlyArray<{ readonly orderId: string; readonly movementId: string }>
  /** The days that complete scrapes have covered without a gap; null if there was none. */
  readonly coverage: Coverage | null
  readonly account: "active" | "paused" | "blocked"
  readonly preset: Preset
  /** Absent: the current one. */
  readonly ruleset?: Ruleset | undefined
}
