/** Banners and surveys that are clicked away whenever they stand in the way: Playwright's handlers, for one phase. */
import type { Locator, Page } from "playwright-core"
import { fault } from "../fault.ts"

const mostOverlays = 10
const closeTimeout = 3_000

export interface OverlayHandlers {
  readonly add: (page: Page, overlay: Locator, close: Locator) => Promise<void>
  /** Whether there are any: Playwright looks for them before it acts and while it waits, and not where it only reads. */
  readonly areAny: () => boolean
  /** The phase is over, and all of them with it. */
  readonly clear: () => void
}

export const makeOverlayHandlers = (): OverlayHandlers => {
  let phase = 0
  let live: Array<{ readonly page: Page; readonly overlay: Locator }> = []
  return {
    add: async (page, overlay, close) => {
      if (live.length >= mostOverlays) throw fault("InvalidCall", `A phase has at most ${mostOverlays} overlays`)
      const own = phase
      live.push({ page, overlay })
      await page.addLocatorHandler(
        overlay,
        async () => {
          // It is taken away in its own time, and clicks in no other phase.
          if (own === phase)
            await close
              .first()
              .click({ timeout: closeTimeout })
              .catch(() => undefined)
        },
        { noWaitAfter: true }
      )
    },
    areAny: () => live.length > 0,
    clear: () => {
      phase += 1
      for (const { overlay, page } of live) void page.removeLocatorHandler(overlay).catch(() => undefined)
      live = []
    }
  }
}
