/**
 * What the browser layer holds of sessions: of one that stays open and shows document after document, and of many that
 * have ended. No script and no database; a site on loopback whose page asks for eight things more.
 */
import { ChromiumBrowser } from "@counterfoil/browser"
import { BankBrowser, type BankPage, PageCall } from "@counterfoil/core"
import { Effect, Option, Schema } from "effect"
import { createServer } from "node:http"
import * as v8 from "node:v8"
import { chromium } from "playwright-core"
import { describeMachine, metric, times } from "../lib/report.ts"

const documents = times("BENCH_DOCUMENTS", 300, 30)
const sessions = times("BENCH_SESSIONS", 50, 6)
/** Before the first reading: Node compiles, and Chromium starts. */
const warmUps = times("BENCH_WARM_UPS", 30, 6)

const page = `<!doctype html><h1>Movements</h1><script>for (let nth = 0; nth < 8; nth++) fetch("/data?" + nth)</script>`

const openSite = Effect.acquireRelease(
  Effect.callback<{ readonly origin: string; readonly close: () => void }>((resume) => {
    const server = createServer((request, response) => {
      const isPage = request.url === "/"
      response.setHeader("content-type", isPage ? "text/html" : "application/json")
      response.end(isPage ? page : "{}")
    })
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      const close = () => {
        server.close()
        server.closeAllConnections()
      }
      resume(Effect.succeed({ origin: `http://127.0.0.1:${port}`, close }))
    })
  }),
  ({ close }) => Effect.sync(close)
)

const openSession = Effect.fnUntraced(function* (origin: string) {
  const browser = yield* BankBrowser
  const context = { accountId: "account", sessionId: "session", origins: [origin], secretOrigins: [origin] }
  return yield* browser.open({ ...context, storageState: Option.none() })
})

const decodeCall = Schema.decodeUnknownSync(PageCall)

/** A run of a script that shows one document and reads from it. */
const read = (bank: BankPage, origin: string) =>
  bank.beginRun.pipe(
    Effect.andThen(bank.call(decodeCall({ verb: "page.goto", page: 0, url: `${origin}/` }))),
    Effect.andThen(
      bank.call(decodeCall({ verb: "locator.innerText", page: 0, steps: [{ method: "locator", arg: "h1" }] }))
    )
  )

/** Everything that Playwright makes on our side of its connection is of one class. The count collects garbage first. */
const channelOwner = Object.getPrototypeOf(chromium.constructor)
const measure = Effect.sync(() => ({
  objects: v8.queryObjects(channelOwner, { format: "count" }),
  heap: process.memoryUsage().heapUsed / 1024
}))

/** Does it until it is warm, and then so many times more; says how much more there is then. */
const growth = Effect.fnUntraced(function* <E, R>(count: number, act: Effect.Effect<unknown, E, R>) {
  yield* Effect.replicateEffect(act, warmUps, { discard: true })
  const before = yield* measure
  yield* Effect.replicateEffect(act, count, { discard: true })
  const after = yield* measure
  return { objects: after.objects - before.objects, heap: after.heap - before.heap }
})

const bench = Effect.gen(function* () {
  const { origin } = yield* openSite
  const staying = yield* openSession(origin)
  const long = yield* growth(documents, read(staying, origin))
  metric(`browser_objects_kept_${documents}_documents`, long.objects, "objects")
  metric(`browser_heap_kept_${documents}_documents`, long.heap, "KiB")
  const visit = Effect.scoped(Effect.flatMap(openSession(origin), (bank) => read(bank, origin)))
  const short = yield* growth(sessions, visit)
  metric(`browser_objects_kept_${sessions}_sessions`, short.objects, "objects")
  metric(`browser_heap_kept_${sessions}_sessions`, short.heap, "KiB")
})

export const run = async (): Promise<void> => {
  describeMachine()
  await Effect.runPromise(
    bench.pipe(Effect.scoped, Effect.provide(ChromiumBrowser.layer({ egressAllow: ["127.0.0.0/8"] })))
  )
}
