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
