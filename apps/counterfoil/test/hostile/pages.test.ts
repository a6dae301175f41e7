/** Hostile scripts against the browser: no secret comes back, no request leaves the bank, other sessions go on. */
import { ChromiumBrowser } from "@counterfoil/browser"
import type { BankPage } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { connect } from "node:net"
import type { Attack, Family } from "./Attack.ts"
import { pageFamilies } from "./families.ts"
import { attempt, faultsOf, openPage } from "./session.ts"
import { startSites } from "./sites.ts"
import { leaksIn, secrets, victimPassword } from "./spellings.ts"

const thorough = process.env["VERIFY"] !== undefined

/** Every connection that any session's proxy opens. */
const dialled: Array<number> = []
const browsers = Layer.mergeAll(
  IsolatedScriptRunner.layer({ memoryMiB: 64 }),
  ChromiumBrowser.layer({
    executablePath: process.env["CHROMIUM_PATH"],
    egressAllow: ["127.0.0.0/8"],
    dial: (address, port) => {
      dialled.push(port)
      return connect({ host: address, port })
    }
  })
)

/** Another customer's session, open all the while at a bank of its own: no attack may disturb it, nor hear of it. */
class Victim extends Context.Service<Victim, { readonly page: BankPage; readonly bank: string }>()(
  "counterfoil/test/hostile/Victim"
) {
  static readonly layer = Layer.effect(
    Victim,
    Effect.gen(function* () {
      const sites = yield* startSites
      const page = yield* openPage(sites, victimPassword)
      yield* page.call({ verb: "page.goto", page: 0, url: sites.bank.origin })
      return { page, bank: sites.bank.origin }
    })
  )
}
const layers = Layer.provideMerge(Victim.layer, browsers)

/** A few of each family in a hurry; all of them by `npm run verify`. */
const chosen = ({ attacks, onOnePage, sample = 1 }: Family): ReadonlyArray<Attack> =>
  thorough ? attacks : attacks.filter((_, nth) => nth % (onOnePage ? 71 : 25) === 3).slice(0, sample)

layer(layers, { excludeTestServices: true })("a hostile script with a page", (it) => {
  it.effect("is seen where it sends what it may, and where it says what it should not know", () =>
    Effect.gen(function* () {
      const sites = yield* startSites
      const code =
        "fetch('/search', { method: 'POST' }).then(() => { document.querySelector('#state').textContent = 'sent' })"
      const page = `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(code)}), timeout: 60_000 })
        for (let i = 0; i < 400 && (await on("#state", "innerText")) !== "sent"; i += 1) await ask("sleep", { ms: 50 })
        return ${JSON.stringify(`they said ${[...secrets.username].toReversed().join("")}`)}`
      const attack: Attack = {
        title: "a search",
        phase: "extract",
        declares: [{ method: "POST", path: "/search" }],
        body: page
      }

      const end = yield* attempt(sites, attack)

      assert.deepStrictEqual(end.writes, ["POST /search "])
      assert.match(
        faultsOf(sites, { ...attack, declares: [], gets: end.gets }, end, dialled).join(),
        /was sent POST \/search/
      )
      assert.match(faultsOf(sites, { ...attack, gets: end.gets }, end, dialled).join(), /holds vic user-83/)
    }).pipe(Effect.scoped)
  )

  for (const family of pageFamilies) {
    it.effect(
      `of the family "${family.name}" learns no secret, reaches nothing but the bank and disturbs no other session`,
      () =>
        Effect.gen(function* () {
          const { bank, page: victim } = yield* Victim
          const sites = yield* startSites
          dialled.length = 0
          const shared = family.onOnePage ? { page: yield* openPage(sites, secrets.password) } : {}
          const faults = yield* Effect.forEach(chosen(family), (attack) =>
            Effect.map(attempt(sites, attack, shared), (end) => faultsOf(sites, attack, end, dialled))
          )
          const [title, url] = yield* Effect.all([
            victim.call({ verb: "page.title", page: 0 }),
            victim.call({ verb: "page.url", page: 0 })
          ])

          assert.deepStrictEqual(faults.flat(), [])
          assert.deepStrictEqual([title, url], ["Bank", `${bank}/`])
          assert.isFalse(sites.partner.asked.some((asked) => leaksIn(asked).length > 0))
        }).pipe(Effect.scoped),
      thorough ? 900_000 : 300_000
    )
  }
})
