/** The end of a login as a table: what may be seen, and what each of it means. */
import { sleep } from "./sleep.ts"
import { BankPageError, type FailureKind, failureOf, Retryable } from "./errors.ts"
import type { Locator, Page, Target, Wait } from "./locators.ts"
import type { Log } from "./Log.ts"
import { otp, type OtpAnswer, type OtpRequest } from "./Otp.ts"
import { rememberingCaller } from "./rememberingCaller.ts"

/** The bank asks for something that only the owner has: how it is asked for, and how it is typed and sent. */
export type CodeStep = {
  readonly enter: (code: OtpAnswer) => Promise<void>
  /** Has the bank send another one, where it has said `"expired_code"`. (Default: nothing, for banks that do so by themselves) */
  readonly resend?: () => Promise<void>
} & (
  | { readonly code: OtpRequest }
  /** `() => otp.question({ … })` or `() => otp.image({ … })` */
  | { readonly ask: () => Promise<OtpAnswer> }
)

/**
 * `"authenticated"`, a failure's kind, what to do before looking again, a code to ask for and enter, or that the bank wants another
 * one: `"wrong_code"`, and `"expired_code"`, for which it may have to be asked.
 */
export type Meaning = "authenticated" | "wrong_code" | "expired_code" | FailureKind | (() => Promise<void>) | CodeStep

/** Looks at most so often: a step that leads back to itself would never end. */
const mostLooks = 8
const longestWords = 200
const longestOutline = 6_000

const defaultTimeout = 15_000

/** The code that is being tried, and which targets stood there before and may go on standing until the bank answers. */
interface Trying {
  readonly step: CodeStep
  readonly code: OtpAnswer
  readonly stale: ReadonlySet<string>
}

export const makeOutcome =
  (page: Page, log: Log) =>
  <Name extends string>(
    targets: Readonly<Record<Name, Target>>,
    meanings: Readonly<Record<Name, Meaning>>,
    options?: Wait
  ): Promise<"authenticated"> =>
    rememberingCaller(() => reachEnd(page, log)(targets, meanings, options))

const reachEnd =
  (page: Page, log: Log) =>
  async <Name extends string>(
    targets: Readonly<Record<Name, Target>>,
    meanings: Readonly<Record<Name, Meaning>>,
    options: Wait = {}
  ): Promise<"authenticated"> => {
    let trying: Trying | undefined
    let next: Name | undefined
    for (let look = 0; look < mostLooks; look += 1) {
      const left = without(targets, trying?.stale)
      const name =
        next ??
        (await firstSeen(page, log, left, options).catch(async (error: unknown) => {
          await refuseAgain(page, trying, targets, meanings)
          throw error
        }))
      next = undefined
      const meaning = meanings[name]
      if (typeof meaning === "function") next = await deal(page, meaning, targets[name], namedBefore(left, name))
      else if (typeof meaning === "object") trying = await tryCode(meaning, name)
      else if (meaning === "wrong_code") trying = await tryNext(trying, targets[name], name)
      else if (meaning === "expired_code") trying = await tryNext(trying, targets[name], name, trying?.step.resend)
      else if (meaning === "authenticated") {
        await trying?.code.accepted()
        return meaning
      } else throw await failing(trying, targets[name], meaning)
    }
    throw new Retryable("layout_changed", `the login did not end after ${mostLooks} steps`)
  }

/** How often, and for how long each time, the bank's answer to a step is waited for while what led to it still stands there. */
const [mostGlances, glanceAtOthers] = [10, 500]

/**
 * Does a step, and answers what the bank shows next. What led to the step stands there until the bank has answered: clicked
 * once more, it would be sent twice. So it is looked for again only once it is gone, says something else, or stays. Meanwhile
 * only what is named before it counts: what is named after it may have stood behind it all the time.
 */
const deal = async <Name extends string>(
  page: Page,
  step: () => Promise<void>,
  target: Target,
  earlier: Readonly<Record<Name, Target>>
): Promise<Name | undefined> => {
  const before = await textsOf(target)
  await step()
  if (before === "") return undefined
  for (let looked = 0; looked < mostGlances; looked += 1) {
    const seen = await glanceAt(page, earlier)
    if (seen !== undefined) return seen
    if ((await textsOf(target)) !== before) return undefined
  }
  return undefined
}

/** Which of these is there by now; where there are none it waits as long. */
const glanceAt = async <Name extends string>(
  page: Page,
  targets: Readonly<Record<Name, Target>>
): Promise<Name | undefined> => {
  if (namesOf(targets).length === 0) {
    await sleep(glanceAtOthers)
    return undefined
  }
  try {
    return await page.waitForAny(targets, { timeout: glanceAtOthers })
  } catch (error) {
    if (error instanceof BankPageError && error.code === "Timeout") return undefined
    throw error
  }
}

