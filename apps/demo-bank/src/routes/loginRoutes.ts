import { randomUUID } from "node:crypto"

import { type Context, Hono } from "hono"

import type { Bank } from "../Bank.ts"
import type { Step } from "../Logins.ts"
import { type Labels, labelsOf } from "../pages/labels.ts"
import { changePasswordPage, codePage, elsewherePage, loginPage, robotPage } from "../pages/loginPages.ts"
import {
  deviceToken,
  forgetLogin,
  forgetSession,
  loginToken,
  obstacle,
  obstacles,
  rememberDevice,
  rememberLogin,
  rememberSession,
  sessionToken
} from "./visitor.ts"

const notices: Readonly<Record<string, string>> = {
  bye: "You have logged out.",
  saved: "Your new password is saved. Log in with it."
}

const alerts: Readonly<Record<string, string>> = {
  expired: "Your session has ended",
  late: "This code has expired",
  codes: "Two wrong codes: please log in again"
}

const said = (c: Context, sentences: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(sentences).find(([name]) => c.req.query(name) !== undefined)?.[1]

/** The form's fields as text. */
const formOf = async (c: Context): Promise<(name: string) => string> => {
  const form = await c.req.parseBody()
  return (name) => {
    const value = form[name]
    return typeof value === "string" ? value : ""
  }
}

const field = (form: (name: string) => string, name: keyof Labels["fields"]): string =>
  form(labelsOf("classic").fields[name]) || form(labelsOf("renamed").fields[name])

export const loginRoutes = (bank: Bank): Hono => {
  const app = new Hono()
  const labels = () => labelsOf(bank.switches.of().layout)

  const lead = (c: Context, step: Step, username = ""): Response | Promise<Response> => {
    switch (step.to) {
      case "home":
        rememberSession(c, step.session)
        return c.redirect("/home")
      case "code":
        rememberLogin(c, step.login)
        return c.redirect("/code")
      case "new-password":
        rememberLogin(c, step.login)
        return c.redirect("/change-password")
      case "elsewhere":
        forgetLogin(c)
        return c.redirect("/elsewhere")
      case "robot":
        return c.redirect("/robot-check")
      case "wrong-code":
        return c.redirect("/code?wrong=1")
      case "codes-used-up":
        forgetLogin(c)
        return c.redirect("/login?codes=1")
      case "code-expired":
        forgetLogin(c)
        return c.redirect("/login?late=1")
      case "locked":
        return c.html(loginPage(labels(), { alert: "Your access is locked. Please call us.", username }))
      case "wrong-password":
      case "unknown-user":
        return c.html(loginPage(labels(), { alert: "Wrong user name or password", username }))
    }
  }

  app.post("/login", async (c) => {
    const form = await formOf(c)
    const username = field(form, "userName")
    const password = field(form, "password")
    const customer = bank.customerByUsername(username)
    const blocked = await obstacle(c, bank, customer)
    if (blocked !== undefined) {
      const outcome = bank.switches.of(customer).unavailable ? "unavailable" : "maintenance"
      bank.logins.turnAway(customer, username, password, outcome)
      return blocked
    }
    return lead(c, bank.logins.enter(customer, username, password, deviceToken(c)), username)
  })

  app.use("/login", obstacles(bank))
  app.use("/code/*", obstacles(bank))
  app.use("/change-password", obstacles(bank))

  app.get("/", (c) => c.redirect("/login"))

  app.get("/login", (c) => {
    if (bank.sessions.find(sessionToken(c)) !== undefined) return c.redirect("/home")
    return c.html(loginPage(labels(), { alert: said(c, alerts), notice: said(c, notices) }))
  })

  app.get("/code", (c) => {
    const login = bank.logins.find(loginToken(c))
    if (login?.stage !== "code") return c.redirect("/login")
    const wrong = c.req.query("wrong") === undefined ? undefined : "Wrong code. You have one more try."
    const sent = c.req.query("sent") === undefined ? undefined : "We have sent you a new code."
    const { email, phone } = login.customer.profile
    return c.html(codePage({ phone, email, alert: wrong, notice: sent }))
  })

  app.post("/code", async (c) => {
    const login = bank.logins.find(loginToken(c))
    if (login?.stage !== "code") return c.redirect("/login")
    const step = bank.logins.submitCode(login, (await formOf(c))("code"))
    if (step.to === "home" && login.customer.profile.trustsDevices) {
      const device = randomUUID()
      login.customer.trustedDevices.add(device)
      rememberDevice(c, device)
    }
    return lead(c, step)
  })

  app.post("/code/resend", (c) => {
    const login = bank.logins.find(loginToken(c))
    if (login?.stage !== "code") return c.redirect("/login")
    bank.logins.sendNewCode(login)
    return c.redirect("/code?sent=1")
  })

  app.get("/change-password", (c) => {
    const login = bank.logins.find(loginToken(c))
    return login?.stage === "new-password" ? c.html(changePasswordPage(undefined)) : c.redirect("/login")
  })

  app.post("/change-password", async (c) => {
    const login = bank.logins.find(loginToken(c))
    if (login?.stage !== "new-password") return c.redirect("/login")
    const form = await formOf(c)
    const chosen = form("new")
    if (chosen.length < 8) return c.html(changePasswordPage("The password needs 8 characters or more"))
    if (chosen !== form("repeat")) return c.html(changePasswordPage("The two passwords are not the same"))
    bank.logins.changePassword(login, chosen)
    forgetLogin(c)
    return c.redirect("/login?saved=1")
  })

  app.get("/elsewhere", (c) => c.html(elsewherePage()))
  app.get("/robot-check", (c) => c.html(robotPage()))

  app.post("/logout", (c) => {
    const session = bank.sessions.find(sessionToken(c))
    if (session !== undefined) bank.sessions.close(session, "logout")
    forgetSession(c)
    return c.redirect("/login?bye=1")
  })

  return app
}
