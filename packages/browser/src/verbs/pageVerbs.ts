/** The verbs of a page: where it goes, what it says of itself, what it waits for. */
import type { PageCall, TextPattern } from "@counterfoil/core"
import type { Schema } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import type { Locator, Page, Response } from "playwright-core"
import { outsideSentence } from "../network/OriginRules.ts"
import { type Act, type PageSession, waiting } from "../page/PageSession.ts"
import { closedFault, fault } from "../fault.ts"
import { inPieces } from "../inPieces.ts"
import { firstThere, type Named } from "../reading/look.ts"
import { verdictHeader } from "../network/relay.ts"
import { refuseClipboard, refuseEditing } from "../typing/refusedKeys.ts"
import { readyToLook } from "../reading/readyToLook.ts"
import { renewIfWorn } from "../page/renewTab.ts"
import { textParts } from "./unpack.ts"
import { titleOf } from "../reading/readText.ts"
import { crossesFrames, replaySteps } from "../locators/replaySteps.ts"
import { within, withinOr } from "../within.ts"

type CallOf<Verb extends PageCall["verb"]> = Extract<PageCall, { readonly verb: Verb }>

const listed = (origins: ReadonlyArray<string>): string =>
  origins.length > 5 ? `${origins.slice(0, 5).join(", ")} …` : origins.join(", ")

const refuseOutside = ({ rules }: PageSession, address: string): void => {
  const url = URL.parse(address)
  if (url === null) throw fault("InvalidCall", `"${address.slice(0, 200)}" is not a whole address`)
  if (!/^https?:$/.test(url.protocol)) throw fault("NavigationRefused", `A page can't be opened by ${url.protocol}`)
  if (url.username !== "" || url.password !== "") {
    throw fault("NavigationRefused", "An address with a user name or password in it can't be opened")
  }
  if (!rules.allows(url.href)) {
    throw fault("NavigationRefused", `${outsideSentence(url.origin)} (${listed(rules.origins)})`)
  }
}

/** A page that was asked for properly may still have been redirected out, or our proxy may have answered for it. */
const checkArrival = async (session: PageSession, page: Page, response: Response | null): Promise<void> => {
  const verdict = response === null ? null : await response.headerValue(verdictHeader)
  if (verdict === null) return
  const reason = (await response?.text().catch(() => "")) ?? ""
  const from = session.rules.allows(page.url()) ? "" : ` (a redirect led there)`
  const message = `${reason.replace(/^Counterfoil: /, "")}${from}`
  if (verdict === "closed") throw closedFault(message)
  throw fault(verdict === "refused" ? "NavigationRefused" : "NavigationFailed", message)
}

/**
 * A tunnel that the proxy refused looks like any broken connection: its notes tell which it was. What we break off is outside, and as
 * no address outside is gone to, a redirect led there.
 */
const asRefusal = (session: PageSession, before: number, error: unknown): unknown => {
  const [, how] = /net::ERR_(TUNNEL_CONNECTION_FAILED|ABORTED)/.exec(String(error)) ?? []
  const last = session.refusals.last()
  if (how === undefined || last === undefined || last.number <= before) return error
  if (last.isClosed) return closedFault(last.reason)
  return fault("NavigationRefused", how === "ABORTED" ? `${last.reason} (a redirect led there)` : last.reason)
}

/** After a failed navigation Chromium shows an error page, late enough to break off the next one: it is waited for. */
const untilErrorPage = async (page: Page, error: unknown): Promise<void> => {
  // After an aborted one the page stays as it is.
  if (!(error instanceof Error) || !/net::ERR_(?!ABORTED)/.test(error.message)) return
  const isErrorPage = (url: URL) => url.protocol === "chrome-error:"
  await page.waitForURL(isErrorPage, { waitUntil: "commit", timeout: 1000 }).catch(() => undefined)
}

