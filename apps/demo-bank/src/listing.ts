/** What a list of movements shows now: its switches spoil it alike at every brand. */
import type { Bank } from "./Bank.ts"
import type { Customer } from "./Customer.ts"
import type { Row } from "./Ledger.ts"
import type { Switches } from "./switches.ts"

/** The rows of one page as a faulty bank prints them. */
export const spoil = (rows: readonly Row[], { truncateRows, breakBalance }: Switches): readonly Row[] => {
  const kept = rows.slice(0, Math.max(0, rows.length - truncateRows))
  if (!breakBalance) return kept
  const middle = Math.floor(kept.length / 2)
  return kept.map((row, i) => (i === middle && row.balance !== null ? { ...row, balance: row.balance + 100n } : row))
}

/** A movement that arrives just before an older page is read. */
export const shiftNow = (bank: Bank, customer: Customer): void => {
  if (!bank.switches.tick(customer, "shiftWhilePaging")) return
  bank.addMovement(customer, { kind: "card", amount: -185n, description: "CARD PAYMENT CAFETERIA SOL MADRID" })
}

export interface Slice {
  readonly rows: readonly Row[]
  /** How many there are in all. */
  readonly total: number
}

/** Rows `from` (0-based) and the `size - 1` after it, of those that the brand prints. */
export const sliceOf = (
  bank: Bank,
  customer: Customer,
  { from, only, size }: { readonly from: number; readonly size: number; readonly only: "booked" | "pending" | "all" }
): Slice => {
  if (from > 0) shiftNow(bank, customer)
  const rows = customer.ledger.rows().filter(({ status }) => only === "all" || status === only)
  return { rows: spoil(rows.slice(from, from + size), bank.switches.of(customer)), total: rows.length }
}
