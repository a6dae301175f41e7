/** Movements as a table for people. */
import { type Golden, shapeOf } from "@counterfoil/script-tools"

const widest = 48
const shown = 30

/** `all`; or `shape`: nothing that says who was paid, or how much, for terminals that others look at. */
export type Shown = "all" | "shape"

const clip = (text: string): string => (text.length > widest ? `${text.slice(0, widest - 1)}…` : text)

/** One line for each of the first movements, and one for how many there are. */
export const movementTable = ({ movements, outcome }: Golden, show: Shown = "all"): ReadonlyArray<string> => {
  if (movements === undefined) return [`no movements: ${outcome}`]
  const told = (text: string) => (show === "all" ? text : shapeOf(text))
  const first = movements.slice(0, shown)
  const isNamed = first.some(({ movement }) => movement.counterparty !== undefined)
  const named = (text: string) => (isNamed ? [text] : [])
  const rows = first.map(({ key, movement: { amount, counterparty, currency, date, description, pending } }) => [
    date,
    `${told(amount)} ${currency}`,
    pending === true ? "pending" : "",
    clip(told(description)),
    ...named(clip(told(counterparty ?? ""))),
    key.slice(0, 8)
  ])
  const heads = ["date", "amount", "", "description", ...named("counterparty"), "identity"]
  const table = [heads, ...rows]
  const widths = heads.map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)))
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  )
  return [
    ...lines,
    ...(movements.length > shown ? ["…"] : []),
    `${movements.length} movements${show === "shape" ? " (their shape; --show prints them)" : ""}`
  ]
}
