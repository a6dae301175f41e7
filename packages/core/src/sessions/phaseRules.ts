/**
 * What a script may do when: every verb that it can send, and every secret that it can have typed, by the phase that runs.
 *
 * The host goes by this table and `docs/security.md` shows it. A verb without a row doesn't compile.
 */
import type { PageCall } from "../scripts/PageCall.ts"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"
import type { ScriptPhase } from "../scripts/ScriptRunner.ts"
import type { TypingRules } from "./BankBrowser.ts"

/** The phases, with `login` in two: until the password may have been sent to the bank, and from then on. */
export const moments = ["resume", "login", "login, password sent", "extract", "keepAlive", "logout"] as const
export type Moment = (typeof moments)[number]

export const momentOf = (phase: ScriptPhase, isPasswordSent: boolean): Moment =>
  phase === "login" && isPasswordSent ? "login, password sent" : phase

/** What a handle stands for. */
export type SecretKind = "username" | "password" | "code"

/** Whatever isn't known by its name is guarded like a password. */
export const secretKind = (handle: string): SecretKind =>
  handle === "username" ? "username" : handle.startsWith("otp-") ? "code" : "password"

export const typingRulesOf = ({ passwordFields }: Pick<ScriptManifest, "passwordFields">): TypingRules => ({
  passwordInText: passwordFields === "text"
})

type CodeVerb = `otp.${"request" | "approval" | "refused" | "question" | "image" | "rejected" | "accepted"}`
export type RuledVerb = PageCall["verb"] | CodeVerb | "log" | "movements.known" | "sleep" | "step"
/** A verb, or that a verb types a secret of a kind. */
export type Deed = RuledVerb | `type ${SecretKind}`

const always: ReadonlyArray<Moment> = moments
const inLogin: ReadonlyArray<Moment> = ["login", "login, password sent"]
const beforeSent: ReadonlyArray<Moment> = ["login"]
/** What the bank's page is told is read where movements are, never where it logs in. */
const inExtract: ReadonlyArray<Moment> = ["extract"]
/** It clicks without being told to: where a password may be typed, a click could send it. */
const outsideLogin: ReadonlyArray<Moment> = ["resume", "extract", "keepAlive", "logout"]

/** When each deed is allowed. */
const phaseRules: Readonly<Record<Deed, ReadonlyArray<Moment>>> = {
  "type username": beforeSent,
  "type password": beforeSent,
  "type code": inLogin,
  "keypad.type": inLogin,
  "otp.request": inLogin,
  "otp.approval": inLogin,
  "otp.refused": inLogin,
  "otp.question": inLogin,
  "otp.image": inLogin,
  "otp.rejected": inLogin,
  "otp.accepted": always,
  "page.goto": always,
  "page.reload": always,
  "page.goBack": always,
  "page.goForward": always,
  "page.waitForLoadState": always,
  "page.press": always,
  "page.url": always,
  "page.title": always,
  "page.waitForURL": always,
  "page.waitForAny": always,
  "page.close": always,
  "page.dialog": always,
  "page.responses": inExtract,
  "movements.known": inExtract,
  "page.overlay": outsideLogin,
  "page.expect": always,
  "page.expected": always,
  "download.text": always,
  "download.parts": always,
  "locator.click": always,
  "locator.dblclick": always,
  "locator.check": always,
  "locator.uncheck": always,
  "locator.hover": always,
  "locator.focus": always,
  "locator.blur": always,
  "locator.clear": always,
  "locator.scrollIntoViewIfNeeded": always,
  "locator.fill": always,
  "locator.pressSequentially": always,
  "locator.press": always,
  "locator.selectOption": always,
  "locator.textContent": always,
  "locator.innerText": always,
  "locator.allInnerTexts": always,
  "locator.allTextContents": always,
  "locator.getAttribute": always,
  "locator.inputValue": always,
  "locator.count": always,
  "locator.isVisible": always,
  "locator.isEnabled": always,
  "locator.isEditable": always,
  "locator.isChecked": always,
  "locator.waitFor": always,
  "locator.rows": always,
  "locator.records": always,
  "locator.outline": always,
  log: always,
  sleep: always,
  step: always
}

const isDeed = (name: string): name is Deed => Object.hasOwn(phaseRules, name)

const words: Readonly<Record<SecretKind, string>> = {
  username: "The user name",
  password: "The password",
  code: "A one-time code"
}

const nameOf = (deed: Deed): string =>
  deed === "type username" || deed === "type password" || deed === "type code"
    ? `${words[secretKindOf(deed)]} may be typed`
    : deed.startsWith("otp.")
      ? `A one-time code may be asked for (${deed})`
      : `${deed} is allowed`

const secretKindOf = (deed: `type ${SecretKind}`): SecretKind =>
  deed === "type username" ? "username" : deed === "type code" ? "code" : "password"

/** Why a deed isn't allowed now, for the script's author; undefined where it is. Verbs that don't exist have no rule. */
export const phaseProblem = (deed: string, moment: Moment | undefined): string | undefined => {
  if (!isDeed(deed)) return undefined
  const allowed = phaseRules[deed]
  if (moment !== undefined && allowed.includes(moment)) return undefined
  if (moment === undefined) return `${nameOf(deed)} while a phase runs only`
  if (allowed === inExtract || allowed === outsideLogin) {
    return `${nameOf(deed)} in ${allowed.join(", ")} only; this is ${moment}`
  }
  const until = allowed === beforeSent ? " only, before the password is sent to the bank" : " only"
  const now =
    moment === "login, password sent" ? "it may have been sent: another try is a new login" : `this is ${moment}`
  return `${nameOf(deed)} in login${until}; ${now}`
}

/** The table as Markdown: deeds that are allowed at the same moments share a row. */
export const printPhaseRules = (): string => {
  const deedsBy = new Map<ReadonlyArray<Moment>, Array<string>>()
  for (const [deed, allowed] of Object.entries(phaseRules)) {
    deedsBy.set(allowed, [...(deedsBy.get(allowed) ?? []), deed])
  }
  const rows = [...deedsBy].map(([allowed, deeds]) => {
    const cells = moments.map((moment) => (allowed.includes(moment) ? "yes" : "refused"))
    return `| ${deeds.map((deed) => `\`${deed}\``).join(", ")} | ${cells.join(" | ")} |`
  })
  return [`| | ${moments.join(" | ")} |`, `|---|${moments.map(() => "---|").join("")}`, ...rows].join("\n")
}
