/** `npm run screenshots`: every page in both themes, on a desktop and a phone, into docs/screenshots. */
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { launch } from "./support/browser.ts"
import { openAs } from "./support/page.ts"
import { comeTo, furnish, placesOf, longCodeTimeout } from "./support/pages.ts"
import { startWorld } from "./support/world.ts"

const folder = fileURLToPath(new URL("../../../docs/screenshots/", import.meta.url))
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const

/** Of all pictures together: who clones the repository loads them. */
const most = 4 * 1024 * 1024

const wanted = process.argv.slice(2)
const [world, browser] = await Promise.all([startWorld(longCodeTimeout), launch()])
try {
  const furnished = await furnish(world)
  // Not before there is something to show in their place.
  if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [size, viewport] of Object.entries(sizes)) {
      const { context, page } = await openAs(browser, world, furnished.person, "/", {
        colorScheme,
        viewport,
        reducedMotion: "reduce"
      })
      for (const place of placesOf(furnished).toReversed()) {
        const { name } = place
        if (wanted.length > 0 && !wanted.includes(name)) continue
        await comeTo(page, world.base, place)
        await page.waitForLoadState("networkidle")
        // Where one is logged in: the page as it is once it is live.
        if ((await page.locator("[data-connection]").count()) > 0) {
          await page.locator("[data-connection=open]").first().waitFor({ state: "attached" })
        }
        // Small, and clear enough.
        const picture = await page.screenshot({ type: "jpeg", quality: 55, animations: "disabled" })
        writeFileSync(join(folder, `${name}-${size}-${colorScheme}.jpg`), picture)
      }
      await context.close()
    }
  }
  const names = readdirSync(folder)
  const bytes = names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  console.log(`${names.length} pictures in docs/screenshots, ${(bytes / 1024 / 1024).toFixed(2)} MiB`)
  if (bytes > most) {
    console.error("They are to be less than 4 MiB: make them smaller, or fewer")
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await world.close()
}
