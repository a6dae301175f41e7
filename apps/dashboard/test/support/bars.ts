/** What a device before the screen sees of bars that flicker. */
import type { Locator } from "playwright-core"
import { until } from "./world.ts"

/** In the page: of a PNG of five bars of two parts, with gaps of one part around them, which are white in their middle. */
const whiteBars = `async (png) => {
  const picture = new Image()
  picture.src = "data:image/png;base64," + png
  await picture.decode()
  const canvas = document.createElement("canvas")
  Object.assign(canvas, { width: picture.width, height: picture.height })
  const context = canvas.getContext("2d", { willReadFrequently: true })
  context.drawImage(picture, 0, 0)
  return [2, 5, 8, 11, 14]
    .map((part) => context.getImageData((part / 16) * picture.width, picture.height * 0.6, 1, 1).data[0])
    .map((shade) => (shade > 128 ? "1" : "0"))
    .join("")
}`

/** Looks until so many different pictures of them were seen, with the first bar, the clock, on and off. */
export const seenBars = async (bars: Locator, count: number): Promise<ReadonlyArray<string>> => {
  const seen = new Set<string>()
  return until(`${count} pictures of the bars`, async () => {
    const png = (await bars.screenshot({ animations: "allow" })).toString("base64")
    seen.add(await bars.page().evaluate<string>(`(${whiteBars})("${png}")`))
    const clocks = new Set([...seen].map(([clock]) => clock))
    return seen.size < count || clocks.size < 2 ? undefined : [...seen]
  })
}
