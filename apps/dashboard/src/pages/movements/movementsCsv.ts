import { api } from "../../api/client.ts"
import { searchedFor } from "../../api/queries.ts"
import type { Movement } from "../../api/types.ts"
import type { Export } from "../../export/exportCsv.ts"
import { askedFor, isOfDays, type MovementFilter } from "./filters.ts"

/** Why it doesn't count; empty: it does. */
const setAside = (movement: Movement): string => {
  if (movement.excluded_at !== null) return "excluded"
  if (movement.removed_at !== null) return "removed"
  if (movement.reversed_at !== null) return "reversed"
  if (movement.possible_duplicate_of !== undefined) return "held"
  return movement.status === "booked" ? "" : movement.status
}

const columns = [
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

export const movementsCsv = (filter: MovementFilter): Export<Movement> => {
  const asked = askedFor(filter)
  return {
    file: "movements.csv",
    columns,
    lists: [(page, signal) => api.get("/movements", { query: { ...asked, ...searchedFor(asked), ...page }, signal })],
    fits: isOfDays(filter),
    cells: (movement, { decimal }) => {
      const cells: Readonly<Record<(typeof columns)[number], string>> = {
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
      }
      return columns.map((name) => cells[name])
    }
  }
}
