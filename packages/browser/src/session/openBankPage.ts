/** Opens one session: a context of its own behind a proxy of its own, and the capability that a script drives it by. */
import {
  type BankContextOptions,
  type BankLocale,
  type BankPage,
  BrowserUnavailable,
  type PageCall,
  PageFault,
  type TypingRules,
  cooperatively
} from "@counterfoil/core"
import type { Steps } from "@counterfoil/domain"
import { Deferred, Effect, Fiber, Match, Option, type Schema, type Scope } from "effect"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { makeAct, type PageSession } from "../page/PageSession.ts"
import { makeAnswerLog } from "../page/AnswerLog.ts"
import { type AwaitedAnswers, makeAwaitedAnswers } from "../pipe/awaitedAnswers.ts"
import { guardLook, lookIn } from "../looks/makeLook.ts"
import { makeOverlayHandlers } from "../page/overlays.ts"
import type { DownloadGuard } from "../pipe/DownloadGuard.ts"
import { type EgressProxyOptions, openEgressProxy } from "../network/EgressProxy.ts"
import { locatorVerbs } from "../verbs/locatorVerbs.ts"
import { type LateRules, makeLateRules, makeOriginRules } from "../network/OriginRules.ts"
import { type FaultContext, longestMessage, toPageFault } from "../verbs/pageFaults.ts"
import { makeSessionPages } from "../page/SessionPages.ts"
import { pageVerbs } from "../verbs/pageVerbs.ts"
import { printLocator } from "../locators/printLocator.ts"
import { makeRefusalLog, type RefusalLog } from "../network/RefusalLog.ts"
import { makeRequestRules, type RequestRules } from "../network/RequestRules.ts"
import { isList, makeSecretKeeper, type NamesOf } from "../secrets/SecretKeeper.ts"
import { abortOutside, closeContext, noteOutside, openContext, type Staging, watchGone } from "./sessionContext.ts"
import { parseStorageState, readStorageState } from "./storageState.ts"
import { takeEvidence } from "../evidence/takeEvidence.ts"
import { takePicture } from "../evidence/takePicture.ts"
import { makeTypedFields } from "../looks/TypedFields.ts"
import { makeTypingLock } from "../page/TypingLock.ts"
import { makeUrlMatcher } from "../network/urlPattern.ts"
import { ofBrowser, timeoutOf, within } from "../within.ts"
import type { WriteGuard } from "../network/WriteGuard.ts"

/** Added to a call's own time limit, for verbs that have none in Playwright: a page that hangs never answers. */
const graceMillis = 3_000

/** V8 interprets expressions on shorter texts at first, and compiles them later. */
const longEnoughToCompile = " ".repeat(1_024)

const describeCall = (call: PageCall): string => {
  const [kind = "", method = ""] = call.verb.split(".")
  if (kind === "keypad") return `keypad on ${"steps" in call ? printLocator(call.steps) : ""}`
  return "steps" in call ? `${printLocator(call.steps)}.${method}()` : `${call.verb}()`
}

/** Parameters of the bank's addresses and names in its files; all others are ours or the script's. */
const namesIn = ({ verb }: PageCall): NamesOf =>
  verb === "page.responses" || verb === "download.parts" ? "bank" : "script"

/** Names that the script gave are nothing of the page, though a user may be called like one of them. */
function* scrubbing({ secrets }: PageSession, call: PageCall, answer: Schema.Json): Steps<Schema.Json> {
  if (call.verb === "page.waitForAny") return answer
  const clean = yield* secrets.scrubbingAnswer(answer, namesIn(call))
  return call.verb === "locator.records" && clean !== null && typeof clean === "object" && !isList(clean)
    ? { ...clean, headers: Object.keys(call.fields) }
    : clean
}

const faultContext = (session: PageSession, call: PageCall): FaultContext => ({
  what: describeCall(call),
  timeout: timeoutOf("timeout" in call ? call : {}),
  isSecret: call.verb === "keypad.type" || ("value" in call && typeof call.value !== "string"),
  refusedHosts: [...new Set(session.refusals.list().map(({ host }) => host))].slice(-4),
  refusedRequests: session.requests.refused().slice(-4)
})

