/** Whether a session waits for an answer that its bank has not begun to give, or could not. */
import { type PageCall, PageFault, type ScriptPhase } from "@counterfoil/core"
import type { Told } from "./answersTold.ts"
import { type Asked, OwedAnswers } from "./owedAnswers.ts"

export interface AwaitedAnswers {
  /** The bank is asked, from now on. */
  readonly asked: (request: Asked) => void
  /** It answers, or the request has ended otherwise. */
  readonly told: (request: string, told: Told) => void
  /** Between a session's reads nobody waits for what its pages ask for by themselves, maybe for days. */
  readonly enter: (phase: ScriptPhase) => void
  /** Carries out a verb. */
  readonly during: <A>(verb: PageCall["verb"], act: () => Promise<A>) => Promise<A>
  readonly isAwaited: () => boolean
}

/** Verbs that a page may ask its bank for something because of. */
const deeds: ReadonlySet<PageCall["verb"]> = new Set<PageCall["verb"]>([
  "page.goto",
  "page.reload",
  "page.goBack",
  "page.goForward",
  "page.press",
  "locator.click",
  "locator.dblclick",
  "locator.check",
  "locator.uncheck",
  "locator.clear",
  "locator.fill",
  "locator.pressSequentially",
  "locator.press",
  "locator.selectOption",
  "keypad.type"
])

/** Verbs that ask for a document by themselves. */
const navigations: ReadonlySet<PageCall["verb"]> = new Set<PageCall["verb"]>([
  "page.goto",
  "page.reload",
  "page.goBack",
  "page.goForward"
])

const isTimeout = (cause: unknown): boolean =>
  (cause instanceof PageFault && cause.code === "Timeout") || (cause instanceof Error && cause.name === "TimeoutError")

export const makeAwaitedAnswers = (): AwaitedAnswers => {
  const owed = new OwedAnswers(() => performance.now())
  let isAtWork = false
  let isTooLate = false
  const attempt = async <A>(verb: PageCall["verb"], act: () => Promise<A>): Promise<A> => {
    isTooLate = false
    try {
      return await act()
    } catch (cause) {
      // The answer may come in the next moment: what failed is the bank's all the same.
      isTooLate = navigations.has(verb) && isTimeout(cause)
      throw cause
    }
  }
  return {
    asked: (request) => {
      if (request.isDocument || isAtWork) owed.asked(request)
    },
    told: (request, told) => (told === "failed" ? owed.failed(request) : owed.answered(request, told === "error")),
    enter: (phase) => {
      isAtWork = phase !== "keepAlive"
      if (!isAtWork) owed.forgetData()
    },
    during: (verb, act) => attempt(verb, () => (deeds.has(verb) ? owed.doing(act) : act())),
    isAwaited: () => isTooLate || owed.isSilent
  }
}
