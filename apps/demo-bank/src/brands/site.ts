/** What the brands share behind their pages: logging in, leaving, and what stands in a visitor's way. */
import { type Context, Hono } from "hono"
import { deleteCookie, getCookie } from "hono/cookie"
import { html } from "hono/html"

import type { Bank } from "../Bank.ts"
import type { Login, Session } from "../Customer.ts"
import type { Step } from "../Logins.ts"
import { deviceToken, forgetSession, obstacles, sessionToken } from "../routes/visitor.ts"
import { type Outcome, outcomeOf, sayNext, waitingLogin } from "./outcomes.ts"

export interface Site {
  readonly app: Hono
  /** What the last step said, once. */
  readonly said: (c: Context) => string | undefined
  /** A field of the form that was sent. */
  readonly text: (c: Context, name: string) => Promise<string>
  readonly enter: (c: Context, username: string, password: string) => Step
  /** Leads to the account, to the code, or back with a sentence. */
  readonly lead: (c: Context, step: Step, stopped?: string) => Response
  readonly outcome: (c: Context, step: Step) => Outcome
  readonly waiting: (c: Context) => Login | undefined
  /** The open session; a page that is read keeps it open. */
  readonly session: (c: Context) => Session | undefined
  readonly leave: (c: Context) => void
}

/** Where a brand has its pages, and where from (`/doble`) on it counts as its own. */
export interface Places {
  readonly root: string
  readonly home: string
  readonly code: string
}

export const makeSite = (bank: Bank, { code, home, root }: Places): Site => {
  const app = new Hono()
  app.use(`${root}/*`, obstacles(bank))
  const outcome = (c: Context, step: Step) => outcomeOf(c, step)
  return {
    app,
    said: (c) => {
      const sentence = getCookie(c, "bd_say")
      if (sentence !== undefined) deleteCookie(c, "bd_say", { path: "/" })
      return sentence
    },
    text: async (c, name) => {
      const value = (await c.req.parseBody())[name]
      return typeof value === "string" ? value : ""
    },
    enter: (c, username, password) =>
      bank.logins.enter(bank.customerByUsername(username), username, password, deviceToken(c)),
    outcome,
    lead: (c, step, stopped = root) => {
      const to = outcome(c, step)
      if (to.to !== "stopped") return c.redirect(to.to === "home" ? home : code)
      sayNext(c, to.sentence)
      return c.redirect(step.to === "wrong-code" ? code : stopped)
    },
    waiting: (c) => waitingLogin(c, bank),
    session: (c) => {
      const found = bank.sessions.find(sessionToken(c))
      if (found === undefined) return undefined
      if (bank.switches.endsSessionNow(found.customer)) {
        bank.sessions.close(found, "expired")
        return undefined
      }
      bank.sessions.touch(found)
      return found
    },
    leave: (c) => {
      const found = bank.sessions.find(sessionToken(c))
      if (found !== undefined) bank.sessions.close(found, "logout")
      forgetSession(c)
    }
  }
}

/** A page of a brand. */
export const sheet = (
  brand: string,
  title: string,
  body: unknown,
  { dir = "ltr", lang = "en", script }: { readonly dir?: string; readonly lang?: string; readonly script?: string } = {}
) =>
  html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${brand}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/bank.css" />
        ${script === undefined ? "" : html`<script src="${script}" defer></script>`}
      </head>
      <body>
        ${body}
      </body>
    </html>`

export const asScript = (c: Context, source: string) => c.body(source, 200, { "content-type": "text/javascript" })

/** The page where a login asks for the code of an SMS, where a brand has nothing stranger. */
export const plainCode = (said: unknown, action: string) =>
  html`<h1>Your code</h1>
    ${said}
    <form method="post" action="${action}" autocomplete="off">
      <p>
        <label>Code from the SMS <input name="code" inputmode="numeric" /></label>
      </p>
      <button>Continue</button>
    </form>`
