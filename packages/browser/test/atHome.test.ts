/** What a bank's page learns of where its customer is: the bank's zone and language, not those of the machine that we run on. */
import { expect, layer } from "@effect/vitest"
import { BankBrowser } from "@counterfoil/core"
import { Effect, Option } from "effect"
import { browserLayer, driverOf } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

/** As many banks do it: the day of an instant, and a sum, as the browser prints them. */
const site = startSite({
  "/": `<p id="day"></p><p id="sum"></p><script>
    const home = navigator.language
    day.textContent = new Date("2026-11-03T23:30:00Z").toLocaleDateString(home, { dateStyle: "short" })
    sum.textContent = new Intl.NumberFormat(home, { minimumFractionDigits: 2 }).format(12345.5)
  </script>`
})

const shown = Effect.fnUntraced(function* (home: { readonly zone?: string; readonly locale?: string }) {
  const { origin } = yield* site
  const browser = yield* BankBrowser
  const page = yield* browser.open({
    accountId: "account",
    sessionId: "session",
    origins: [origin],
    secretOrigins: [origin],
    storageState: Option.none(),
    ...home
  })
  yield* page.enterPhase("login", [])
  const { goto, on } = driverOf(page, origin)
  yield* goto("/")
  return [yield* on("#day", "locator.innerText"), yield* on("#sum", "locator.innerText")]
}, Effect.scoped)

layer(browserLayer(), { excludeTestServices: true })("A page that prints days and sums by itself", (it) => {
  it.effect("prints them as at the bank's customers' homes, one session after the other", () =>
    Effect.gen(function* () {
      expect(yield* shown({ zone: "Europe/Madrid", locale: "es-ES" })).toEqual(["4/11/26", "12.345,50"])
      expect(yield* shown({ zone: "America/New_York", locale: "en-US" })).toEqual(["11/3/26", "12,345.50"])
      expect(yield* shown({ zone: "Asia/Kolkata", locale: "en-IN" })).toEqual(["04/11/26", "12,345.50"])
    })
  )

  it.effect("knows a language where the machine has none, and a zone by its newer name, or none that there isn't", () =>
    Effect.gen(function* () {
      expect(yield* shown({ zone: "Europe/Kyiv" })).toHaveLength(2)
      for (const zone of ["Nowhere/Atall", "+02:00"]) expect((yield* shown({ zone }))[1]).not.toBe("")
    })
  )
})