const carryOut = (
  session: PageSession,
  call: PageCall,
  signal: AbortSignal,
  typing: TypingRules | undefined
): Promise<Schema.Json> => {
  const act = makeAct(session, call, signal, typing)
  const run = Match.type<PageCall>().pipe(
    Match.discriminatorsExhaustive("verb")({ ...pageVerbs(act), ...locatorVerbs(act) })
  )
  const limit = { left: () => act.deadline.left() + graceMillis }
  return within(
    session.typingLock.pass<Schema.Json>(() => run(call)),
    limit,
    describeCall(call)
  )
}

const makeBankPage = (session: PageSession, { awaited, gone }: Pick<PreparedPage, "awaited" | "gone">): BankPage => {
  /** Before the first call, which waits for them: meanwhile the script is loaded. No page tells anything so early. */
  const compiling: Array<Fiber.Fiber<void>> = []
  let hasBegun = false
  const begin = Effect.suspend(() => {
    hasBegun = true
    return Fiber.joinAll(compiling.splice(0))
  })
  const scrubbedFault = ({ code, isClosed = false, message }: PageFault): Effect.Effect<never, PageFault> =>
    Effect.flatMap(cooperatively(session.secrets.scrubbingText(message)), (clean) =>
      Effect.fail(new PageFault({ code, message: clean.slice(0, longestMessage), ...(isClosed ? { isClosed } : {}) }))
    )
  const attempt = <A>(what: string, act: () => Promise<A>): Effect.Effect<A, PageFault> =>
    Effect.tryPromise({
      try: act,
      catch: (cause) => toPageFault(cause, { what, timeout: 0, isSecret: false, refusedHosts: [], refusedRequests: [] })
    }).pipe(Effect.catch(scrubbedFault))
  return {
    call: (call, typing) =>
      Effect.andThen(
        begin,
        Effect.tryPromise({
          try: (signal) => awaited.during(call.verb, () => carryOut(session, call, signal, typing)),
          catch: (cause) => toPageFault(cause, faultContext(session, call))
        })
      ).pipe(
        Effect.catch(scrubbedFault),
        Effect.flatMap((answer) => cooperatively(scrubbing(session, call, answer)))
      ),
    putSecret: (handle, value) =>
      Effect.suspend(() => {
        session.secrets.put(handle, value)
        // Compiles its expressions one by one: some texts are scrubbed in one go, within an event of the page.
        const compile = Effect.asVoid(cooperatively(session.secrets.scrubbing(longEnoughToCompile)))
        if (hasBegun) return compile
        return Effect.map(Effect.forkDetach(compile), (fiber) => void compiling.push(fiber))
      }),
    scrub: session.secrets.scrub,
    storageState: attempt("The session's storage", () => ofBrowser(readStorageState(session.context))),
    beginRun: Effect.sync(session.pages.beginRun),
    enterPhase: (phase, declared) =>
      Effect.sync(() => {
        session.overlays.clear()
        session.secrets.enter(phase)
        session.answers.enter(phase, declared)
        session.requests.enter(phase, declared)
        awaited.enter(phase)
      }),
    takeRefused: Effect.sync(session.requests.take),
    awaitsAnswer: Effect.sync(awaited.isAwaited),
    evidence: attempt("The evidence", () => takeEvidence(session)),
    picture: (of) => attempt("The picture", () => session.typingLock.pass(() => takePicture(session, of))),
    gone: Deferred.await(gone)
  }
}

/** A context with its first page, behind a proxy that lets nothing through yet. It belongs to nobody so far. */
export interface PreparedPage {
  readonly context: BrowserContext
  readonly page: Page
  readonly home: BankLocale
  readonly rules: LateRules
  readonly refusals: RefusalLog
  readonly isStaged: boolean
  readonly requests: RequestRules
  readonly awaited: AwaitedAnswers
  readonly downloads: DownloadGuard
  readonly gone: Deferred.Deferred<PageFault>
  readonly watch: (page: Page) => void
  readonly follow: (page: Page) => void
}

/** Whether it is where it has to be, and still works as far as is known. */
export const isUsable = ({ gone, home, page }: PreparedPage, { locale, zone }: BankLocale): boolean =>
  home.zone === zone && home.locale === locale && !page.isClosed() && !Deferred.isDoneUnsafe(gone)