/** What is seen of the target says; empty where nothing of it is seen. */
const textsOf = async (target: Target): Promise<string> => {
  try {
    const seen = locatorsIn(target).map((locator) => locator.filter({ visible: true }).allInnerTexts())
    const texts = (await Promise.all(seen)).flat()
    return texts.length === 0 ? "" : JSON.stringify(texts)
  } catch (error) {
    if (error instanceof BankPageError) return ""
    throw error
  }
}

/** Asks for a code and enters it; what asked for it may stand there until the bank answers. */
const tryCode = async (step: CodeStep, name: string): Promise<Trying> => {
  const code = await ("ask" in step ? step.ask() : otp.request(step.code))
  return enterCode(step, code, new Set([name]))
}

/** The bank wants another code in place of the one that is being tried; `resend`: how it is told to send that. */
const tryNext = async (
  trying: Trying | undefined,
  target: Target,
  name: string,
  resend?: CodeStep["resend"]
): Promise<Trying> => {
  const words = await bankWords(target, "otp_rejected")
  if (trying === undefined) throw new Retryable("otp_rejected", words)
  await resend?.()
  const next = await trying.code.rejected(words)
  return enterCode(trying.step, next, new Set([...trying.stale, name]))
}

const failing = async (trying: Trying | undefined, target: Target, kind: FailureKind): Promise<Error> => {
  const words = await bankWords(target, kind)
  if (kind === "otp_rejected") await trying?.code.rejected(words, { last: true })
  return failureOf(kind, words)
}

/** How long what stood there before may take to be seen. */
const glance = 1_000

/** A bank that says again what it said of the code before looks as if it had not answered yet: once the time is over it has. */
const refuseAgain = async <Name extends string>(
  page: Page,
  trying: Trying | undefined,
  targets: Readonly<Record<Name, Target>>,
  meanings: Readonly<Record<Name, Meaning>>
): Promise<void> => {
  if (trying === undefined) return
  for (const name of namesOf(targets)) {
    const wantsAnother = meanings[name] === "wrong_code" || meanings[name] === "expired_code"
    if (!wantsAnother || !trying.stale.has(name)) continue
    if (!(await isSeen(page, targets[name]))) continue
    const words = await bankWords(targets[name], "otp_rejected")
    await trying.code.rejected(words, { last: true })
    throw new Retryable("otp_rejected", words)
  }
}

const isSeen = async (page: Page, target: Target): Promise<boolean> => {
  try {
    await page.waitForAny({ target }, { timeout: glance })
    return true
  } catch (error) {
    if (error instanceof BankPageError && error.code === "Timeout") return false
    throw error
  }
}

const enterCode = async (step: CodeStep, code: OtpAnswer, stale: ReadonlySet<string>): Promise<Trying> => {
  await step.enter(code)
  return { step, code, stale }
}

const without = <Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  stale: ReadonlySet<string> = new Set()
): Readonly<Record<Name, Target>> => {
  const left = { ...targets }
  for (const name of namesOf(targets)) if (stale.has(name)) delete left[name]
  return left
}

/** Of those that are seen at once the first counts. */
const namedBefore = <Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  name: Name
): Readonly<Record<Name, Target>> => {
  const names = namesOf(targets)
  return without(targets, new Set(names.slice(names.indexOf(name))))
}

const namesOf = <Name extends string>(targets: Readonly<Record<Name, Target>>): ReadonlyArray<Name> => {
  const isName = (name: string): name is Name => Object.hasOwn(targets, name)
  return Object.keys(targets).filter(isName)
}

const firstSeen = async <Name extends string>(
  page: Page,
  log: Log,
  targets: Readonly<Record<Name, Target>>,
  options: Wait
): Promise<Name> => {
  const timeout = options.timeout ?? defaultTimeout
  try {
    return await page.waitForAny(targets, { timeout })
  } catch (error) {
    if (!(error instanceof BankPageError) || error.code !== "Timeout") throw error
    const names = Object.keys(targets).join(", ")
    await tellOutline(page, log)
    throw new Retryable("layout_changed", `none of ${names} was seen within ${timeout / 1000} s`)
  }
}

const tellOutline = async (page: Page, log: Log): Promise<void> => {
  try {
    const [url, outline] = await Promise.all([page.url(), page.locator("body, frameset").first().outline()])
    log.warn(`nothing known on the page at ${url}`, { outline: outline.slice(0, longestOutline) })
  } catch {
    log.warn("nothing known on the page, and its outline can't be read")
  }
}

const locatorsIn = (target: Target): ReadonlyArray<Locator> =>
  "innerText" in target ? [target] : "url" in target ? [] : target

/** The bank's own sentence, for the account's owner. */
const bankWords = async (target: Target, kind: FailureKind): Promise<string> => {
  const locators = locatorsIn(target)
  for (const locator of locators) {
    try {
      const seen = locator.filter({ visible: true }).first()
      if (locators.length > 1 && !(await seen.isVisible())) continue
      const text = await seen.innerText({ timeout: 1_000 })
      return text.replace(/\s+/g, " ").trim().slice(0, longestWords) || kind
    } catch {
      return kind
    }
  }
  return kind
}
