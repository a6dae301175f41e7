import type { LocalDate } from "./calendar.ts"
import type { Cents } from "./money.ts"

export const kinds = [
  "transfer-in",
  "transfer-out",
  "salary",
  "refund",
  "card",
  "direct-debit",
  "fee",
  "other"
] as const
export type Kind = (typeof kinds)[number]

export type Movement = {
  readonly id: string
  readonly sequence: number
  readonly kind: Kind
  readonly description: string
  readonly amount: Cents
  readonly date: LocalDate
  /** `HH:MM` of the bank's zone, or null where the bank prints none. */
  readonly time: string | null
  readonly status: "booked" | "pending"
}

/** A movement as the list prints it. Only a booked one has a balance after it and a reference. */
export type Row = Movement & { readonly balance: Cents | null; readonly reference: string | null }

const byDateThenSequence = (a: Movement, b: Movement): number =>
  a.date === b.date ? a.sequence - b.sequence : a.date < b.date ? -1 : 1

/**
 * One account's movements. Balances follow the order of booking date, then of arrival, so a movement
 * that is booked into the past, or removed, changes the balance of all that are later.
 */
export class Ledger {
  readonly #opening: Cents
  #movements: ReadonlyArray<Movement> = []

  constructor(opening: Cents) {
    this.#opening = opening
  }

  add(movement: Movement): void {
    this.#movements = [...this.#movements, movement].toSorted(byDateThenSequence)
  }

  find(id: string): Movement | undefined {
    return this.#movements.find((movement) => movement.id === id)
  }

  replace(movement: Movement): void {
    this.#movements = this.#movements
      .map((known) => (known.id === movement.id ? movement : known))
      .toSorted(byDateThenSequence)
  }

  remove(id: string): boolean {
    const before = this.#movements.length
    this.#movements = this.#movements.filter((movement) => movement.id !== id)
    return this.#movements.length < before
  }

  /** Newest first, what is pending on top. */
  rows(): ReadonlyArray<Row> {
    let balance = this.#opening
    const booked: Row[] = []
    const pending: Row[] = []
    for (const movement of this.#movements) {
      if (movement.status === "pending") {
        pending.push({ ...movement, balance: null, reference: null })
        continue
      }
      balance += movement.amount
      booked.push({ ...movement, balance, reference: `BD${String(movement.sequence).padStart(10, "0")}` })
    }
    return [...pending.toReversed(), ...booked.toReversed()]
  }

  balance(): Cents {
    return this.#sum("booked") + this.#opening
  }

  /** The balance less the debits that are still pending. */
  available(): Cents {
    const held = this.#movements.filter((movement) => movement.status === "pending" && movement.amount < 0n)
    return held.reduce((sum, movement) => sum + movement.amount, this.balance())
  }

  #sum(status: Movement["status"]): Cents {
    return this.#movements.reduce((sum, movement) => (movement.status === status ? sum + movement.amount : sum), 0n)
  }
}
