/** Assertions that wait, by Playwright's names. What is not so in time ends the phase with `layout_changed`. */
import { sleep } from "./sleep.ts"
import { BankPageError, Retryable } from "./errors.ts"
import type { Locator, Page } from "./locators.ts"
import type { Text } from "./steps.ts"

/** `timeout` in milliseconds. (Default: 5,000) */
export type Patience = { readonly timeout?: number }

export interface LocatorExpectation {
  /** The opposite, waited for as well. */
  readonly not: Omit<LocatorExpectation, "not">
  toBeVisible(options?: Patience): Promise<void>
  toBeHidden(options?: Patience): Promise<void>
  toBeEnabled(options?: Patience): Promise<void>
  toBeDisabled(options?: Patience): Promise<void>
  toBeChecked(options?: Patience): Promise<void>
  /** The whole text, white space made one; an expression may match a part. */
  toHaveText(text: Text, options?: Patience): Promise<void>
  toContainText(text: string, options?: Patience): Promise<void>
  toHaveCount(count: number, options?: Patience): Promise<void>
}

export interface PageExpectation {
  readonly not: Omit<PageExpectation, "not">
  /** A string is the whole address. */
  toHaveURL(url: Text, options?: Patience): Promise<void>
  toHaveTitle(title: Text, options?: Patience): Promise<void>
}

const usual = 5_000
const pause = 100

/** What was looked at: as text for the error, and whether it is as wanted. */
interface Look {
  readonly seen: string
  readonly isSo: boolean
}

const squeezed = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

const fits = (text: string, wanted: Text): boolean =>
  typeof wanted === "string" ? squeezed(text) === squeezed(wanted) : squeezed(text).search(wanted) >= 0

/** What can't be read now may be there a moment later. */
const lookOnce = async (look: () => Promise<Look>): Promise<Look> => {
  try {
    return await look()
  } catch (error) {
    if (error instanceof BankPageError && (error.code === "Timeout" || error.code === "Failed")) {
      return { seen: "nothing", isSo: false }
    }
    throw error
  }
}

interface Expected {
  readonly of: Locator | Page
  readonly wanted: string
  readonly isNot: boolean
  readonly look: () => Promise<Look>
}

const until = async ({ isNot, look, of, wanted }: Expected, { timeout = usual }: Patience): Promise<void> => {
  const end = Date.now() + timeout
  for (;;) {
    const { isSo, seen } = await lookOnce(look)
    if (isSo !== isNot) return
    if (Date.now() >= end) {
      const not = isNot ? "not " : ""
      throw new Retryable(
        "layout_changed",
        `expected ${String(of)} ${not}${wanted} within ${timeout / 1000} s: ${seen}`
      )
    }
    await sleep(pause)
  }
}

const short = { timeout: 1_000 }

const flag = (read: () => Promise<boolean>, name: string) => async (): Promise<Look> => {
  const isSo = await read()
  return { isSo, seen: isSo ? `it is ${name}` : `it is not ${name}` }
}

const quoted = (text: Text): string => (typeof text === "string" ? JSON.stringify(text) : String(text))

const ofLocator = (of: Locator, isNot: boolean): Omit<LocatorExpectation, "not"> => {
  const be =
    (name: string, read: () => Promise<boolean>) =>
    (options: Patience = {}) =>
      until({ of, isNot, wanted: `to be ${name}`, look: flag(read, name) }, options)
  const textual = (wanted: string, isSo: (text: string) => boolean, options: Patience) => {
    const look = async (): Promise<Look> => {
      const text = await of.innerText(short)
      return { seen: `its text is ${JSON.stringify(squeezed(text).slice(0, 200))}`, isSo: isSo(text) }
    }
    return until({ of, isNot, wanted, look }, options)
  }
  return {
    toBeVisible: be("visible", () => of.isVisible()),
    toBeHidden: be("hidden", () => of.isHidden()),
    toBeEnabled: be("enabled", () => of.isEnabled()),
    toBeDisabled: be("disabled", () => of.isDisabled()),
    toBeChecked: be("checked", () => of.isChecked()),
    toHaveText: (text, options = {}) =>
      textual(`to have the text ${quoted(text)}`, (seen) => fits(seen, text), options),
    toContainText: (text, options = {}) =>
      textual(`to contain ${quoted(text)}`, (seen) => squeezed(seen).includes(squeezed(text)), options),
    toHaveCount: (count, options = {}) => {
      const look = async (): Promise<Look> => {
        const seen = await of.count()
        return { seen: `${seen} match`, isSo: seen === count }
      }
      return until({ of, isNot, wanted: `to match ${count} elements`, look }, options)
    }
  }
}

const ofPage = (of: Page, isNot: boolean): Omit<PageExpectation, "not"> => {
  const have = (what: string, read: () => Promise<string>, wanted: Text, options: Patience) => {
    const look = async (): Promise<Look> => {
      const text = await read()
      return { seen: `its ${what} is ${JSON.stringify(text.slice(0, 200))}`, isSo: fits(text, wanted) }
    }
    return until({ of, isNot, wanted: `to have the ${what} ${quoted(wanted)}`, look }, options)
  }
  return {
    toHaveURL: (url, options = {}) => have("address", () => of.url(), url, options),
    toHaveTitle: (title, options = {}) => have("title", () => of.title(), title, options)
  }
}

const isPage = (of: Locator | Page): of is Page => "goto" in of

/** `await expect(page.getByRole("heading")).toHaveText("Your accounts")` */
export function expect(of: Page): PageExpectation
export function expect(of: Locator): LocatorExpectation
export function expect(of: Locator | Page): LocatorExpectation | PageExpectation {
  return isPage(of)
    ? { ...ofPage(of, false), not: ofPage(of, true) }
    : { ...ofLocator(of, false), not: ofLocator(of, true) }
}
