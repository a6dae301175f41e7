/** The end of a login in one table: what the bank says, by what it means, and the code that it may ask for. */
import type { FailureKind } from "./errors.ts"
import type { Locator, Target, Wait } from "./locators.ts"
import { otp, type OtpAnswer, type OtpRequest } from "./Otp.ts"
import type { CodeStep, Meaning } from "./outcome.ts"
import { rememberingCaller } from "./rememberingCaller.ts"

/**
 * What a bank may say instead of letting its customer in. `wrong_code`: it wants another one. `expired_code`: the same, of one that
 * came too late, and it sends the next once `code.resend` is clicked.
 */
export type Ending = FailureKind | "wrong_code" | "expired_code"

/**
 * What every `code` of `ends` may have: `length`, `type`, `purpose` and `via` of an `OtpRequest`, for a code of a message; or
 * `ask`, for everything else.
 */
interface CodeWanted extends Partial<OtpRequest> {
  /**
   * How the owner is asked, where it is no code of a message: `async () => otp.question({ question: await
   * bank.question.innerText() })` for a question in the bank's words, `() => otp.image({ picture: bank.picture, … })` for a
   * picture. It runs once the field is seen; what it answers is typed there and sent, and a refused one is asked for again.
   * (Default: a numeric code of six characters)
   */
  readonly ask?: () => Promise<OtpAnswer>
  /** Clicked where the bank says `expired_code`, before another code is asked for. (Default: nothing, where it sends one by itself) */
  readonly resend?: Locator
}

/** It goes into one field. */
export interface CodeField extends CodeWanted {
  /** Seeing it means that a code is asked for. */
  readonly field: Locator
  /** Clicked once it is typed. (Default: nothing, for banks that go on by themselves) */
  readonly send?: Locator
}

/** It goes anywhere else: into several boxes, on a keypad. */
export interface CodeByHand extends CodeWanted {
  /** Seeing it means that a code is asked for. */
  readonly seen: Target
  readonly enter: (code: OtpAnswer) => Promise<void>
}

export interface Endings extends Partial<Readonly<Record<Ending, Target>>> {
  /** Seen once the customer is in. */
  readonly authenticated: Target
  readonly code?: CodeField | CodeByHand
  /**
   * What may stand in the way (a notice, an approval): once it is seen it is dealt with, and all is looked for again. While it
   * stands there unchanged the bank is given five seconds to go on before it is dealt with once more.
   */
  readonly between?: Readonly<Record<string, { readonly seen: Target; readonly deal: () => Promise<void> }>>
}

/**
 * The bank's own sentences, by what they mean: `said(page.getByRole("alert"), { account_locked: "is locked" })`. Several places:
 * any of them may say it.
 */
export const said = <Kind extends Ending>(
  where: Locator | ReadonlyArray<Locator>,
  sentences: Readonly<Record<Kind, string | RegExp>>
): Readonly<Record<Kind, ReadonlyArray<Locator>>> => {
  const places = "innerText" in where ? [where] : where
  return mapRecord(sentences, (hasText) => places.map((place) => place.filter({ hasText })))
}

const mapRecord = <Key extends string, A, B>(
  record: Readonly<Record<Key, A>>,
  change: (value: A) => B
): Readonly<Record<Key, B>> => {
  const isWhole = (made: Partial<Record<Key, B>>): made is Record<Key, B> =>
    Object.keys(record).every((key) => Object.hasOwn(made, key))
  const isKey = (name: string): name is Key => Object.hasOwn(record, name)
  const made: Partial<Record<Key, B>> = {}
  for (const key of Object.keys(record).filter(isKey)) made[key] = change(record[key])
  if (!isWhole(made)) throw new TypeError("a record has lost a key")
  return made
}

type Outcome = (
  targets: Readonly<Record<string, Target>>,
  meanings: Readonly<Record<string, Meaning>>,
  options?: Wait
) => Promise<"authenticated">
type Step = <A>(name: string, work: () => Promise<A>) => Promise<A>

/** `outcome`, with the meanings as the names of what may be seen. */
export const makeEnds =
  (outcome: Outcome, step: Step) =>
  (endings: Endings, options?: Wait): Promise<"authenticated"> =>
    rememberingCaller(() => {
      const { authenticated, between = {}, code, ...said } = endings
      const targets: Record<string, Target> = { authenticated }
      const meanings: Record<string, Meaning> = { authenticated: "authenticated" }
      for (const [name, target] of Object.entries(said)) {
        if (target === undefined || !isEnding(name)) continue
        targets[name] = target
        meanings[name] = name
      }
      for (const [name, { deal, seen }] of Object.entries(between)) {
        targets[name] = seen
        meanings[name] = () => step(name, deal)
      }
      if (code !== undefined) {
        targets["code"] = "field" in code ? code.field : code.seen
        meanings["code"] = codeStep(code, step)
      }
      return outcome(targets, meanings, options)
    })

const endings: Readonly<Record<Ending, true>> = {
  invalid_credentials: true,
  account_locked: true,
  action_required: true,
  otp_rejected: true,
  otp_timeout: true,
  bank_unavailable: true,
  automation_blocked: true,
  session_elsewhere: true,
  layout_changed: true,
  wrong_code: true,
  expired_code: true
}

const isEnding = (name: string): name is Ending => Object.hasOwn(endings, name)

const codeStep = (code: CodeField | CodeByHand, step: Step): CodeStep => {
  const enter = (answer: OtpAnswer) => step("code", () => typeCode(code, answer))
  const { ask = () => otp.request(requestOf(code)), resend } = code
  return { ask, enter, ...(resend === undefined ? {} : { resend: () => step("another code", () => resend.click()) }) }
}

const requestOf = ({ length, purpose, type = "numeric", via }: CodeWanted): OtpRequest => ({
  type,
  ...(length === undefined ? {} : { length }),
  ...(purpose === undefined ? {} : { purpose }),
  ...(via === undefined ? {} : { via })
})

const typeCode = async (code: CodeField | CodeByHand, answer: OtpAnswer): Promise<void> => {
  if (!("field" in code)) return code.enter(answer)
  await code.field.fill(answer)
  await code.send?.click()
}
