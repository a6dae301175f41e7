import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, open } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

const site = startSite({
  "/": `<iframe name="main" src="/inner" width="600" height="400"></iframe>`,
  "/inner": `<h1>Movements</h1><div id="soon"><div style="position:fixed;inset:0;background:#fff">
    <p>Your session ends soon.</p><button onclick="soon.remove()">Go on</button></div></div>`
})

const inner = (
  ...steps: ReadonlyArray<{ readonly method: string; readonly arg: string; readonly options?: object }>
) => [{ method: "frameLocator", arg: "iframe[name=main]" }, ...steps]

layer(browserLayer(), { excludeTestServices: true })("A banner in a frame", (it) => {
  it.effect("is clicked away while any of several things in that frame is waited for", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const { call, goto } = yield* open(bank, { phase: "extract" })
      yield* goto("/")
      yield* call({
        verb: "page.overlay",
        page: 0,
        steps: inner({ method: "getByText", arg: "Your session ends soon" }),
        close: inner({ method: "getByRole", arg: "button", options: { name: "Go on" } }),
        timeout: 30_000
      })

      const seen = yield* call({
        verb: "page.waitForAny",
        page: 0,
        targets: {
          list: { steps: inner({ method: "getByRole", arg: "heading", options: { name: "Movements" } }) },
          loggedOut: { steps: inner({ method: "getByRole", arg: "heading", options: { name: "Bye" } }) }
        },
        timeout: 15_000
      })

      expect(seen).toBe("list")
    })
  )
})
