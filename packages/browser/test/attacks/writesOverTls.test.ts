/** Over TLS, as banks are: the proxy sees nothing of what a page sends then, and all the same nothing leaves that may not. */
import type { DeclaredRequest, ScriptPhase } from "@counterfoil/core"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { browserLayer, open } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"
import { type TrustingChromium, trustingChromium } from "../support/trustingChromium.ts"

let browser: TrustingChromium
beforeAll(async () => {
  browser = await trustingChromium()
})
afterAll(() => browser.remove())

const page = `<h1>Home</h1>
  <form method=post action=/pay/form><button id=form>Pay</button></form>
  <button id=post>Post</button><button id=beacon>Beacon</button><button id=redirect>Redirect</button><button id=socket>Socket</button>
  <script>
    const note = (id) => document.body.append(Object.assign(document.createElement('p'), { id, textContent: id }))
    const on = (id, act) => { document.getElementById(id).onclick = act }
    const post = (path) => fetch(path, { method: 'POST', body: 'to=thief' }).then(() => note('sent'), () => note('refused'))
    on('post', () => post('/pay/post'))
    on('redirect', () => post('/moved'))
    on('beacon', () => { navigator.sendBeacon('/pay/beacon', 'to=thief'); post('/pay/after-beacon') })
    const open = (path, opened, closed) => {
      const socket = new WebSocket('wss://' + location.host + path)
      socket.onopen = () => note(opened)
      socket.onclose = () => note(closed)
    }
    on('socket', () => open('/pay/socket', 'opened', 'shut'))
    open('/quotes', 'quoting', 'quiet')
  </script>`

const bank = startSite(
  {
    "/": page,
    "/moved": (_, response) => void response.writeHead(307, { location: "/pay/redirect" }).end(),
    "/pay/post": "paid",
    "/pay/redirect": "paid",
    "/pay/form": "paid"
  },
  { tls: true }
)

/** A page of the bank, logged in, with a socket that it opened before; then the phase begins. */
const pageIn = Effect.fnUntraced(function* (phase: ScriptPhase, declared: ReadonlyArray<DeclaredRequest> = []) {
  const site = yield* bank
  const driver = yield* open(site)
  yield* driver.goto("/")
  const sees = (selector: string) => driver.on(selector, "locator.waitFor", { state: "attached" })
  const click = (selector: string) => driver.on(selector, "locator.click")
  yield* sees("#quoting")
  yield* driver.page.enterPhase(phase, declared)
  const paid = () => site.requests.filter((request) => /pay|moved/.test(request))
  return { click, driver, paid, sees }
})

const inBrowser = <A, E, R>(test: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => Effect.provide(test, browserLayer({ executablePath: browser.path })))

describe("a page that speaks TLS, once it has logged in,", () => {
  it.live.each(["extract", "keepAlive", "resume", "logout"] as const)(
    "sends nothing and has no socket open in %s",
    (phase) =>
      Effect.gen(function* () {
        const { click, driver, paid, sees } = yield* pageIn(phase)

        yield* sees("#quiet")
        yield* click("#post")
        yield* sees("#refused")
        yield* click("#socket")
        yield* sees("#shut")
        yield* driver.goto("/")
        yield* click("#beacon")
        yield* sees("#refused")
        yield* driver.goto("/")
        yield* click("#redirect")
        yield* sees("#refused")
        yield* Effect.ignore(click("#form"))
        yield* sees("h1")

        expect(paid()).toEqual([])
      }).pipe(Effect.scoped, inBrowser)
  )

  it.live("would send it, as it does in its login", () =>
    Effect.gen(function* () {
      const { click, paid, sees } = yield* pageIn("login")

      yield* click("#post")
      yield* sees("#sent")

      expect(paid()).toEqual(["POST /pay/post"])
    }).pipe(Effect.scoped, inBrowser)
  )

  it.live("sends what is declared for keepAlive, and nothing else, not even by a redirect", () =>
    Effect.gen(function* () {
      const moved = { method: "POST", path: "/moved", phases: ["keepAlive"] } as const
      const { click, driver, paid, sees } = yield* pageIn("keepAlive", [moved])

      yield* click("#redirect")
      yield* sees("#refused")
      yield* driver.goto("/")
      yield* click("#post")
      yield* sees("#refused")

      expect(paid()).toEqual(["POST /moved"])
    }).pipe(Effect.scoped, inBrowser)
  )

  it.live("keeps its socket open where that is declared", () =>
    Effect.gen(function* () {
      const { click, paid, sees } = yield* pageIn("keepAlive", [
        { method: "WEBSOCKET", path: "/pay/socket", phases: ["keepAlive"] }
      ])

      yield* click("#socket")
      yield* sees("#opened")

      expect(paid()).toEqual(["WS /pay/socket"])
    }).pipe(Effect.scoped, inBrowser)
  )
})
