import axe from "axe-core"
import type { Page } from "playwright-core"

/** By the debugger, which the page's policy doesn't hold up. */
export const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  const rules = JSON.stringify(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
  const found = await page.evaluate<axe.AxeResults>(`axe.run(document, { runOnly: ${rules} })`)
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)
  )
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
