/** All that is filtered, not only what is loaded, as a file for spreadsheets. */
import { api } from "../../api/client.ts"
import type { Movement } from "../../api/types.ts"
import { csvCell } from "./csvCell.ts"
import { askedFor, type MovementFilter } from "./filters.ts"

const columns = [
  "booked_date",
  "received_at",
  "amount",
  "currency",
  "sender_name",
  "description",
  "account_name",
  "external_id"
] as const

/** Why it doesn't count; empty: it does. */
const setAside = (movement: Movement): string => {
  if (movement.excluded_at !== null) return "excluded"
  if (movement.removed_at !== null) return "removed"
  if (movement.reversed_at !== null) return "reversed"
  if (movement.possible_duplicate_of !== undefined) return "held"
  return movement.status === "booked" ? "" : movement.status
}

const row = (movement: Movement): string =>
  [
    ...columns.map((name) => movement[name]),
    movement.pays?.external_id ?? "",
    movement.counterparty_account ?? "",
    movement.counterparty ?? "",
    movement.value_date ?? "",
    movement.balance ?? "",
    setAside(movement)
  ]
    .map(csvCell)
    .join(",")

const most = 200

export const exportCsv = async (filter: MovementFilter, onProgress: (rows: number) => void): Promise<void> => {
  const lines = [
    [...columns, "pays_order", "counterparty_account", "counterparty", "value_date", "bank_balance", "set_aside"].join(
      ","
    )
  ]
  let before: string | undefined
  for (;;) {
    const page = await api.get("/movements", {
      query: { ...askedFor(filter), limit: most, before }
    })
    lines.push(...page.map(row))
    onProgress(lines.length - 1)
    before = page.at(-1)?.id
    if (page.length < most || before === undefined) break
  }
  const link = document.createElement("a")
  // With the mark by which spreadsheets know UTF-8.
  link.href = URL.createObjectURL(new Blob([`\uFEFF${lines.join("\r\n")}\r\n`], { type: "text/csv" }))
  link.download = "movements.csv"
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
