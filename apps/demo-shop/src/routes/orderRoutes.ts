import { createHash } from "node:crypto"

import { type Context, Hono } from "hono"

import { give, isAuthorized, schemeOf } from "../callers.ts"
import { type Order, type OrderList, type Shop, takeFault } from "../Shop.ts"

const parsed = (text: string): unknown => {
  if (text === "") return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const pageOf = (c: Context): number => Math.max(1, Math.trunc(Number(c.req.query("page") ?? "1")) || 1)

/** One page of the list in its shape. */
const present = (c: Context, list: OrderList, pending: readonly Order[], page: number) => {
  const { pageSize, nextOrigin, shape } = list
  const shown = pageSize === 0 ? pending : pending.slice((page - 1) * pageSize, page * pageSize)
  if (shape === "array") return { shown, body: shown }
  const more = pageSize > 0 && page * pageSize < pending.length
  const next = new URL(`${c.req.path}?page=${page + 1}`, nextOrigin ?? c.req.url).toString()
  return { shown, body: more ? { orders: shown, next } : { orders: shown } }
}

/** The shop's pending orders, for whoever reconciles its bank account. */
export const orderRoutes = (shop: Shop): Hono => {
  const app = new Hono()

  const answer = async (c: Context, name: string): Promise<Response> => {
    const list = shop.findList(name)
    if (list === undefined) return c.json({ error: `there is no list ${name}` }, 404)
    const authorization = c.req.header("authorization")
    const page = pageOf(c)
    const authorizationValid = isAuthorized(authorization, list.auth)
    const body = parsed(await c.req.text())
    const note = (status: number | null, orders: number) =>
      shop.journal.write({
        at: new Date().toISOString(),
        kind: "poll",
        name,
        method: c.req.method,
        authorizationScheme: schemeOf(authorization),
        authorizationValid,
        page,
        body,
        orders,
        status
      })
    if (authorizationValid === false) {
      note(401, 0)
      return c.json({ error: "Unauthorized" }, 401)
    }
    const fault = takeFault(list)
    if (fault !== undefined) {
      note(fault.hang ? null : fault.status, 0)
      return give(c, fault)
    }
    const pending = [...list.orders.values()].filter(({ status }) => status === "pending").map(({ order }) => order)
    const { shown, body: orders } = present(c, list, pending, page)
    const text = JSON.stringify(orders)
    const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`
    if (list.etag) c.header("etag", etag)
    const unchanged = list.etag && c.req.header("if-none-match") === etag
    note(unchanged ? 304 : 200, shown.length)
    return unchanged ? c.body(null, 304) : c.body(text, 200, { "content-type": "application/json" })
  }

  app.on(["GET", "POST"], "/orders", (c) => answer(c, "main"))
  app.on(["GET", "POST"], "/orders/:list", (c) => answer(c, c.req.param("list")))
  return app
}