const navigate = async (act: Act, page: Page, go: () => Promise<Response | null>): Promise<null> => {
  const before = act.session.refusals.last()?.number ?? 0
  const response = await readyToLook(act, page, go).catch(async (error: unknown) => {
    await untilErrorPage(page, error)
    throw asRefusal(act.session, before, error)
  })
  await checkArrival(act.session, page, response)
  return null
}

/** A longer one matches nothing, and can't be read: to scrub it would take as long as it is. */
const longestAddress = 64 * 1024

const ofUsualLength = (address: string): string => {
  if (address.length <= longestAddress) return address
  throw fault("TooLarge", `An address of more than ${longestAddress} characters can't be read`)
}

interface UrlWait {
  readonly came: Promise<void>
  readonly stop: () => void
}

/**
 * Resolves when the page's address matches, also after a change without a load. Matched is what a script may read of the
 * address: a pattern on the rest would ask for a secret letter by letter.
 */
const untilUrl = ({ session }: Act, page: Page, pattern: TextPattern): UrlWait => {
  let stop: () => void = () => undefined
  const came = new Promise<void>((resolve, reject) => {
    const look = () => {
      try {
        const url = page.url()
        if (url.length <= longestAddress && session.matchUrl(pattern, session.secrets.scrubAddress(url))) resolve()
      } catch (error) {
        reject(error)
      }
    }
    const closed = () => reject(fault("PageClosed", "The page was closed"))
    page.on("framenavigated", look)
    page.on("close", closed)
    page.on("crash", closed)
    stop = () => {
      page.off("framenavigated", look)
      page.off("close", closed)
      page.off("crash", closed)
    }
    look()
  })
  came.catch(() => undefined)
  return { came, stop }
}

const waitForURL = async (act: Act, call: CallOf<"page.waitForURL">): Promise<null> => {
  const page = act.session.pages.get(call.page)
  const wait = untilUrl(act, page, call.url)
  const shown = typeof call.url === "string" ? `'${call.url}'` : `/${call.url.regex}/${call.url.flags}`
  await within(wait.came, act.deadline, `The address ${shown}`).finally(wait.stop)
  await page.waitForLoadState("load", waiting(act))
  return null
}

/** Longer than ours, so that the fault names all targets and not the one that gave up first. */
const beyond = (act: Act, signal: AbortSignal) => ({ timeout: act.deadline.left() + 1000, signal })

/** Where a page is: the path only, for a query or a parameter of the path may name a person or a session. */
const placeOf = (address: string): string => {
  const url = URL.parse(address)
  if (url === null || !url.protocol.startsWith("http")) return ""
  return `, on ${url.pathname.replaceAll(/;[^/]*/g, "").slice(0, longestPath)}`
}

const longestPath = 200

const lookPause = 100

/** Looks for it again and again, and for no overlay. */
const untilSeen = async (locator: Locator, signal: AbortSignal): Promise<void> => {
  while (!(await locator.isVisible())) await delay(lookPause, undefined, { signal })
}

/**
 * Playwright looks for overlays in each wait, and of two that meet one at a time the first is never told that it is gone: where
 * there are any, one wait looks for them.
 */
