/**
 * A page that shows a password on request may put another field in the place of the one that it was typed into. Read whole, the
 * secret would be taken out of the answer; with a key pressed there, a part of it would not.
 */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, css, faultOf, open, secret } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

const replacing = (
  fill: string
) => `<form><p><input id="field" type="password"></p><button type="button">Show</button></form>
  <input id="other" value="plain text"><script>
    document.querySelector("button").onclick = () => {
      const old = document.getElementById("field"), fresh = document.createElement("input")
      fresh.id = "field"; fresh.type = "text"
      ${fill}
    }</script>`

const site = startSite({
  "/before": replacing("fresh.value = old.value; old.replaceWith(fresh)"),
  "/after": replacing("const { value } = old; old.value = ''; old.replaceWith(fresh); fresh.value = value"),
  "/later": replacing("const { value } = old; old.replaceWith(fresh); setTimeout(() => { fresh.value = value })"),
  "/nameless": replacing(
    "old.removeAttribute('id'); const { value } = old; fresh.value = value; old.replaceWith(fresh)"
  ),
  "/inside": replacing(
    "const box = document.createElement('p'); box.append(fresh); fresh.value = old.value; old.replaceWith(box)"
  )
})

layer(browserLayer(), { excludeTestServices: true })(
  "A field that a page puts in the place of one with a secret",
  (it) => {
    it.effect.each(["/before", "/after", "/later", "/nameless", "/inside"])("is guarded like it: %s", (path) =>
      Effect.gen(function* () {
        const { call, goto, on, putSecret } = yield* open(yield* site)
        yield* putSecret("password", "Zebra!77x")
        yield* goto(path)
        yield* on("#field", "locator.fill", { value: secret("password") })
        yield* on("button", "locator.click")
        yield* on(css("#field[type=text]"), "locator.waitFor")

        for (const key of ["Backspace", "Home"]) {
          expect((yield* faultOf(on("#field", "locator.press", { key }))).code).toBe("SecretRefused")
        }
        yield* on("#field", "locator.focus")
        expect((yield* faultOf(call({ verb: "page.press", page: 0, key: "Backspace" }))).code).toBe("SecretRefused")
        expect((yield* faultOf(on("#field", "locator.inputValue"))).code).toBe("SecretRead")
        expect(yield* on("#other", "locator.inputValue")).toBe("plain text")
      })
    )

    it.effect("is guarded also where it holds one character", () =>
      Effect.gen(function* () {
        const { goto, on, putSecret } = yield* open(yield* site)
        yield* putSecret("otp-1", "Zebra!77x")
        yield* goto("/before")
        yield* on("#field", "locator.pressSequentially", { value: secret("otp-1", 1) })
        yield* on("button", "locator.click")

        expect((yield* faultOf(on("#field", "locator.inputValue"))).code).toBe("SecretRead")
      })
    )
  }
)
