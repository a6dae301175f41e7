/** A page of a bank whose one request Chromium tells in more bytes than a text can have. */
import { expect, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { RehearsalBrowser } from "../../src/index.ts"
import { browserLayer, driverOf, loopback, open, text } from "../support/drive.ts"
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
  it.effect("reaches its bank, without the service taking it apart", () =>
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

      yield* on(text(`${millions}000000 bytes`), "locator.waitFor", { timeout: 60_000 })
    })
  )
})

const rehearsals = RehearsalBrowser.layer({ executablePath: process.env["CHROMIUM_PATH"], egressAllow: loopback })

layer(rehearsals, { excludeTestServices: true })("A form's long state", (it) => {
  it.effect("reaches its bank while its pages are recorded, and the answer its page", () =>
    Effect.gen(function* () {
      const bank = yield* startSite({
        "/": `<form method=post action=/count><input name=state></form>
          <script>document.querySelector("input").value = "x".repeat(300_000); document.forms[0].submit()</script>`,
        "/count": (request, response) => count(request, response.setHeader("content-type", "text/html"))
      })
      const browser = yield* RehearsalBrowser
      const origins = [bank.origin]
      const page = yield* browser.open({
        origins,
        secretOrigins: origins,
        storageState: Option.none(),
        sendsAll: true
      })
      const { goto, on } = driverOf(page, bank.origin)
      yield* goto("/")

      yield* on(text("300006 bytes"), "locator.waitFor", { timeout: 60_000 })

      const { exchanges, unread } = yield* page.traffic(60_000)
      expect(unread).toEqual([])
      expect(exchanges.at(-1)?.responseBody.toString()).toBe("300006 bytes")
    })
  )
})
