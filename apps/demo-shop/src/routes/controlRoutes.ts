import { type Context, Hono } from "hono"

import { Fields, InputError } from "@counterfoil/demo-bank/Fields"
import { type Hook, type HookKind, newList, type OrderList, type Shop, type Stored } from "../Shop.ts"
import { configureHook, configureList, readOrder, readOrderChange } from "./controlInput.ts"

/** A body of JSON; an empty one counts as `{}`. */
const bodyOf = async (c: Context): Promise<unknown> => {
  const text = await c.req.text()
  if (text.trim() === "") return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new InputError("the body is not valid JSON")
  }
}

const orderJson = (list: string, { order, status, result, paidAt }: Stored) => ({
  ...order,
  list,
  status,
  result,
  paid_at: paidAt
})

/** Never a token or a secret. */
const listJson = (name: string, { auth, shape, pageSize, etag, nextOrigin, fault, orders }: OrderList) => ({
  name,
  auth: auth?.scheme ?? null,
  shape,
  pageSize,
  etag,
  nextOrigin,
  answer: fault,
  orders: orders.size,
  pending: [...orders.values()].filter(({ status }) => status === "pending").length
})

const hookJson = (name: string, { secret, auth, strict, marksPaid, list, fault }: Hook) => ({
  name,
  verifiesSignatures: secret !== null,
  auth: auth?.scheme ?? null,
  strict,
  marksPaid,
  list,
  answer: fault
})

/** For demonstrations and tests: sets the shop up and reads what it heard. */
export const controlRoutes = (shop: Shop): Hono => {
  const app = new Hono()

  const state = () => ({
    lists: shop.lists().map(([name, list]) => listJson(name, list)),
    hooks: shop.hooks("hook").map(([name, hook]) => hookJson(name, hook)),
    notifications: shop.hooks("notification").map(([name, hook]) => hookJson(name, hook))
  })

  app.get("/state", (c) => c.json(state()))
  app.post("/reset", (c) => {
    shop.reset()
    return c.json(state())
  })

  app.put("/lists/:name", async (c) => {
    const name = c.req.param("name")
    const list = shop.findList(name) ?? newList()
    configureList(list, await bodyOf(c))
    shop.keepList(name, list)
    return c.json(listJson(name, list))
  })

  app.get("/orders", (c) => {
    const wanted = c.req.query("list")
    const lists = shop.lists().filter(([name]) => wanted === undefined || name === wanted)
    return c.json(lists.flatMap(([name, list]) => [...list.orders.values()].map((stored) => orderJson(name, stored))))
  })
  app.post("/orders", async (c) => {
    const body = await bodyOf(c)
    const many = typeof body === "object" && body !== null && "orders" in body
    const read = (many ? new Fields(body, ["orders"]).list("orders") : [body]).map(readOrder)
    const added = read.map(({ list, order }) => orderJson(list, shop.addOrder(list, order)))
    return c.json(many ? { orders: added } : (added[0] ?? null), 201)
  })
  app.get("/orders/:list/:id", (c) => {
    const { list, id } = c.req.param()
    return c.json(orderJson(list, shop.order(list, id)))
  })
  app.patch("/orders/:list/:id", async (c) => {
    const { list, id } = c.req.param()
    const stored = shop.order(list, id)
    const { order, status } = readOrderChange(await bodyOf(c), stored.order)
    stored.order = order
    if (status !== undefined) {
      stored.status = status
      stored.paidAt = status === "paid" ? new Date().toISOString() : null
    }
    return c.json(orderJson(list, stored))
  })
  app.delete("/orders/:list/:id", (c) => {
    const { list, id } = c.req.param()
    shop.removeOrder(list, id)
    return c.body(null, 204)
  })

  const hooks = (path: string, kind: HookKind) =>
    app.put(`/${path}/:name`, async (c) => {
      const name = c.req.param("name") ?? ""
      const hook = shop.hook(kind, name)
      configureHook(hook, await bodyOf(c))
      return c.json(hookJson(name, hook))
    })
  hooks("hooks", "hook")
  hooks("notifications", "notification")

  app.get("/journal", (c) => {
    const { kind, name, since } = c.req.query()
    const from = Number(since ?? "0")
    return c.json(
      shop.journal
        .entries()
        .slice(Number.isSafeInteger(from) && from > 0 ? from : 0)
        .filter((entry) => kind === undefined || entry.kind === kind)
        .filter((entry) => name === undefined || entry.name === name)
    )
  })

  return app
}
