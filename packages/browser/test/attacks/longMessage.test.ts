/** A page of a bank whose one request Chromium tells in more bytes than a text can have. */
import { layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, open, text } from "../support/drive.ts"
import { type Route, startSite } from "../support/Site.ts"

/** Of 95 Chromium tells more than a text can have, but needs gigabytes itself. */
const millions = 8

/** Says how much it was sent. */
const count: Route = (request, response) => {
  let length = 0
  request.on("data", (piece: Buffer) => (length += piece.length))
  request.on("end", () => response.end(`${length} bytes`))
}

layer(browserLayer(), { excludeTestServices: true })("A page's long request", (it) => {
  // Each of these bytes is told in eight: six of them as a text, and two as base 64.
  it.effect(
    "reaches its bank, without the service taking it apart",
    () =>
      Effect.gen(function* () {
        const bank = yield* startSite({
          "/": `<p></p><script>
          onload = () =>
            fetch("/count", { method: "POST", body: "\\x01".repeat(${millions}e6) })
              .then((answer) => answer.text()).then((said) => document.querySelector("p").append(said))
        </script>`,
          "/count": count
        })
        const { goto, on } = yield* open(bank)
        yield* goto("/")

        yield* on(text(`${millions}000000 bytes`), "locator.waitFor", { timeout: 45_000 })
      }),
    60_000
  )
})
