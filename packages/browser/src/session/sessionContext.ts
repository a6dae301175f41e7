/** The browser context of one session: how it opens and closes, what of it is outside, and when it is gone. */
import { type BankLocale, BrowserUnavailable, PageFault } from "@counterfoil/core"
import { Deferred, Effect } from "effect"
import type { Browser, BrowserContext, Page } from "playwright-core"
import type { EgressProxy } from "../network/EgressProxy.ts"
import { type OriginRules, outsideSentence } from "../network/OriginRules.ts"
import type { RefusalLog } from "../network/RefusalLog.ts"
import type { RequestRules } from "../network/RequestRules.ts"
import { endWithin, ofBrowser } from "../within.ts"

/** How a rehearsal differs from a session of the service. */
export interface Staging {
  /** The proxy in place of the allow-list proxy; what it says of itself by certificate isn't checked. */
  readonly proxy?: EgressProxy | undefined
  /** Called before the context has a page. */
  readonly prepare?: ((context: BrowserContext) => Promise<void>) | undefined
  /** In place of the session's own. */
  readonly requests?: RequestRules | undefined
}

/**
 * By the zone's first name, which browsers know that are older than its last one; undefined where nobody knows it, and of a distance
 * from UTC: Chromium refuses each page then, and would be replaced.
 */
const zoneName = (zone = ""): string | undefined => {
  try {
    return /^\p{L}/u.test(zone)
      ? new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone
      : undefined
  } catch {
    return undefined
  }
}

const asAtHome = ({ locale, zone }: BankLocale) => {
  const timezoneId = zoneName(zone)
  return { ...(timezoneId === undefined ? {} : { timezoneId }), ...(locale === undefined ? {} : { locale }) }
}

export const openContext = (browser: Browser, proxy: EgressProxy, { proxy: staged }: Staging, home: BankLocale) =>
  Effect.tryPromise({
    try: () => {
      const opening = browser.newContext({
        // Without <-loopback>, loopback addresses would bypass the proxy.
        proxy: { server: proxy.server, bypass: "<-loopback>" },
        serviceWorkers: "block",
        acceptDownloads: true,
        ...asAtHome(home),
        ignoreHTTPSErrors: staged !== undefined
      })
      return ofBrowser(opening).catch((error: unknown) => {
        // Where it opens later all the same nobody has it.
        void opening.then((late) => late.close()).catch(() => undefined)
        throw error
      })
    },
    catch: () =>
      new BrowserUnavailable({ message: "The browser could not open a session: it is being replaced, try again." })
  })

export const closeContext = (context: BrowserContext): Effect.Effect<void> => endWithin(context.close())

export const noteOutside = (refusals: RefusalLog, address: string): void => {
  const url = new URL(address)
  refusals.note(url.host, outsideSentence(url.origin))
}

/**
 * For a staged proxy, which answers from a recording and knows no origins. Otherwise requests are held where all of the browser's
 * are, and by the proxy: a route would hold each of them once more, and turn the browser's cache off.
 */
export const abortOutside = (context: BrowserContext, rules: OriginRules, refusals: RefusalLog) =>
  context.route(
    // A function would be asked about every request of every page; an expression is looked at where the request is held.
    rules.outside,
    (route) => {
      noteOutside(refusals, route.request().url())
      return route.abort("blockedbyclient").catch(() => undefined)
    }
  )

interface Watched {
  readonly gone: Deferred.Deferred<PageFault>
  readonly watch: (page: Page) => void
  readonly stop: () => void
}

export const watchGone = (browser: Browser, context: BrowserContext, isClosing: () => boolean): Watched => {
  const gone = Deferred.makeUnsafe<PageFault>()
  const end = (message: string) => () => {
    if (!isClosing()) Deferred.doneUnsafe(gone, Effect.succeed(new PageFault({ code: "PageClosed", message })))
  }
  context.on("close", end("The session's browser context was closed"))
  const stopped = end("The browser stopped")
  browser.on("disconnected", stopped)
  return {
    gone,
    watch: (page) => void page.on("crash", end("The page crashed")),
    // The browser outlives the session, and would hold on to all of it.
    stop: () => void browser.off("disconnected", stopped)
  }
}
