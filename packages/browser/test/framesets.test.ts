import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { describe } from "vitest"
import { browserLayer, open } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

const site = startSite({
  "/": (_, response) => {
    response.setHeader("content-type", "text/html")
    response.end(`<frameset rows="40,*"><frame name="top" src="/top"><frame name="main" src="/main"></frameset>`)
  },
  "/top": "<b>Old Bank</b>",
  "/main": "<h1>Your session has ended</h1>"
})

describe("A page that is a frameset, and has no body", () => {
  it.live("is outlined with its frames when a read failed there", () =>
    Effect.gen(function* () {
      const bank = yield* site
      const { goto, on, page } = yield* open(bank)
      yield* goto("/")
      const inner = { method: "frameLocator", arg: "frame[name=main]" } as const
      yield* on([inner, { method: "getByRole", arg: "heading" }], "locator.waitFor")

      const whole = yield* on([{ method: "locator", arg: "body, frameset" }, { method: "first" }], "locator.outline")
      const { outline } = yield* page.evidence

      expect(typeof whole).toBe("string")
      expect(outline).toContain('heading "Your session has ended"')
      expect(outline).not.toContain("(no outline)")
    }).pipe(Effect.scoped, Effect.provide(browserLayer()))
  )
})
