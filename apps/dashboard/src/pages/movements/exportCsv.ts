/** All that is filtered, not only what is loaded, as a file for spreadsheets. */
import { api, isUnreachable } from "../../api/client.ts"
import { searchedFor } from "../../api/queries.ts"
import type { Movement } from "../../api/types.ts"
import { csvCell, type Region, regionOf } from "./csvCell.ts"
import { askedFor, isOfDays, type MovementFilter } from "./filters.ts"

/** Why it doesn't count; empty: it does. */
const setAside = (movement: Movement): string => {
  if (movement.excluded_at !== null) return "excluded"
  if (movement.removed_at !== null) return "removed"
  if (movement.reversed_at !== null) return "reversed"
  if (movement.possible_duplicate_of !== undefined) return "held"
  return movement.status === "booked" ? "" : movement.status
}

const cellsOf = (movement: Movement, { decimal }: Region) => ({
  booked_date: movement.booked_date,
  received_at: movement.received_at,
  amount: movement.amount.replace(".", decimal),
  currency: movement.currency,
  sender_name: movement.sender_name,
  description: movement.description,
  account_name: movement.account_name,
  external_id: movement.external_id,
  pays_order: movement.pays?.external_id ?? "",
  counterparty_account: movement.counterparty_account ?? "",
  counterparty: movement.counterparty ?? "",
  value_date: movement.value_date ?? "",
  bank_balance: movement.balance?.replace(".", decimal) ?? "",
  set_aside: setAside(movement)
})

const names = [
  "booked_date",
  "received_at",
  "amount",
  "currency",
  "sender_name",
  "description",
  "account_name",
  "external_id",
  "pays_order",
  "counterparty_account",
  "counterparty",
  "value_date",
  "bank_balance",
  "set_aside"
] as const

const rowOf = (movement: Movement, region: Region): string => {
  const cells = cellsOf(movement, region)
  return names.map((name) => csvCell(cells[name])).join(region.separator)
}

const most = 200

/** Of the hundreds of answers of a long list one may be lost on the way: all before it were for nothing then. */
const pauses = [500, 2_000, 5_000] as const

const pageOf = async (filter: MovementFilter, before: string | undefined, signal: AbortSignal) => {
  const asked = askedFor(filter)
  for (const pause of [...pauses, undefined]) {
    try {
      return await api.get("/movements", { query: { ...asked, ...searchedFor(asked), limit: most, before }, signal })
    } catch (cause) {
      if (pause === undefined || signal.aborted || !isUnreachable(cause)) throw cause
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return []
}

/** Answers how many rows the file has. */
export const exportCsv = async (
  filter: MovementFilter,
  onProgress: (rows: number) => void,
  signal: AbortSignal
): Promise<number> => {
  const region = regionOf(navigator.languages)
  // With the mark by which spreadsheets know UTF-8.
  const parts = [`\uFEFF${names.join(region.separator)}\r\n`]
  let rows = 0
  let before: string | undefined
  for (;;) {
    const page = await pageOf(filter, before, signal)
    signal.throwIfAborted()
    const fitting = page.filter(isOfDays(filter))
    parts.push(...fitting.map((movement) => `${rowOf(movement, region)}\r\n`))
    rows += fitting.length
    onProgress(rows)
    before = page.at(-1)?.id
    if (page.length < most || before === undefined) break
  }
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob(parts, { type: "text/csv" }))
  link.download = "movements.csv"
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return rows
}
