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

/** The elements that make the page scroll sideways. */
export const whatIsWider = (page: Page) =>
  page.evaluate<ReadonlyArray<string>>(`(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => element.outerHTML.slice(0, 300))
  })()`)
