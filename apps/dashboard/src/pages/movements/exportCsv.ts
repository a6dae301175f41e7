/** All that is filtered, not only what is loaded, as a file for spreadsheets. */
import { api } from "../../api/client.ts"
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

export const exportCsv = async (filter: MovementFilter, onProgress: (rows: number) => void): Promise<void> => {
  const region = regionOf(navigator.language)
  const rows: Array<string> = []
  let before: string | undefined
  for (;;) {
    const page = await api.get("/movements", {
      query: { ...askedFor(filter), limit: most, before }
    })
    rows.push(...page.filter(isOfDays(filter)).map((movement) => rowOf(movement, region)))
    onProgress(rows.length)
    before = page.at(-1)?.id
    if (page.length < most || before === undefined) break
  }
  const lines = [names.join(region.separator), ...rows]
  const link = document.createElement("a")
  // With the mark by which spreadsheets know UTF-8.
  link.href = URL.createObjectURL(new Blob([`\uFEFF${lines.join("\r\n")}\r\n`], { type: "text/csv" }))
  link.download = "movements.csv"
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
