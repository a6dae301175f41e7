/** Why something did not come: where the bank has ended the session, or is out of order, that is it, and no time-out. */
import { BankPageError, Retryable } from "./errors.ts"
import type { Page, Target } from "./locators.ts"
import { rememberingCaller } from "./rememberingCaller.ts"

/** What stands on the page once there is nothing more to read. */
export interface Gone {
  /** The bank has ended the session: the login's own field, its address, or what is said instead. */
  readonly loggedOut: Target
  /** The bank is out of order: a page for maintenance, an error. */
  readonly unavailable: Target
  /** Opens the page anew before it is looked at, where what failed happened in another tab: a download's form. */
  readonly reopen?: () => Promise<void>
}

const patience = 5_000

const lookFor = async (
  page: Page,
  { loggedOut, unavailable }: Gone
): Promise<"loggedOut" | "unavailable" | undefined> => {
  try {
    return await page.waitForAny({ loggedOut, unavailable }, { timeout: patience })
  } catch (error) {
    if (error instanceof BankPageError) return undefined
    throw error
  }
}

/**
 * Does `work`; where something of it doesn't come in time, and one of these stands on the page instead, the phase ends with
 * `bank_unavailable`. For downloads and whatever else is read without `fromTable` and its kind, which look by themselves.
 */
export const unlessGone = <A>(page: Page, gone: Gone, work: () => Promise<A>): Promise<A> =>
  rememberingCaller(async () => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof BankPageError) || error.code !== "Timeout") throw error
      await gone.reopen?.().catch(() => undefined)
      const seen = await lookFor(page, gone)
      if (seen === "unavailable") throw new Retryable("bank_unavailable", "the bank was out of order while it was read")
      if (seen === "loggedOut") throw new Retryable("bank_unavailable", "the bank ended the session while it was read")
      throw error
    }
  })
