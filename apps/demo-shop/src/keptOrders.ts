import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"

import { Fields } from "@counterfoil/demo-bank/Fields"
import { readOrder } from "./routes/controlInput.ts"
import type { Shop } from "./Shop.ts"

/** The orders of all lists with what became of them, so that a shop that is started again knows them. */
export const keepOrders = (shop: Shop, file: string): void => {
  const orders = shop
    .lists()
    .flatMap(([list, { orders: stored }]) => [...stored.values()].map((each) => ({ ...each, list })))
  // A shop that ends meanwhile leaves the file of before.
  writeFileSync(`${file}.new`, `${JSON.stringify({ orders })}\n`)
  renameSync(`${file}.new`, file)
}

export const recallOrders = (shop: Shop, file: string): void => {
  if (!existsSync(file)) return
  const kept: unknown = JSON.parse(readFileSync(file, "utf8"))
  for (const each of new Fields(kept, ["orders"]).list("orders")) {
    const fields = new Fields(each, ["list", "order", "status", "result", "paidAt"])
    const textOf = (name: string) => (fields.isNull(name) ? null : fields.text(name))
    const { order } = readOrder(fields.raw("order"))
    const stored = shop.addOrder(fields.text("list"), order)
    stored.status = fields.oneOf("status", ["pending", "paid"])
    stored.result = textOf("result")
    stored.paidAt = textOf("paidAt")
  }
}
