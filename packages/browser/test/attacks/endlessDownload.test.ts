/** A bank whose downloads don't end: what can't be read isn't written for long, and nothing of it stays. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync } from "node:fs"
import { readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { browserLayer, faultOf, open } from "../support/drive.ts"
import { type Route, startSite } from "../support/Site.ts"

const profileRoot = mkdtempSync(join(tmpdir(), "counterfoil-"))
const browser = browserLayer({ profileRoot })
// After the browser has ended; what it had started may write there for a moment more.
afterAll(() => rm(profileRoot, { recursive: true, maxRetries: 20 }))

/** Sends `chunk` every 20 ms for as long as somebody takes it, and counts the readers that are left. */
const endless = (chunk: Buffer) => {
  const closed = Promise.withResolvers<void>()
  const route: Route = (_, response) => {
    response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=a.csv" })
    const more = setInterval(() => response.writableNeedDrain || response.write(chunk), 20)
    response.on("close", () => {
      clearInterval(more)
      closed.resolve()
    })
  }
  return { route, closed: Effect.promise(() => closed.promise) }
}

/** Downloads are named by nothing but an id. */
const downloadsLeft = async (): Promise<ReadonlyArray<string>> => {
  const names = await readdir(profileRoot, { recursive: true })
  const isDownload = (name: string) => /(?:^|\/)[\da-f-]{36}(?:\.crdownload)?$/.test(name)
  const files = await Promise.all(
    names.filter(isDownload).map(async (name) => ({ name, isFile: (await stat(join(profileRoot, name))).isFile() }))
  )
  return files.filter(({ isFile }) => isFile).map(({ name }) => name)
}

const noneIsLeft = Effect.promise(async () => {
  await expect.poll(downloadsLeft, { timeout: 60_000 }).toEqual([])
})

const siteWith = (route: Route) =>
  startSite({ "/": "<a href=/file>Statement</a><a href=/known>Known</a>", "/file": route, "/known": known })

/** Its end never comes either, but the bank says how far off it is. */
const known: Route = (_, response) => {
  response.writeHead(200, {
    "content-type": "text/csv",
    "content-disposition": "attachment; filename=a.csv",
    "content-length": 5_000_000_000
  })
  response.write("a;b\n")
}

layer(browser, { excludeTestServices: true })("A download without end", (it) => {
  const expectDownload = { verb: "page.expect", page: 0, what: "download" }

  it.effect("is ended beyond 4 MiB, while the script waits for it", () =>
    Effect.gen(function* () {
      const { closed, route } = endless(Buffer.alloc(256 * 1024, "x"))
      const { call, goto, on } = yield* open(yield* siteWith(route))
      yield* goto("/")

      for (const name of ["file", "known"]) {
        const token = yield* call(expectDownload)
        yield* on(`a[href='/${name}']`, "locator.click")
        const fault = yield* faultOf(call({ verb: "page.expected", page: 0, token, timeout: 60_000 }))
        expect([fault.code, fault.message]).toEqual(["TooLarge", "A download of more than 4 MiB can't be read"])
      }

      yield* closed
      yield* noneIsLeft
    })
  )

  it.effect("is ended when the script waits for it no longer, or the next run begins", () =>
    Effect.gen(function* () {
      for (const stop of ["waits no longer", "next run"]) {
        const { closed, route } = endless(Buffer.from("a;b\n"))
        const { call, goto, on, page } = yield* open(yield* siteWith(route))
        yield* goto("/")
        const token = yield* call(expectDownload)
        yield* on("a[href='/file']", "locator.click")

        if (stop === "next run") yield* page.beginRun
        else
          expect((yield* faultOf(call({ verb: "page.expected", page: 0, token, timeout: 300 }))).code).toBe("Timeout")

        yield* closed
        yield* noneIsLeft
      }
    })
  )

  it.effect("that nobody waits for is ended at once", () =>
    Effect.gen(function* () {
      const { closed, route } = endless(Buffer.from("a;b\n"))
      const { goto, on } = yield* open(yield* siteWith(route))
      yield* goto("/")

      yield* on("a[href='/file']", "locator.click")

      yield* closed
      yield* noneIsLeft
    })
  )

  it.effect(
    "leaves nothing behind either where its address or its name is longer than is told, and a script may read it",
    () =>
      Effect.gen(function* () {
        const { call, goto, on } = yield* open(yield* startSite({ "/": longOnes }))
        yield* goto("/")

        for (const [id, name] of [
          ["address", "a.csv"],
          ["name", "download"]
        ] as const) {
          yield* on(`#${id}`, "locator.click")
          const token = yield* call(expectDownload)
          yield* on(`#${id}`, "locator.click")
          expect(yield* call({ verb: "page.expected", page: 0, token, timeout: 60_000 })).toMatchObject({ name })
        }
      }).pipe(Effect.scoped, Effect.andThen(noneIsLeft))
  )
})

/** Of 3 MB, which Chromium tells with an address or a name of 4.2 MB. */
const longOnes = `<a id=address download=a.csv>Address</a><a id=name>Name</a><script>
  address.href = "data:text/csv;base64," + "YWFh".repeat(1_060_000)
  document.querySelector("#name").download = "ñ".repeat(800_000)
  document.querySelector("#name").href = URL.createObjectURL(new Blob(["a".repeat(3e6)]))
</script>`