/** Everything closes with the scope: page, context, proxy, in that order. */
export const preparePage = Effect.fn("BankBrowser.prepare")(function* (
  {
    browser,
    downloads,
    writes
  }: { readonly browser: Browser; readonly downloads: DownloadGuard; readonly writes: WriteGuard },
  network: Omit<EgressProxyOptions, "rules" | "refusals" | "requests">,
  home: BankLocale,
  staging: Staging = {}
): Effect.fn.Return<PreparedPage, BrowserUnavailable, Scope.Scope> {
  const rules = makeLateRules()
  const refusals = makeRefusalLog()
  const requests = staging.requests ?? makeRequestRules({ isEnforced: true })
  const proxy = staging.proxy ?? (yield* openEgressProxy({ ...network, rules, refusals, requests }))
  let isClosing = false
  const context = yield* Effect.acquireRelease(openContext(browser, proxy, staging, home), (opened) =>
    Effect.suspend(() => {
      isClosing = true
      return closeContext(opened)
    })
  )
  const page = yield* onPage(async () => {
    await staging.prepare?.(context)
    return context.newPage()
  })
  const awaited = makeAwaitedAnswers()
  const enrolled = yield* Effect.acquireRelease(
    onPage(() =>
      writes.enrol(page, {
        requests,
        isInside: rules.allows,
        turnedAway: (url) => noteOutside(refusals, url),
        awaited
      })
    ),
    ({ leave }) => Effect.sync(leave)
  )
  const { gone, watch } = yield* Effect.acquireRelease(
    Effect.sync(() => watchGone(browser, context, () => isClosing)),
    ({ stop }) => Effect.sync(stop)
  )
  watch(page)
  // What looks at documents is compiled before there are any: it takes longer than to load one.
  void lookIn(page.mainFrame(), guardLook, null).catch(() => undefined)
  const follow = (tab: Page) => void enrolled.follow(tab).catch(() => undefined)
  const watchNext = (tab: Page) => {
    watch(tab)
    follow(tab)
  }
  const isStaged = staging.proxy !== undefined
  return {
    context,
    page,
    home,
    rules,
    refusals,
    isStaged,
    requests,
    awaited,
    downloads,
    gone,
    follow,
    watch: watchNext
  }
})

const onPage = <A>(work: () => Promise<A>): Effect.Effect<A, BrowserUnavailable> =>
  Effect.tryPromise({
    try: () => ofBrowser(work()),
    catch: () =>
      new BrowserUnavailable({ message: "The browser could not open a page: it is being replaced, try again." })
  })

const storedIn = ({ storageState }: BankContextOptions) =>
  Effect.gen(function* () {
    const stored = Option.flatMap(storageState, parseStorageState)
    if (Option.isSome(storageState) && Option.isNone(stored)) {
      yield* Effect.logWarning("The kept session can't be read: a new one begins")
    }
    return Option.getOrUndefined(stored)
  })

/** Makes a prepared page the session's own. */
export const handOut = Effect.fn("BankBrowser.open")(function* (
  { awaited, context, downloads, follow, gone, isStaged, page, refusals, requests, rules, watch }: PreparedPage,
  options: BankContextOptions
): Effect.fn.Return<BankPage, BrowserUnavailable> {
  const stored = yield* storedIn(options)
  rules.become(makeOriginRules(options))
  yield* onPage(async () => {
    if (isStaged) await abortOutside(context, rules, refusals)
    if (stored === undefined) return
    // To set all of it empties the context first, which has nothing yet.
    await (stored.origins.length === 0 ? context.addCookies(stored.cookies) : context.setStorageState(stored))
  })
  const pages = makeSessionPages(context, downloads, follow)
  pages.adopt(page)
  const session: PageSession = {
    context,
    rules,
    pages,
    secrets: makeSecretKeeper(),
    typed: makeTypedFields(),
    typingLock: makeTypingLock(),
    matchUrl: makeUrlMatcher(),
    refusals,
    requests,
    answers: makeAnswerLog(context, rules.allows),
    overlays: makeOverlayHandlers(),
    watch
  }
  return makeBankPage(session, { awaited, gone })
})
