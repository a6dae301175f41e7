/** The dashboard on loopback: what its first load costs, and how it does with a hundred thousand movements. */
import { availableParallelism, loadavg } from "node:os"
import { launch } from "../../apps/dashboard/test/support/browser.ts"
import { startWorld } from "../../apps/dashboard/test/support/world.ts"
import { isQuick, median, metric, metricOfRounds, note } from "../lib/report.ts"
import { scrollAndFilter } from "./scroll.ts"

const rounds = isQuick ? 3 : 7

/** Compressed, in KiB: what a phone on a slow line waits for before anything is there. */
const mostScript = 170

/** Read in the page, so that what counts is what its browser says. */
const figures = `({
  script: performance.getEntriesByType("resource")
    .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
  ready: performance.now()
})`

/** What else the machine does: figures of a busy one are no measure. */
const tellLoad = (when: string) => note(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores ${when}`)

export const run = async (): Promise<void> => {
  tellLoad("before")
  await firstLoad()
  const { filtered, scrolled } = await scrollAndFilter(rounds)
  const { dropped, frames, rows } = scrolled
  note(`${frames + dropped} frames of scrolling in 100,000 movements, down to row ${rows}`)
  metric("dashboard_dropped_frames", dropped, "frames")
  metricOfRounds("dashboard_filter_ms", filtered, "ms")
  tellLoad("after, the measurement's own among it")
}

const firstLoad = async (): Promise<void> => {
  const [world, browser] = await Promise.all([startWorld(), launch()])
  try {
    const seen: Array<{ script: number; paint: number; ready: number }> = []
    for (let round = 0; round < rounds; round += 1) {
      // Nothing is kept from the round before.
      const context = await browser.newContext({ locale: "en-GB" })
      const page = await context.newPage()
      await page.goto(`${world.base}/app/`)
      await page.getByLabel("E-mail").fill("somebody@shop.example")
      seen.push(await page.evaluate<{ script: number; paint: number; ready: number }>(figures))
      await context.close()
    }
    const kib = seen.map(({ script }) => script / 1024)
    metricOfRounds("dashboard_script_kib", kib, "KiB")
    if (median(kib) > mostScript) {
      console.error(`The page's first load is to be at most ${mostScript} KiB of script`)
      process.exitCode = 1
    }
    const paints = seen.map(({ paint }) => paint)
    metricOfRounds("dashboard_fcp_ms", paints, "ms")
    const ready = seen.map((each) => each.ready)
    metricOfRounds("dashboard_interactive_ms", ready, "ms")
  } finally {
    await browser.close()
    await world.close()
  }
}
