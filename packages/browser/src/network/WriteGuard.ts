/**
 * Holds back what a page may not send: every request of a browser that could be more than reading waits here, and leaves
 * only if the rules of its session admit it.
 *
 * It is Chromium's own `Fetch` domain at the level of the whole browser, because what Playwright's routes see is not all:
 * a redirect keeps the method of a request that they have let through (307, 308), and beacons and `fetch` with keepalive
 * leave after the page that sent them has gone. Nor can the proxy decide: it tunnels TLS.
 */
import { isReading } from "@counterfoil/core"
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core"
import type { AnswersTold, Told } from "../pipe/answersTold.ts"
import type { AwaitedAnswers } from "../pipe/awaitedAnswers.ts"
import { makeTurns } from "./inTurn.ts"
import type { RequestRules } from "./RequestRules.ts"

interface Member {
  /** The browser's own id of the context. */
  readonly id: string
  readonly context: BrowserContext
  readonly requests: RequestRules
  /** Whether an address lies on one of the session's origins. */
  readonly isInside: (url: string) => boolean
  /** Takes note of a request that isn't for one of them. */
  readonly turnedAway: (url: string) => void
  /** Takes note of what the bank is asked for: a tab's document, or by a script of a page. */
  readonly awaited: Pick<AwaitedAnswers, "asked" | "told">
  /** The browser's own ids of the tabs' frames. */
  readonly tabs: Set<string>
}

/** A context whose requests go by its rules. */
export interface Enrolled {
  /** The same for another tab of the context, which is one of the session's from now on. */
  readonly follow: (page: Page) => Promise<void>
  /** Ends it. */
  readonly leave: () => void
}

export interface WriteGuard {
  /** From now on the requests of this context, which has this tab, go by these rules. */
  readonly enrol: (page: Page, member: Omit<Member, "id" | "context" | "tabs">) => Promise<Enrolled>
}

/** Chromium's kinds of requests that can write. All others, such as pictures, scripts and styles, only read. */
const writing = ["Document", "XHR", "Fetch", "Ping", "CSPViolationReport", "Other"] as const

/** The kinds that a page's own script sends and waits for. */
const byScript: ReadonlySet<string> = new Set(["XHR", "Fetch"])

interface Paused {
  readonly requestId: string
  /** The id under which the browser tells of the answer. */
  readonly networkId?: string
  readonly frameId: string
  readonly resourceType: string
  readonly request: { readonly method: string; readonly url: string }
}

const rememberedFrames = 5_000
const rememberedRequests = 5_000
const rememberedEarly = 200

const forgetOldest = (of: Map<string, unknown>, most: number): void => {
  const [oldest] = of.keys()
  if (of.size > most && oldest !== undefined) of.delete(oldest)
}

/**
 * That are answered at a time, and that may wait. Each answer that is on its way when its page is closed costs an error of
 * Playwright's, so that a page that asks without end would stop everybody for as long. No bank's page has a thousand waiting.
 */
const requestsOfAFrame = { running: 16, waiting: 1_000 }

interface FrameTree {
  readonly frame: { readonly id: string }
  readonly childFrames?: ReadonlyArray<FrameTree> | undefined
}

const holds = ({ childFrames, frame }: FrameTree, id: string): boolean =>
  frame.id === id || (childFrames?.some((child) => holds(child, id)) ?? false)

/** Frames of the page's own process; those of others are targets of their own. */
const hasFrame = async (context: BrowserContext, page: Page, id: string): Promise<boolean> => {
  const session = await context.newCDPSession(page)
  try {
    const { frameTree } = await session.send("Page.getFrameTree")
    return holds(frameTree, id)
  } finally {
    await session.detach()
  }
}

const idsOf = async (page: Page): Promise<{ readonly frameId: string; readonly contextId: string }> => {
  const session = await page.context().newCDPSession(page)
  const { targetInfo } = await session.send("Target.getTargetInfo")
  await session.detach()
  return { frameId: targetInfo.targetId, contextId: targetInfo.browserContextId ?? "" }
}

/** Which context a request belongs to: its frame, or the frame that its worker belongs to, is in it. */
const makeFinder = (session: CDPSession, members: ReadonlyMap<string, Member>) => {
  const contexts = new Map<string, string>()
  const remember = (frameId: string, contextId: string) => {
    contexts.set(frameId, contextId)
    forgetOldest(contexts, rememberedFrames)
  }

  const among = async (candidates: ReadonlyArray<Member>, frameId: string): Promise<string | undefined> => {
    for (const { context, id } of candidates) {
      for (const page of context.pages()) {
        if (await hasFrame(context, page, frameId).catch(() => false)) return id
      }
    }
    return undefined
  }

  const find = async ({ frameId, request }: Paused): Promise<string | undefined> => {
    const known = contexts.get(frameId)
    if (known !== undefined) return known
    const { targetInfos } = await session.send("Target.getTargets")
    for (const { browserContextId, targetId } of targetInfos) remember(targetId, browserContextId ?? "")
    const own = contexts.get(frameId)
    if (own !== undefined) return own
    const candidates = [...members.values()].filter(({ isInside }) => isInside(request.url))
    const found = await among(candidates, frameId)
    if (found !== undefined) remember(frameId, found)
    return found
  }
  return { find, remember, known: (frameId: string) => contexts.get(frameId) }
}

