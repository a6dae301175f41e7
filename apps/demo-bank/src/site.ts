import { Hono } from "hono"

import type { Bank } from "./Bank.ts"
import { cajaRoutes } from "./brands/cajaRoutes.ts"
import { calvetRoutes } from "./brands/calvetRoutes.ts"
import { cintaRoutes } from "./brands/cintaRoutes.ts"
import { dobleRoutes } from "./brands/dobleRoutes.ts"
import { familiaRoutes } from "./brands/familiaRoutes.ts"
import { funkeRoutes } from "./brands/funkeRoutes.ts"
import { hojasRoutes } from "./brands/hojasRoutes.ts"
import { kontorRoutes } from "./brands/kontorRoutes.ts"
import { lienzoRoutes } from "./brands/lienzoRoutes.ts"
import { marcosRoutes } from "./brands/marcosRoutes.ts"
import { neoRoutes } from "./brands/neoRoutes.ts"
import { parsiRoutes } from "./brands/parsiRoutes.ts"
import { preguntaRoutes } from "./brands/preguntaRoutes.ts"
import { rejillaRoutes } from "./brands/rejillaRoutes.ts"
import { sinfinRoutes } from "./brands/sinfinRoutes.ts"
import { ficherosRoutes } from "./brands/ficherosRoutes.ts"
import { unoRoutes } from "./brands/unoRoutes.ts"
import { InputError } from "./Fields.ts"
import { script, stylesheet } from "./pages/assets.ts"
import { notFoundPage } from "./pages/loginPages.ts"
import { accountRoutes } from "./routes/accountRoutes.ts"
import { controlRoutes } from "./routes/controlRoutes.ts"
import { loginRoutes } from "./routes/loginRoutes.ts"
import { smsRoutes } from "./routes/smsRoutes.ts"

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; frame-src 'self'; form-action 'self'"

/** Each awkward in a way of its own. */
const strangeBrands = [
  calvetRoutes,
  cintaRoutes,
  dobleRoutes,
  familiaRoutes,
  funkeRoutes,
  hojasRoutes,
  kontorRoutes,
  lienzoRoutes,
  marcosRoutes,
  neoRoutes,
  parsiRoutes,
  preguntaRoutes,
  rejillaRoutes,
  sinfinRoutes
]

/** All that the bank serves. */
export const site = (bank: Bank): Hono => {
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header("cache-control", "no-store")
    c.header("content-security-policy", policy)
    c.header("referrer-policy", "same-origin")
    c.header("x-content-type-options", "nosniff")
  })
  app.get("/assets/bank.css", (c) => c.body(stylesheet, 200, { "content-type": "text/css; charset=utf-8" }))
  app.get("/assets/bank.js", (c) => c.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }))
  app.route("/control", controlRoutes(bank))
  app.route("/", smsRoutes(bank))
  app.route("/", loginRoutes(bank))
  app.route("/", accountRoutes(bank))
  app.route("/", cajaRoutes(bank))
  app.route("/", unoRoutes(bank))
  app.route("/", ficherosRoutes(bank))
  for (const routes of strangeBrands) app.route("/", routes(bank))
  app.notFound((c) =>
    c.req.path.startsWith("/control/")
      ? c.json({ error: "there is no such control route" }, 404)
      : c.html(notFoundPage(), 404)
  )
  app.onError((error, c) => {
    if (error instanceof InputError) return c.json({ error: error.message }, error.status)
    console.error(error)
    return c.text("Internal Server Error", 500)
  })
  return app
}
