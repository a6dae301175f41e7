/** Whether a session waits for a document that its bank was asked for, and has not begun to answer. */
import type { BrowserContext, Page } from "playwright-core"

export interface AwaitedDocument {
  /** The bank is asked for the document of a tab. */
  readonly asked: () => void
  /** From now on what comes into this tab is an answer. */
  readonly follow: (page: Page) => void
  readonly isAwaited: () => boolean
}

export const makeAwaitedDocument = (context: BrowserContext): AwaitedDocument => {
  let isAwaited = false
  const answered = () => {
    isAwaited = false
  }
  // An answer that is saved as a file leaves the document where it was.
  context.on("download", answered)
  return {
    asked: () => {
      isAwaited = true
    },
    follow: (page) =>
      void page.on("framenavigated", (frame) => {
        if (frame === page.mainFrame()) answered()
      }),
    isAwaited: () => isAwaited
  }
}
