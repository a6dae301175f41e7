/** Why a login or a scrape failed, in the words that reach the owner and the notifications. */
import { Schema } from "effect"

const loginFailureKinds = [
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
  "action_required",
  "bank_unavailable"
]

/**
 * Whether a login whose password was sent may have ended by this behind the bank's door, on a page that the script doesn't know,
 * that wants something of a person, or that the bank could no longer show: the session is open at the bank then.
 */
export const mayLeaveSessionOpen = (kind: FailureKind): boolean => behindLogin.includes(kind)
