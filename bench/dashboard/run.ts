/** The dashboard on loopback: what its first load costs, and how it does with a hundred thousand movements. */
import { availableParallelism, loadavg } from "node:os"
import { launch } from "../../apps/dashboard/test/support/browser.ts"
import { startWorld } from "../../apps/dashboard/test/support/world.ts"
import { scrollAndFilter } from "./scroll.ts"

const rounds = 7

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

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const metric = (name: string, value: number, unit: string, spread: ReadonlyArray<number>) =>
  console.log(
    `metric ${name} ${value.toFixed(1)} ${unit}  (median of ${spread.length}, ${Math.min(...spread).toFixed(0)} to ${Math.max(...spread).toFixed(0)})`
  )

/** What else the machine does: figures of a busy one are no measure. */
const tellLoad = (when: string) =>
  console.log(`load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores ${when}`)

export const run = async (): Promise<void> => {
  tellLoad("before")
  await firstLoad()
  const { filtered, scrolled } = await scrollAndFilter(rounds)
  const { dropped, frames, rows } = scrolled
  console.log(
    `metric dashboard_dropped_frames ${dropped} of ${frames + dropped}  (10 s of scrolling in 100,000 movements, down to row ${rows})`
  )
  metric("dashboard_filter_ms", median(filtered), "ms", filtered)
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
    metric("dashboard_script_kib", median(kib), "KiB", kib)
    if (median(kib) > mostScript) {
      console.error(`The page's first load is to be at most ${mostScript} KiB of script`)
      process.exitCode = 1
    }
    const paints = seen.map(({ paint }) => paint)
    metric("dashboard_fcp_ms", median(paints), "ms", paints)
    const ready = seen.map((each) => each.ready)
    metric("dashboard_interactive_ms", median(ready), "ms", ready)
  } finally {
    await browser.close()
    await world.close()
  }
}
