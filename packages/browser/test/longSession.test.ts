import { expect, it } from "@effect/vitest"
import { Array, Effect, Schedule, type Schema } from "effect"
import type { ServerResponse } from "node:http"
import * as v8 from "node:v8"
import { chromium } from "playwright-core"
import { describe } from "vitest"
import { browserLayer, css, type Driver, open } from "./support/drive.ts"
import { renderersBelow } from "@counterfoil/testing/processes"
import { type Site, startSite } from "./support/Site.ts"

/** What Playwright makes on our side of its connection (pages, requests, answers, handles) is of one class. */
const channelOwner = Object.getPrototypeOf(chromium.constructor)

/** How many of them are held by something, after a full garbage collection. */
const held = (): number => v8.queryObjects(channelOwner, { format: "count" })

const answer = (type: string, body: string) => (_: unknown, response: ServerResponse) => {
  response.setHeader("content-type", type)
  response.end(body)
}

const parts = '<link rel="stylesheet" href="/style"><script src="/script"></script><script>fetch("/data")</script>'
const site = startSite({
  "/": `<h1>Movements</h1>${parts}`,
  "/style": answer("text/css", "h1 { color: red }"),
  "/script": answer("text/javascript", "1"),
  "/data": answer("application/json", "{}"),
  "/login":
    "<h1>In</h1><script>sessionStorage.token = localStorage.device = 'abc'; document.cookie = 'session=abc'</script>",
  "/state":
    "<h1></h1><p></p><a href='/state?'>More</a><script>document.querySelector('h1').textContent = [sessionStorage.token, localStorage.device, document.cookie].join();document.querySelector('p').textContent = window.name = Number(window.name) + 1</script>",
  "/field": '<input id="password" type="password">',
  "/waits": "<h1>Wait</h1><script>fetch('/never')</script>",
  "/never": () => undefined,
  "/files": '<a href="/file" download>Save</a><button onclick="window.open(\'/\')">Open</button>',
  "/file": answer("text/csv; charset=utf-8", "a,b")
})

const times = <A, E, R>(count: number, act: Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.range(1, count), () => act, { discard: true })

const heading = (driver: Driver) => driver.on("h1", "locator.innerText")
/** How many documents of this kind the tab has shown, by its own count. */
const shownInTab = (driver: Driver) => Effect.map(driver.on("p", "locator.innerText"), Number)

/** A run of a script that shows one document. */
const run = (driver: Driver, path = "/") =>
  driver.page.beginRun.pipe(Effect.andThen(driver.goto(path)), Effect.andThen(heading(driver)))

/** A whole Chromium asks each bank for its icon, as everybody's does; the one of our dependencies shows none. */
const documentsOf = ({ requests }: Site) => new Set(requests.filter((request) => request !== "GET /favicon.ico"))

const owedBy = ({ requests }: Site) => requests.filter((request) => request === "GET /never").length

/** More documents than one tab shows. */
const longEnough = 30

/** What takes long and shows less than its neighbours is tried by `npm run verify`. */
const thorough = process.env["VERIFY"] !== undefined

