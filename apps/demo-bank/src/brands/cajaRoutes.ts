import { randomInt, randomUUID } from "node:crypto"

import { type Context, Hono } from "hono"
import { deleteCookie, getCookie } from "hono/cookie"

import type { Bank } from "../Bank.ts"
import { sliceOf } from "../listing.ts"
import { deviceToken, forgetSession, type LoggedIn, loggedIn, obstacles, sessionToken } from "../routes/visitor.ts"
import {
  boxesScript,
  codePage,
  type Deal,
  frontPage,
  homePage,
  keypadPage,
  keypadScript,
  listPage,
  namePage
} from "./cajaPages.ts"
import { type Outcome, outcomeOf, sayNext, waitingLogin } from "./outcomes.ts"

const signs = [..."abcdefghijklmnopqrstuvwxyz0123456789-"]
const pageSize = 10
const mostDeals = 200

interface Dealt extends Deal {
  readonly username: string
}

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, place: randomInt(1 << 30) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)

/** Three places of a password, in order. An unknown name is asked for some as well. */
const positionsOf = (length: number): ReadonlyArray<number> =>
  shuffled(Array.from({ length }, (_, place) => place + 1))
    .slice(0, 3)
    .toSorted((a, b) => a - b)

export const cajaRoutes = (bank: Bank): Hono<LoggedIn> => {
  const app = new Hono<LoggedIn>()
  const deals = new Map<string, Dealt>()
  app.use("/caja/*", obstacles(bank))
  for (const path of ["/caja/home", "/caja/list"]) app.use(path, loggedIn(bank))

  const said = (c: Context): string | undefined => {
    const sentence = getCookie(c, "bd_say")
    if (sentence !== undefined) deleteCookie(c, "bd_say", { path: "/" })
    return sentence
  }
  const text = async (c: Context, name: string): Promise<string> => {
    const value = (await c.req.parseBody())[name]
    return typeof value === "string" ? value : ""
  }
  const lead = (c: Context, outcome: Outcome, stopped: string) => {
    if (outcome.to !== "stopped") return c.redirect(outcome.to === "home" ? "/caja/home" : "/caja/code")
    sayNext(c, outcome.sentence)
    return c.redirect(stopped)
  }

  app.get("/caja", (c) => c.html(frontPage(said(c))))
  app.get("/caja/access", (c) => c.html(namePage()))
  app.get("/caja/keypad.js", (c) => c.body(keypadScript, 200, { "content-type": "text/javascript" }))
  app.get("/caja/boxes.js", (c) => c.body(boxesScript, 200, { "content-type": "text/javascript" }))

  app.post("/caja/access", async (c) => {
    const username = await text(c, "id")
    const length = bank.customerByUsername(username)?.profile.password.length ?? 12
    const keys = shuffled(signs).map((sign) => ({ sign, token: randomUUID().slice(0, 8) }))
    const deal: Dealt = { token: randomUUID(), positions: positionsOf(length), keys, username }
    deals.set(deal.token, deal)
    const [oldest] = deals.keys()
    if (deals.size > mostDeals && oldest !== undefined) deals.delete(oldest)
    return c.html(keypadPage(deal))
  })

  app.post("/caja/enter", async (c) => {
    const deal = deals.get(await text(c, "deal"))
    if (deal === undefined) return c.redirect("/caja")
    deals.delete(deal.token)
    const clicked = (await text(c, "keys"))
      .split(" ")
      .map((token) => deal.keys.find((key) => key.token === token)?.sign)
    const customer = bank.customerByUsername(deal.username)
    const password = customer?.profile.password ?? ""
    const isRight =
      clicked.length === deal.positions.length &&
      deal.positions.every((position, place) => password[position - 1] === clicked[place])
    const step = bank.logins.enter(customer, deal.username, isRight ? password : "", deviceToken(c))
    return lead(c, outcomeOf(c, step), "/caja")
  })

  app.get("/caja/code", (c) => (waitingLogin(c, bank) === undefined ? c.redirect("/caja") : c.html(codePage(said(c)))))

  app.post("/caja/code", async (c) => {
    const login = waitingLogin(c, bank)
    if (login === undefined) return c.redirect("/caja")
    const digits = await Promise.all([1, 2, 3, 4, 5, 6].map((place) => text(c, `d${place}`)))
    const step = bank.logins.submitCode(login, digits.join(""))
    return lead(c, outcomeOf(c, step), step.to === "wrong-code" ? "/caja/code" : "/caja")
  })

  app.get("/caja/home", (c) => c.html(homePage(c.get("session").customer.profile.name)))

  app.get("/caja/list", (c) => {
    const from = Math.max(1, Math.trunc(Number(c.req.query("from") ?? "1")) || 1)
    const { customer } = c.get("session")
    const { rows, total } = sliceOf(bank, customer, { from: from - 1, size: pageSize, only: "booked" })
    return c.html(listPage({ rows, total, from, older: from + pageSize <= total ? from + pageSize : undefined }))
  })

  app.post("/caja/logout", (c) => {
    const session = bank.sessions.find(sessionToken(c))
    if (session !== undefined) bank.sessions.close(session, "logout")
    forgetSession(c)
    return c.redirect("/caja")
  })

  return app
}
