/** Why a login or a scrape failed, in the words that reach the owner and the notifications. */
import { Schema } from "effect"

export const loginFailureKinds = [
  "invalid_credentials",
  "account_locked",
  "action_required",
  "otp_rejected",
  "otp_timeout",
  "bank_unavailable",
  "automation_blocked",
  "session_elsewhere",
  "layout_changed"
] as const

export const scrapeFailureKinds = [
  ...loginFailureKinds,
  "script_error",
  "timeout",
  "navigation_refused",
  "address_refused",
  "browser_crashed",
  "out_of_memory"
] as const

export const LoginFailureKind = Schema.Literals(loginFailureKinds)
export type LoginFailureKind = typeof LoginFailureKind.Type

/** Every kind: a scrape may end by any of a login's too. */
export const FailureKind = Schema.Literals(scrapeFailureKinds)
export type FailureKind = typeof FailureKind.Type

export const isLoginFailureKind: (kind: unknown) => kind is LoginFailureKind = Schema.is(LoginFailureKind)
export const isFailureKind: (kind: unknown) => kind is FailureKind = Schema.is(FailureKind)

/**
 * Whether trying again could only do harm: scraping is blocked at once and stays so until a person restarts it.
 */
export const isFatal = (kind: FailureKind): boolean =>
  kind === "invalid_credentials" || kind === "account_locked" || kind === "action_required"

const verdicts: ReadonlyArray<FailureKind> = ["otp_rejected", "otp_timeout", "session_elsewhere", "automation_blocked"]

/**
 * Whether it is the bank's own word on a login. Any other end of a login leaves open whether the bank has counted a refusal.
 */
export const isVerdictOnLogin = (kind: FailureKind): boolean => isFatal(kind) || verdicts.includes(kind)

const behindLogin: ReadonlyArray<FailureKind> = [
  "layout_changed",
  "script_error",
  "navigation_refused",
  "action_required"
]

/**
 * Whether a login whose password was sent may have ended by this behind the bank's door, on a page that the script doesn't know or
 * that wants something of a person: the session is open at the bank then.
 */
export const mayLeaveSessionOpen = (kind: FailureKind): boolean => behindLogin.includes(kind)

const sentences: Readonly<Record<FailureKind, string>> = {
  invalid_credentials: "The bank refused the user name or the password.",
  account_locked: "The bank has locked the online access.",
  action_required: "The bank wants a person to do something in its own site before it goes on.",
  otp_rejected: "The bank refused the one-time code twice.",
  otp_timeout: "No one-time code came in time.",
  bank_unavailable: "The bank's site does not answer as it should.",
  automation_blocked: "The bank's site turned the browser away.",
  session_elsewhere: "Somebody is logged in at the bank with this user.",
  layout_changed: "The bank's pages are not as the script expects them.",
  script_error: "The bank script failed.",
  timeout: "The bank script did not end in time.",
  navigation_refused: "The bank script left the bank's own addresses.",
  address_refused: "The server may not go to the bank's address.",
  browser_crashed: "The browser ended unexpectedly.",
  out_of_memory: "The bank script ran out of memory."
}

/** One sentence for people, for where the script gave no message of its own. */
export const describeFailure = (kind: FailureKind): string => sentences[kind]
