/** What all brands say when a login doesn't lead on, each in its own page. */
import { setCookie } from "hono/cookie"
import type { Context } from "hono"

import type { Bank } from "../Bank.ts"
import type { Login } from "../Customer.ts"
import type { Step } from "../Logins.ts"
import { forgetLogin, loginToken, rememberLogin, rememberSession } from "../routes/visitor.ts"

type Stop = Exclude<Step["to"], "home" | "code">

const sentences: Readonly<Record<Stop, string>> = {
  "wrong-password": "Those details are not right",
  "unknown-user": "Those details are not right",
  locked: "Your access is locked",
  elsewhere: "Another session of yours is open",
  robot: "This login was stopped",
  "new-password": "You must change your password",
  "wrong-code": "That code is not right",
  "codes-used-up": "Too many wrong codes",
  "code-expired": "The code has expired"
}

/** What became of a step: the session is open, a code is wanted, or a sentence says why not. */
export type Outcome = { readonly to: "home" | "code" } | { readonly to: "stopped"; readonly sentence: string }

/** Remembers in cookies what a step led to. */
export const outcomeOf = (c: Context, step: Step): Outcome => {
  if (step.to === "home") {
    rememberSession(c, step.session)
    return { to: "home" }
  }
  if (step.to === "code") {
    rememberLogin(c, step.login)
    return { to: "code" }
  }
  if (step.to === "codes-used-up" || step.to === "code-expired") forgetLogin(c)
  return { to: "stopped", sentence: sentences[step.to] }
}

/** The login that waits for a code, by its cookie. */
export const waitingLogin = (c: Context, bank: Bank): Login | undefined => {
  const login = bank.logins.find(loginToken(c))
  return login?.stage === "code" ? login : undefined
}

/** Said once, on the next page. */
export const sayNext = (c: Context, sentence: string): void =>
  setCookie(c, "bd_say", sentence, { httpOnly: true, sameSite: "Lax", path: "/", maxAge: 30 })