describe("a session that stays open", () => {
  it.live("holds no more after many documents than one tab of it may", () =>
    Effect.gen(function* () {
      const driver = yield* open(yield* site)
      yield* run(driver)
      const before = held()
      yield* times(longEnough, run(driver))

      // A request and its answer for each document of the second tab, and the page kept ready for the next session.
      expect(held() - before).toBeLessThan(40)
    }).pipe(Effect.provide(browserLayer()), Effect.scoped)
  )

  it.live("keeps its cookies and what its tab has stored, on every origin, and the bank notices nothing", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* site, yield* site]
      const driver = yield* open(first, { origins: [second.origin] })
      yield* driver.goto(`${second.origin}/login`)
      yield* driver.goto("/login")
      yield* times(longEnough, run(driver, "/state"))
      const state = yield* heading(driver)
      const shown = yield* shownInTab(driver)
      yield* driver.goto(`${second.origin}/state`)

      expect([state, yield* heading(driver)]).toEqual(["abc,abc,session=abc", "abc,abc,session=abc"])
      expect(shown).toBeLessThan(longEnough)
      expect(documentsOf(first)).toEqual(new Set(["GET /login", "GET /state"]))
      expect(documentsOf(second)).toEqual(new Set(["GET /login", "GET /state"]))
    }).pipe(Effect.provide(browserLayer()), Effect.scoped)
  )

  it.live.runIf(thorough)("changes its tab at no other moment than a run's first step", () =>
    Effect.gen(function* () {
      const driver = yield* open(yield* site)
      yield* times(longEnough, driver.goto("/state"))
      yield* driver.page.beginRun
      yield* driver.on("a", "locator.click")
      yield* driver.goto("/")
      yield* driver.call({ verb: "page.goBack", page: 0 })

      expect(yield* shownInTab(driver)).toBe(longEnough + 2)
    }).pipe(Effect.provide(browserLayer()), Effect.scoped)
  )

  it.live.runIf(thorough)("stays in its tab where only the fragment changes, for the document stays too", () =>
    Effect.gen(function* () {
      const driver = yield* open(yield* site)
      yield* times(longEnough, driver.goto("/state"))
      yield* driver.page.beginRun
      yield* driver.goto("/state#list")

      expect(yield* shownInTab(driver)).toBe(longEnough)
    }).pipe(Effect.provide(browserLayer()), Effect.scoped)
  )

  it.live.runIf(thorough)("ends when the tab that it has changed to crashes", () =>
    Effect.gen(function* () {
      const driver = yield* open(yield* site)
      yield* times(longEnough, run(driver))
      for (const { pid } of renderersBelow(process.pid)) process.kill(pid, "SIGKILL")

      expect(yield* driver.page.gone).toMatchObject({ code: "PageClosed", message: "The page crashed" })
    }).pipe(Effect.provide(browserLayer()), Effect.scoped)
  )

  it.live.runIf(thorough)("saves a file and opens a popup in each run, however many runs there are", () =>
    Effect.gen(function* () {
      const driver = yield* open(yield* site)
      const expected = Effect.fnUntraced(function* (what: "download" | "popup", element: string) {
        const token = yield* driver.call({ verb: "page.expect", page: 0, what })
        yield* driver.on(css(element), "locator.click")
        return yield* driver.call({ verb: "page.expected", page: 0, token: String(token) })
      })
      const one = Effect.gen(function* () {
        yield* driver.page.beginRun
        yield* driver.goto("/files")
        return [yield* expected("download", "a"), yield* expected("popup", "button")]
      })
      const seen: ReadonlyArray<ReadonlyArray<Schema.Json>> = yield* Effect.forEach(Array.range(1, 20), () => one)
      const file = { download: "download-1", name: "file.csv", type: "text/csv", size: 3 }

      expect(seen).toEqual(Array.replicate([file, { page: 1 }], 20))
    }).pipe(Effect.provide(browserLayer()), Effect.scoped)
  )
})

describe("sessions that end", () => {
  it.live("leave nothing behind in the browser that goes on, also where the bank still owes an answer", () =>
    Effect.gen(function* () {
      const bank = yield* site
      let opened = 0
      const session = Effect.scoped(
        Effect.gen(function* () {
          const driver = yield* open(bank)
          yield* driver.putSecret("password", "hunter2hunter2")
          yield* driver.goto("/field")
          yield* driver.on("#password", "locator.fill", { value: { secret: "password" } })
          yield* driver.goto("/waits")
          opened += 1
          // Not by `expect.poll`, which holds all that it could see.
          yield* Effect.sync(() => owedBy(bank)).pipe(
            Effect.repeat({ until: (owed) => owed === opened, schedule: Schedule.spaced("20 millis") })
          )
        })
      )
      yield* times(thorough ? 2 : 1, session)
      const before = held()
      yield* times(thorough ? 8 : 3, session)

      // The spare page may be there or not.
      expect(held() - before).toBeLessThan(16)
    }).pipe(Effect.provide(browserLayer()), Effect.scoped)
  )
})