/** To be called before the browser opens its first context. */
export const guardWrites = async (browser: Browser, answers: AnswersTold): Promise<WriteGuard> => {
  const members = new Map<string, Member>()
  const session = await browser.newBrowserCDPSession()
  const contexts = makeFinder(session, members)
  const turns = makeTurns(requestsOfAFrame)

  /** One whose frame is gone could be of any session at that bank: it leaves if all of them let it. */
  const admits = async (paused: Paused): Promise<boolean> => {
    const { request, resourceType } = paused
    const isPing = resourceType === "Ping" || resourceType === "CSPViolationReport"
    const contextId = await contexts.find(paused)
    const whose =
      contextId === undefined
        ? [...members.values()].filter(({ isInside }) => isInside(request.url))
        : [members.get(contextId)].filter((member) => member !== undefined)
    const verdicts = whose.map(({ requests }) => requests.admits(request.method, request.url, isPing))
    return verdicts.length > 0 && verdicts.every((verdict) => verdict)
  }

  /** The proxy refuses these as well; here the page stays where it is. */
  const leadsOutside = ({ frameId, request }: Paused): boolean => {
    const member = members.get(contexts.known(frameId) ?? "")
    if (member === undefined || !/^https?:/i.test(request.url) || member.isInside(request.url)) return false
    member.turnedAway(request.url)
    return true
  }

  /** The context of each request under way. Its session is looked up when the answer comes: many requests of closed pages get none. */
  const asked = new Map<string, string>()
  const note = (networkId: string, contextId: string, isDocument: boolean): void => {
    asked.set(networkId, contextId)
    forgetOldest(asked, rememberedRequests)
    members.get(contextId)?.awaited.asked({ request: networkId, isDocument })
  }
  /** Documents of frames that nobody knows yet, by frame: a window that opens asks for its first one before it is a tab of anybody's. */
  const early = new Map<string, { readonly networkId: string; told?: Told }>()
  const noteAsked = ({ frameId, networkId, resourceType }: Paused): void => {
    const contextId = contexts.known(frameId) ?? ""
    const member = members.get(contextId)
    const isDocument = resourceType === "Document"
    if (networkId === undefined) return
    if (member !== undefined && (isDocument ? member.tabs.has(frameId) : byScript.has(resourceType))) {
      note(networkId, contextId, isDocument)
    } else if (isDocument) {
      early.set(frameId, { networkId })
      forgetOldest(early, rememberedEarly)
    }
  }
  const noteEarly = (frameId: string, contextId: string): void => {
    const first = early.get(frameId)
    early.delete(frameId)
    if (first === undefined) return
    note(first.networkId, contextId, true)
    if (first.told !== undefined) tell(first.networkId, first.told)
  }
  const tell = (request: string, told: Told): void => {
    const member = members.get(asked.get(request) ?? "")
    asked.delete(request)
    member?.awaited.told(request, told)
  }
  answers.listen((request, told) => {
    for (const each of early.values()) if (each.networkId === request) each.told = told
    tell(request, told)
  })

  const answer = async (paused: Paused): Promise<void> => {
    const { request, requestId } = paused
    const leaves = !leadsOutside(paused) && (isReading(request.method) || (await admits(paused).catch(() => false)))
    if (leaves) noteAsked(paused)
    // A page that is not answered with another one stays where it is, for whoever looks at it.
    await (leaves
      ? session.send("Fetch.continueRequest", { requestId })
      : session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }))
  }

  // An answer fails where the page has given the request up meanwhile.
  session.on("Fetch.requestPaused", (paused) => turns.run(paused.frameId, () => answer(paused)))
  await session.send("Fetch.enable", {
    patterns: writing.map((resourceType) => ({ urlPattern: "*", resourceType }))
  })

  return {
    enrol: async (page, member) => {
      const { contextId: id, frameId } = await idsOf(page)
      const tabs = new Set<string>()
      const add = (tab: string) => {
        contexts.remember(tab, id)
        tabs.add(tab)
      }
      add(frameId)
      members.set(id, { ...member, id, context: page.context(), tabs })
      return {
        follow: async (next) => {
          const { frameId: opened } = await idsOf(next)
          add(opened)
          noteEarly(opened, id)
        },
        leave: () => void members.delete(id)
      }
    }
  }
}
