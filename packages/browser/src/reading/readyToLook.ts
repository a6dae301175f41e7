/** Puts the code that looks at a document into it while it loads, because the next verb will need it there. */
import type { Frame, Page } from "playwright-core"
import { guardLook, lookIn } from "../looks/makeLook.ts"
import type { Act } from "../page/PageSession.ts"

/**
 * For what may lead to a new document: of those that come while it is done, the first is made ready. Of a page that shows one after
 * the other by itself no more are looked at than a script asks for.
 */
export const readyToLook = async <A>(act: Act, page: Page, go: () => Promise<A>): Promise<A> => {
  const stop = () => void page.off("framenavigated", onCommit)
  const onCommit = (frame: Frame) => {
    if (frame !== page.mainFrame()) return
    stop()
    void lookIn(frame, guardLook, null, act.deadline.left()).catch(() => undefined)
  }
  page.on("framenavigated", onCommit)
  return go().finally(stop)
}