const waitForAny = async (act: Act, call: CallOf<"page.waitForAny">): Promise<string> => {
  const page = act.session.pages.get(call.page)
  const names = Object.keys(call.targets)
  if (names.length === 0) throw fault("InvalidCall", "waitForAny needs at least one target")
  const losers = new AbortController()
  const stops: Array<() => void> = [() => losers.abort()]
  const signal = AbortSignal.any([act.signal, losers.signal])
  const together: Array<Named> = []
  const areOverlays = act.session.overlays.areAny()
  let looksForOverlays = Object.values(call.targets).some((target) => "steps" in target && !crossesFrames(target.steps))
  const waits = Object.entries(call.targets).flatMap(([name, target]) => {
    if ("url" in target) {
      const wait = untilUrl(act, page, target.url)
      stops.push(wait.stop)
      return [wait.came.then(() => name)]
    }
    const visible = replaySteps(page, target.steps).filter({ visible: true })
    if (!crossesFrames(target.steps)) {
      together.push([name, visible])
      return []
    }
    const first = visible.first()
    const onlyLooks = areOverlays && looksForOverlays
    looksForOverlays = true
    const seen = onlyLooks ? untilSeen(first, signal) : first.waitFor({ state: "visible", ...beyond(act, signal) })
    return [seen.then(() => name)]
  })
  // Each wait of its own would start anew after every navigation.
  if (together.length > 0) waits.push(firstThere(act, together, beyond(act, signal)))
  for (const wait of waits) wait.catch(() => undefined)
  try {
    const none = () => `None of ${names.join(", ")} came about in time${placeOf(page.url())}`
    return await withinOr(Promise.race(waits), act.deadline, none)
  } finally {
    for (const stop of stops) stop()
  }
}

type PageVerb = Exclude<PageCall["verb"], `locator.${string}` | `keypad.${string}`>

export const pageVerbs = (act: Act) => {
  const { session } = act
  const pageOf = (call: { readonly page: number }) => session.pages.get(call.page)
  return {
    "page.goto": async (call) => {
      refuseOutside(session, call.url)
      await renewIfWorn(act, call.page, call.url)
      const page = pageOf(call)
      return navigate(act, page, () => page.goto(call.url, waiting(act)))
    },
    "page.reload": (call) => navigate(act, pageOf(call), () => pageOf(call).reload(waiting(act))),
    "page.goBack": (call) => navigate(act, pageOf(call), () => pageOf(call).goBack(waiting(act))),
    "page.goForward": (call) => navigate(act, pageOf(call), () => pageOf(call).goForward(waiting(act))),
    "page.waitForLoadState": (call) =>
      pageOf(call)
        .waitForLoadState(call.state ?? "load", waiting(act))
        .then(() => null),
    "page.press": async (call) => {
      refuseClipboard(call.key)
      const page = pageOf(call)
      await session.typingLock.look(async () => {
        if (await session.typed.isFocused(page)) refuseEditing(call.key)
        await page.keyboard.press(call.key)
      })
      return null
    },
    "page.url": async (call) => inPieces(session.secrets.scrubbingAddress(ofUsualLength(pageOf(call).url()))),
    "page.title": (call) => titleOf(act, pageOf(call)),
    "page.waitForURL": (call) => waitForURL(act, call),
    "page.waitForAny": (call) => waitForAny(act, call),
    "page.close": (call) =>
      pageOf(call)
        .close()
        .then(() => null),
    "page.dialog": async (call) => {
      session.pages.answerDialogs(call.page, call.answer)
      return null
    },
    "page.responses": (call) => session.answers.read(call.path, call.after, act.deadline),
    "page.overlay": async (call) => {
      const page = pageOf(call)
      await session.overlays.add(page, replaySteps(page, call.steps), replaySteps(page, call.close))
      return null
    },
    "page.expect": async (call) => session.pages.expect(call.page, call.what),
    "page.expected": (call) => session.pages.expected(call.token, act.deadline),
    "download.text": (call) =>
      session.pages.readDownload(call.download, call.encoding ?? "utf-8", (bytes) =>
        inPieces(session.secrets.scrubbingBytes(bytes), act.signal)
      ),
    "download.parts": async (call) => {
      const bytes = await session.pages.downloadBytes(call.download)
      const parts = await textParts(bytes)
      const clean = parts.map(async ({ content, name }): Promise<[string, string]> => {
        const scrubbed = await inPieces(session.secrets.scrubbingBytes(content), act.signal)
        return [name, new TextDecoder().decode(scrubbed)]
      })
      return Object.fromEntries(await Promise.all(clean))
    }
  } satisfies { [Verb in PageVerb]: (call: CallOf<Verb>) => Promise<Schema.Json> }
}
