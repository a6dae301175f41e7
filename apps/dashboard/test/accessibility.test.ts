import axe from "axe-core"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, test } from "vitest"
import { launch } from "./support/browser.ts"
import { openAs } from "./support/page.ts"
import { type Furnished, furnish, placesOf } from "./support/pages.ts"
import { startWorld, type World } from "./support/world.ts"

let world: World
let browser: Browser
let furnished: Furnished

beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), launch()])
  furnished = await furnish(world)
})

afterAll(async () => {
  await browser?.close()
  await world?.close()
})

/** By the debugger, which the page's policy doesn't hold up. */
const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  const rules = JSON.stringify(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
  const found = await page.evaluate<axe.AxeResults>(`axe.run(document, { runOnly: ${rules} })`)
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

test.for([
  ["en", "light", 1280],
  ["en", "dark", 390],
  ["es", "dark", 1280],
  ["es", "light", 390]
] as const)("axe finds nothing on any page, in %s, %s, %i wide", async ([language, colorScheme, width]) => {
  const viewport = { width, height: 860 }
  const { complaints, context, page } = await openAs(browser, world, furnished.person, "/", { language, colorScheme, viewport })
  const found: Record<string, ReadonlyArray<string>> = {}
  for (const { loggedOut = false, name, path, ready } of placesOf(furnished).toReversed()) {
    if (loggedOut) await page.evaluate(`sessionStorage.removeItem("counterfoil.session")`)
    await page.goto(`${world.base}/app${path}`)
    await ready(page)
    const here = await violations(page)
    if (here.length > 0) found[name] = here
    const overflow = await page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    if (overflow > 0) found[`${name} is wider than the window`] = [`${overflow} px`]
  }
  expect(found).toEqual({})
  expect(complaints).toEqual([])
  await context.close()
})
