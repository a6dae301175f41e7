import { recordRun, replayRecording } from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll } from "vitest"
import { bundleScript } from "../../src/script/bundle.ts"
import { faultsOf } from "../../src/script/testRecordings.ts"
import { rehearsal } from "./rehearsal.ts"

/**
 * Pages that lead to the next one before they have loaded: the pictures that they wait for never come. The last one asks for data,
 * and looks at nothing but its status.
 */
const pages: Readonly<Record<string, string>> = {
  "/login": `<!doctype html><p>Einen Moment…</p><script>location.replace("/second")</script><img src="/never">`,
  "/second": `<!doctype html><meta http-equiv="refresh" content="0; url=/third"><p>Sofort geht es weiter</p>`,
  "/third": `<!doctype html><body onload="document.forms[0].submit()"><form method="post" action="/home"><input type="hidden" name="token" value="t-1"></form>`,
  "/home": `<!doctype html><script>
    fetch("/session", { method: "POST" }).then(({ ok }) => { if (ok) document.body.innerHTML = "<h1>Ihre Umsätze</h1>" })
    </script><p>Einen Moment…</p>`,
  "/session": `{"minutes": 10}`
}

const startBank = Effect.acquireRelease(
  Effect.promise(async () => {
    const asked: Array<string> = []
    const server = createServer((request, response) => {
      if (request.url === "/never") return
      asked.push(`${request.method} ${request.url}`)
      const type = request.url === "/session" ? "application/json" : "text/html; charset=utf-8"
      response.setHeader("content-type", type)
      response.setHeader("content-encoding", "gzip")
      // In chunks of no length that is told.
      response.writeHead(200, { "cache-control": "no-store" })
      response.end(gzipSync(pages[request.url ?? ""] ?? "nothing"))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    return { asked, server, url: `http://127.0.0.1:${port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

const script = `
import { defineBankScript } from "@counterfoil/script-sdk"
export default defineBankScript({
  bank: "forward", version: "0.1.0", sdk: 1, flow: "extract_transactions", origins: [], zone: "UTC", dates: "dmy",
  sessionTypes: ["one-shot"], uniqueIds: false,
  login: async ({ outcome, page }) => {
    await page.goto("/login").catch(() => undefined)
    return outcome({ home: page.getByRole("heading", { name: "Ihre Umsätze" }) }, { home: "authenticated" })
  },
  extract: async ({ since, today }) => ({ movements: [], coverage: { from: since, to: today, complete: true } })
})
`

const folders: Array<string> = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

layer(rehearsal, { excludeTestServices: true })(
  "pages that forward themselves at once, and data that a page looks away from",
  (it) => {
    it.effect("are recorded, each asked for once, and replay", () =>
      Effect.gen(function* () {
        const { asked, url } = yield* startBank
        const { bundle, map, sha256 } = yield* Effect.promise(async () => {
          const folder = await mkdtemp(join(tmpdir(), "counterfoil-forward-"))
          folders.push(folder)
          await writeFile(join(folder, "bank.ts"), script)
          return bundleScript(folder)
        })
        const recording = yield* recordRun({
          name: "happy",
          bundle,
          bundleSha256: sha256,
          map,
          origins: [url],
          since: "2020-01-01",
          credentials: { username: Redacted.make("somebody-77"), password: Redacted.make("secret-77") },
          code: () => Effect.die(new Error("the bank asks for none")),
          mask: [],
          keep: [],
          tell: () => undefined
        })
        const replay = yield* replayRecording(bundle, recording)

        assert.deepStrictEqual(
          asked.filter((each) => !each.includes("favicon")),
          ["GET /login", "GET /second", "GET /third", "POST /home", "POST /session"]
        )
        assert.deepStrictEqual(faultsOf(recording, replay, map), [])
        const bodies = recording.exchanges.map(({ responseBody }) => responseBody.toString("utf8")).join("\n")
        for (const words of ["location.replace", "http-equiv", "forms[0]", "Umsätze", "minutes"])
          assert.include(bodies, words)
      }).pipe(Effect.scoped)
    )
  }
)
