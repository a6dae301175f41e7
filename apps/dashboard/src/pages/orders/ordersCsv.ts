/** The orders of a tab: at a month's end the unpaid ones, say. */
import { api } from "../../api/client.ts"
import { searchedFor } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import type { Export } from "../../export/exportCsv.ts"
import { orderDay } from "./orderDay.ts"
import { type Filter, listsOf } from "./useWorklist.ts"

const columns = [
  "order_date",
  "external_id",
  "amount",
  "currency",
  "sender_name",
  "reference",
  "status",
  "account_name",
  "matched_on",
  "payer"
] as const

/** Where the reader is, as on the page; Swedes write days as ISO does. */
const dayOf = (time: string): string => new Date(time).toLocaleDateString("sv-SE")

export const ordersCsv = (filter: Filter): Export<Order> => ({
  file: "orders.csv",
  columns,
  lists: listsOf(filter).map(
    (asked) => (page, signal) =>
      api.get("/conciliation/requests", { query: { ...asked, ...searchedFor(asked), ...page }, signal })
  ),
  fits: () => true,
  cells: (order, { decimal }) => {
    const cells: Readonly<Record<(typeof columns)[number], string>> = {
      order_date: dayOf(orderDay(order)),
      external_id: order.external_id,
      amount: order.amount.replace(".", decimal),
      currency: order.currency,
      sender_name: order.sender_name,
      reference: order.reference ?? "",
      status: order.status,
      account_name: order.account_name,
      matched_on: order.match === null ? "" : dayOf(order.match.at),
      payer: order.match?.sender_name ?? ""
    }
    return columns.map((name) => cells[name])
  }
})
