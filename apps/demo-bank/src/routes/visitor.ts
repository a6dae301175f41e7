import { setTimeout as sleep } from "node:timers/promises"

import type { Context, MiddlewareHandler } from "hono"
import { deleteCookie, getCookie, setCookie } from "hono/cookie"
import { createMiddleware } from "hono/factory"

import type { Bank } from "../Bank.ts"
import type { Customer, Login, Session } from "../Customer.ts"
import { maintenancePage, unavailablePage } from "../pages/loginPages.ts"

export type LoggedIn = { Variables: { session: Session } }

const names = { session: "bd_session", login: "bd_login", device: "bd_device" }
const attributes = { httpOnly: true, sameSite: "Lax", path: "/" } as const

export const sessionToken = (c: Context): string | undefined => getCookie(c, names.session)
export const loginToken = (c: Context): string | undefined => getCookie(c, names.login)
export const deviceToken = (c: Context): string | undefined => getCookie(c, names.device)

export const rememberLogin = (c: Context, login: Login): void => setCookie(c, names.login, login.token, attributes)

export const rememberSession = (c: Context, session: Session): void => {
  deleteCookie(c, names.login, { path: "/" })
  setCookie(c, names.session, session.token, attributes)
}

export const rememberDevice = (c: Context, device: string): void =>
  setCookie(c, names.device, device, { ...attributes, maxAge: 365 * 24 * 3600 })

export const forgetLogin = (c: Context): void => void deleteCookie(c, names.login, { path: "/" })
export const forgetSession = (c: Context): void => void deleteCookie(c, names.session, { path: "/" })

/** What stands between a visitor and any page: slowness, a bare 503, the maintenance page. */
export const obstacle = async (
  c: Context,
  bank: Bank,
  customer: Customer | undefined
): Promise<Response | undefined> => {
  const { slowMs, unavailable, maintenance } = bank.switches.of(customer)
  if (slowMs > 0) await sleep(slowMs, undefined, { ref: false })
  if (unavailable) return c.html(unavailablePage(), 503)
  if (maintenance) return c.html(maintenancePage(), 503)
  return undefined
}

/** Applies the obstacles to whoever the cookies say is asking. */
export const obstacles = (bank: Bank): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    const known = bank.sessions.find(sessionToken(c)) ?? bank.logins.find(loginToken(c))
    const blocked = await obstacle(c, bank, known?.customer)
    if (blocked !== undefined) return blocked
    await next()
    return undefined
  })

/** Lets only an open session through; a page read keeps it alive. */
export const loggedIn = (bank: Bank): MiddlewareHandler<LoggedIn> =>
  createMiddleware<LoggedIn>(async (c, next) => {
    const token = sessionToken(c)
    const session = bank.sessions.find(token)
    if (session !== undefined && bank.switches.endsSessionNow(session.customer)) bank.sessions.close(session, "expired")
    const open = bank.sessions.find(token)
    if (open === undefined) {
      forgetSession(c)
      return c.redirect(token === undefined ? "/login" : "/login?expired=1")
    }
    bank.sessions.touch(open)
    c.set("session", open)
    await next()
    return undefined
  })
