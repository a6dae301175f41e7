/** English that stands on a page of another language, for whoever reads it. */
import type { Page } from "playwright-core"

/** Words that Spanish has not, and that hardly any English sentence does without. */
const words = "the|was|were|is|are|and|with|from|of|by|not|have|which|that|this|your|nothing|could|for"

/**
 * Sentences in sight. What somebody else says is quoted; what is marked as English stands behind a line that says so, and
 * what is written for programs isn't read.
 */
export const englishOn = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`(() => {
    const english = /(?<![\\p{L}-])(?:${words})(?![\\p{L}-])/iu
    const found = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement: place, textContent } = texts.currentNode
      if (place === null || place.closest("script, style, code, pre, blockquote, .font-mono, option") !== null) continue
      if (!place.checkVisibility()) continue
      const text = textContent.replaceAll(/«[^»]*»/g, "").trim()
      if (english.test(text)) found.push(text)
    }
    return found
  })()`)
