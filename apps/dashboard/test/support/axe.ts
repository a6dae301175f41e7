import type { RunOptions } from "axe-core"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"

/** Minified, it is read in half the time. */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

/** Of what is in order one element a rule is enough, and nothing of it comes back: to tell all of it takes longer than to look. */
const options: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  resultTypes: ["violations"]
}

/** By the debugger, which the page's policy doesn't hold up. */
export const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe)
  return page.evaluate<ReadonlyArray<string>>(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    [
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => \`\${id}: \${html} \${failureSummary}\`)
      ),
      // An icon without a size takes all the width there is, and leaves none to the text beside it.
      ...[...document.querySelectorAll("svg[viewBox='0 0 24 24']")]
        .filter((icon) => icon.getBoundingClientRect().width > 64)
        .map(({ parentElement }) => \`an icon without a size: \${parentElement.outerHTML.slice(0, 300)}\`)
    ]
  )`)
}

/** All styles are those of the theme: two frames after it has changed, with nothing still moving. */
export const settledTheme = (page: Page) =>
  page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    .then(() => Promise.allSettled(document.getAnimations().map((each) => each.finished)))
    .then(() => undefined)`)

/** What makes the page scroll sideways, and texts that end behind the edge of what holds them without a sign that they go on. */
export const whatIsWider = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const wider = scrollWidth <= clientWidth ? [] : [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 300))
    const isCut = (text) => {
      for (let at = text.parentElement; at !== null; at = at.parentElement) {
        const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(at)
        if (overflowX === "visible") continue
        if (!["hidden", "clip"].includes(overflowX) || textOverflow === "ellipsis" || webkitLineClamp !== "none") return false
        const { right, width } = at.getBoundingClientRect()
        const range = document.createRange()
        range.selectNodeContents(text)
        // What is said to screen readers only has no room at all.
        return width > 1 && range.getBoundingClientRect().right > right + 1
      }
      return false
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut = []
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      const isSeen = text.textContent.trim() !== "" && text.parentElement.checkVisibility()
      if (isSeen && isCut(text)) cut.push(\`cut off: \${text.textContent} in \${text.parentElement.outerHTML.slice(0, 300)}\`)
    }
    return [...wider, ...cut]
  })()`)
