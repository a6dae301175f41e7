/** Why a session ended badly, in the kinds that the failure policy (domain) knows. */
import { Schema } from "effect"
import { FailureKind, isFailureKind } from "@counterfoil/domain"
import type { PageFault, PageFaultCode } from "../scripts/PageCall.ts"
import type { ScriptFault } from "../scripts/ScriptRunner.ts"

export class SessionFailure extends Schema.TaggedError<SessionFailure>()("SessionFailure", {
  /** A failed login tells `login.failed`, everything later `scrape.failed`. */
  phase: Schema.Literals(["login", "scrape"]),
  kind: FailureKind,
  /** For the account's owner; scrubbed. */
  message: Schema.String,
  /** What the script or its page said, where that tells its author more than the owner; scrubbed. */
  detail: Schema.optionalKey(Schema.String),
  /** The script's own word on what is wrong, where it gave one; scrubbed. It is in `message` too. */
  said: Schema.optionalKey(Schema.String),
  /** Of a bank that is out of order: nothing says that it has ended the session. */
  mayBeOpen: Schema.optionalKey(Schema.Literal(true)),
  /** For how long no login may be tried, in milliseconds. */
  restMs: Schema.optionalKey(Schema.Number),
  /** Nothing was asked of the bank, for that time is not over yet. */
  isResting: Schema.optionalKey(Schema.Literal(true))
}) {}

export type FailureFields = Pick<SessionFailure, "phase" | "kind" | "message" | "detail" | "said" | "mayBeOpen">

/** What went wrong last on a page, for whoever judges the run: the script is told the code alone. */
export type LastFault = PageFaultCode | "AddressClosed"

export const lastFaultOf = ({ code, isClosed = false }: PageFault): LastFault => (isClosed ? "AddressClosed" : code)

/** What an uncaught page fault means: the page was not what the script expects, or could not be reached at all. */
const kindOfPageFault: Partial<Record<LastFault, FailureKind>> = {
  Timeout: "layout_changed",
  StrictMode: "layout_changed",
  NavigationFailed: "bank_unavailable",
  NavigationRefused: "navigation_refused",
  AddressClosed: "address_refused",
  PageClosed: "browser_crashed"
}

/** The kind of a failed phase. `lastFault`: the last page fault the script was told, if it threw that on. */
export const kindOfScriptFault = (fault: ScriptFault, lastFault: LastFault | null): FailureKind => {
  switch (fault.kind) {
    case "declared":
      return isFailureKind(fault.failure) ? fault.failure : "script_error"
    case "timeout":
      return "timeout"
    case "out_of_memory":
      return "out_of_memory"
    case "crashed":
      return "script_error"
    case "script_error":
      return (lastFault === null ? undefined : kindOfPageFault[lastFault]) ?? "script_error"
  }
}

const tried = "It is tried again, ever less often, until then"

/** What an owner can do about a fault of the script, whose own words name what it looked for on the page. */
const ownersWords: Partial<Record<FailureKind, string>> = {
  layout_changed: `The bank's page is not as its script knows it: the script has to be mended, and nothing in the account. ${tried}`,
  script_error: `The bank's script has a fault: it has to be mended, and nothing in the account. ${tried}`,
  out_of_memory: `The bank's script took more memory than it may: it has to be mended, and nothing in the account. ${tried}`,
  address_refused: `This server may not go to the bank's address, which is no public one: whoever runs the server can allow a private network with BANK_EGRESS_ALLOW, but no link-local or metadata address. ${tried}`,
  timeout: "The bank's pages took too long. It is tried again, after a longer wait each time"
}

/** What the kind alone says to an owner, where the script says no more. */
const plainWords: Partial<Record<FailureKind, string>> = {
  invalid_credentials: "The bank refused the user name or the password",
  account_locked: "The bank has locked the access: it has to be unlocked there first",
  action_required: "The bank wants something done on its own page first",
  otp_rejected: "The bank rejected the code",
  otp_timeout: "No code came in time",
  bank_unavailable: "The bank's site was not available",
  automation_blocked: "The bank asked whether this is a person",
  session_elsewhere: "Somebody was logged in at the bank otherwise"
}

/** The script's own word on what is wrong; the kind of its failure is none, which `new Terminal(kind)` has for a message. */
export const ownWord = (fault: ScriptFault, said: string): { readonly said?: string } =>
  fault.kind === "declared" && said !== "" && said !== fault.failure ? { said } : {}

/** The script may be right, and what it was given to type wrong: which of them it is, only the owner can tell. */
const unfitWords = `What is saved to log in (or the code that was given) can't be typed as the bank asks: it is too short, or has a character that the bank's keypad lacks. Check it and save it anew; where it is right, the bank's script has to be mended. ${tried}`

const isUnfit = (kind: FailureKind, last: LastFault | null): boolean =>
  kind === "script_error" && (last === "KeypadMiss" || last === "SecretTooShort")

interface Said {
  readonly said: string
  readonly where: string
}

/** Of a bank that was asked for a page and has not begun to answer, or has answered with an error of its server. */
export const silentBank = ({ said, where }: Said) => ({
  message: `The bank's site did not answer in time, or with an error of its own. It is tried again, after a longer wait each time${where}`,
  detail: `${said}${where}`,
  mayBeOpen: true as const
})

/** `said`: by the script or its page. `where`: the script's step; `kept`: what the page was kept from sending; `last`: the page's last fault. */
export const wordsForOwner = (
  kind: FailureKind,
  { kept, last, said, where }: Said & { readonly kept: string; readonly last: LastFault | null }
): { readonly message: string; readonly detail?: string } => {
  const detail = `${said}${where}${kept}`
  const words = isUnfit(kind, last) ? unfitWords : (ownersWords[kind] ?? (said === kind ? plainWords[kind] : undefined))
  return words === undefined ? { message: detail } : { message: `${words}${where}${kept}`, detail }
}
