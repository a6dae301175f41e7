/** What the verbs of one session share. */
import type { PageCall, TypingRules } from "@counterfoil/core"
import type { BrowserContext, Locator, Page } from "playwright-core"
import type { AnswerLog } from "./AnswerLog.ts"
import type { OriginRules } from "../network/OriginRules.ts"
import type { SessionPages } from "./SessionPages.ts"
import type { OverlayHandlers } from "./overlays.ts"
import type { RefusalLog } from "../network/RefusalLog.ts"
import type { RequestRules } from "../network/RequestRules.ts"
import { replaySteps } from "../locators/replaySteps.ts"
import type { SecretKeeper } from "../secrets/SecretKeeper.ts"
import type { TypedFields } from "../looks/TypedFields.ts"
import type { TypingLock } from "./TypingLock.ts"
import type { UrlMatcher } from "../network/urlPattern.ts"
import { type Deadline, makeDeadline, timeoutOf } from "../within.ts"

export interface PageSession {
  readonly context: BrowserContext
  readonly rules: OriginRules
  readonly pages: SessionPages
  readonly secrets: SecretKeeper
  readonly typed: TypedFields
  readonly typingLock: TypingLock
  readonly matchUrl: UrlMatcher
  readonly refusals: RefusalLog
  readonly requests: RequestRules
  readonly answers: AnswerLog
  readonly overlays: OverlayHandlers
  /** From now on the session ends when this page crashes. */
  readonly watch: (page: Page) => void
}

/** One verb as it is carried out: it ends early when `signal` aborts. */
export interface Act {
  readonly session: PageSession
  readonly signal: AbortSignal
  readonly deadline: Deadline
  readonly typing: TypingRules
}

const strictly: TypingRules = { passwordInText: false }

export const makeAct = (
  session: PageSession,
  call: PageCall,
  signal: AbortSignal,
  typing: TypingRules = strictly
): Act => ({
  session,
  signal,
  typing,
  deadline: makeDeadline(timeoutOf("timeout" in call ? call : {}))
})

/** The options of every wait of Playwright's. */
export const waiting = ({ deadline, signal }: Act) => ({ timeout: deadline.left(), signal })

type LocatorCall = Extract<PageCall, { readonly steps: unknown }>

export const locatorOf = ({ session }: Act, call: LocatorCall): Locator => {
  const page = session.pages.get(call.page)
  return replaySteps(page, call.steps)
}
