import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"

import { InputError } from "@counterfoil/demo-bank/Fields"
import { overviewPage, script, stylesheet } from "./pages.ts"
import { controlRoutes } from "./routes/controlRoutes.ts"
import { hookRoutes } from "./routes/hookRoutes.ts"
import { orderRoutes } from "./routes/orderRoutes.ts"
import type { Shop } from "./Shop.ts"

/** All that the shop serves. `keep` comes after each call that may have changed an order, before its answer. */
export const site = (shop: Shop, keep: () => void): Hono => {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    if (c.req.method !== "GET") keep()
  })
  app.use(bodyLimit({ maxSize: 4 * 1024 * 1024 }))
  app.get("/", (c) => {
    c.header(
      "content-security-policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:"
    )
    return c.html(overviewPage(shop))
  })
  app.get("/assets/shop.css", (c) => c.body(stylesheet, 200, { "content-type": "text/css; charset=utf-8" }))
  app.get("/assets/shop.js", (c) => c.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }))
  app.route("/control", controlRoutes(shop))
  app.route("/", orderRoutes(shop))
  app.route("/", hookRoutes(shop))
  app.notFound((c) => c.json({ error: "Not found" }, 404))
  app.onError((error, c) => {
    if (error instanceof InputError) return c.json({ error: error.message }, error.status)
    console.error(error)
    return c.text("Internal Server Error", 500)
  })
  return app
}
