/** Keys that are pictures and light up for a moment when they are pressed: the picture that they have then says which key it was. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { pictureHash } from "../../src/index.ts"
import { browserLayer, faultOf, open, secret } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

const digits = [7, 3, 9, 1, 0, 4, 8, 2, 6, 5]
const colour = (digit: number, blue: number) => [digit * 20, 100, blue] as const
const picture = (digit: number, blue: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="rgb(${colour(digit, blue).join()})"/></svg>`
  )}`
const hashOf = (digit: number, blue: number) =>
  pictureHash("4x4", Array.from({ length: 16 }, () => [...colour(digit, blue), 255]).flat())
const [dark, lit] = [50, 250]

const site = startSite({
  "/keypad": `${digits
    .map(
      (digit) =>
        `<img src="${picture(digit, dark)}" onclick="document.title += ${digit}; const was = src; src = '${picture(digit, lit)}'; setTimeout(() => src = was, 400)">`
    )
    .join("")}`
})

layer(browserLayer(), { excludeTestServices: true })("A keypad of pictures that its script doesn't know", (it) => {
  it.effect("is named whole before anything is pressed, and no picture once something was", () =>
    Effect.gen(function* () {
      const { call, goto, on, putSecret } = yield* open(yield* site)
      yield* putSecret("otp-4", "407291")
      yield* goto("/keypad")
      const type = (images: Readonly<Record<string, string>>) =>
        on("img", "keypad.type", { read: { images }, secret: secret("otp-4"), timeout: 30_000 })

      const unknown = yield* faultOf(type({ [hashOf(3, dark)]: "3" }))
      const others = digits.flatMap((digit, place) => (digit === 3 ? [] : [`key ${place + 1} ${hashOf(digit, dark)}`]))
      expect(unknown.message).toBe(`The keypad shows pictures that the map doesn't know: ${others.join(", ")}`)
      expect(yield* call({ verb: "page.title", page: 0 })).toBe("Test bank")

      yield* type(Object.fromEntries(digits.map((digit) => [hashOf(digit, dark), String(digit)])))
      expect(yield* call({ verb: "page.title", page: 0 })).toBe("Test bank[secret]")
    })
  )
})
