/** A keypad each of whose keys is a canvas of its own: drawn by the page's script, in links that the script of the page answers. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { pictureHash } from "../src/index.ts"
import { browserLayer, faultOf, open, secret } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

const digits = [7, 3, 9, 1, 0, 4, 8, 2, 6, 5]
const colour = (digit: number) => [digit * 20, 100, 50] as const
const hashOf = (digit: number) => pictureHash("4x4", Array.from({ length: 16 }, () => [...colour(digit), 255]).flat())

const picture = (digit: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="rgb(${colour(digit).join()})"/></svg>`
  )}`

const site = startSite({
  "/keypad": `${digits
    .map(
      (d) => `<a href="javascript:add(${d})"><canvas width="4" height="4" data-ink="${colour(d).join()}"></canvas></a>`
    )
    .join("")}<script>
    const add = (digit) => { document.title += digit }
    for (const each of document.querySelectorAll("canvas")) {
      const context = each.getContext("2d")
      context.fillStyle = "rgb(" + each.dataset.ink + ")"
      context.fillRect(0, 0, 4, 4)
    }</script>`,
  "/ornaments": digits
    .map(
      (d) =>
        `<button onclick="document.title += ${d}"><canvas width="9" height="9"></canvas><img src="${picture(d)}"></button>`
    )
    .join("")
})

layer(browserLayer(), { excludeTestServices: true })("A keypad of canvases", (it) => {
  it.effect("is named and spelt by what is drawn on its keys, whether they are the canvases or hold them", () =>
    Effect.gen(function* () {
      const { call, goto, on, putSecret } = yield* open(yield* site)
      yield* putSecret("otp-4", "407291")
      const type = (keys: string, images: Readonly<Record<string, string>>) =>
        on(keys, "keypad.type", { read: { images }, secret: secret("otp-4", 2, 1, 3), timeout: 30_000 })

      yield* goto("/keypad")
      const unknown = yield* faultOf(type("canvas", {}))
      expect(unknown.message).toBe(
        `The keypad shows pictures that the map doesn't know: ${digits.map((d, i) => `key ${i + 1} ${hashOf(d)}`).join(", ")}`
      )
      for (const keys of ["canvas", "a"]) {
        yield* goto("/keypad")
        yield* type(keys, Object.fromEntries(digits.map((digit) => [hashOf(digit), String(digit)])))
        expect(yield* call({ verb: "page.title", page: 0 })).toBe("Test bank047")
      }
    })
  )

  it.effect("is spelt by its pictures where a canvas is an ornament of each", () =>
    Effect.gen(function* () {
      const { call, goto, on, putSecret } = yield* open(yield* site)
      yield* putSecret("otp-4", "407")
      yield* goto("/ornaments")
      const images = Object.fromEntries(digits.map((digit) => [hashOf(digit), String(digit)]))
      yield* on("button", "keypad.type", { read: { images }, secret: secret("otp-4"), timeout: 30_000 })

      expect(yield* call({ verb: "page.title", page: 0 })).toBe("Test bank407")
    })
  )
})
