/** The end of a login as a table: what may be seen, and what each of it means. */
import { BankPageError, type FailureKind, failureOf, Retryable } from "./errors.ts"
import type { Locator, Page, Target, Wait } from "./locators.ts"
import type { Log } from "./Context.ts"

/** `"authenticated"`, a failure's kind, or what to do before looking again. */
export type Meaning = "authenticated" | FailureKind | (() => Promise<void>)

/** Looks at most so often: a step that leads back to itself would never end. */
const mostLooks = 8
const longestWords = 200
const longestOutline = 6_000

const defaultTimeout = 15_000

export const makeOutcome =
  (page: Page, log: Log) =>
  async <Name extends string>(
    targets: Readonly<Record<Name, Target>>,
    meanings: Readonly<Record<Name, Meaning>>,
    options: Wait = {}
  ): Promise<"authenticated"> => {
    for (let look = 0; look < mostLooks; look += 1) {
      const name = await firstSeen(page, log, targets, options)
      const meaning = meanings[name]
      if (meaning === "authenticated") return meaning
      if (typeof meaning === "string") throw failureOf(meaning, await bankWords(targets[name], meaning))
      await meaning()
    }
    throw new Retryable("layout_changed", `the login did not end after ${mostLooks} steps`)
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
    const [url, outline] = await Promise.all([page.url(), page.locator("body").outline()])
    log.warn(`nothing known on the page at ${url}`, { outline: outline.slice(0, longestOutline) })
  } catch {
    log.warn("nothing known on the page, and its outline can't be read")
  }
}

const isLocator = (target: Target): target is Locator => "innerText" in target

/** The bank's own sentence, for the account's owner. */
const bankWords = async (target: Target, kind: FailureKind): Promise<string> => {
  if (!isLocator(target)) return kind
  try {
    const text = await target.filter({ visible: true }).first().innerText({ timeout: 1_000 })
    return text.replace(/\s+/g, " ").trim().slice(0, longestWords) || kind
  } catch {
    return kind
  }
}
