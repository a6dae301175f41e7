import { recordRun, replayRecording } from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll } from "vitest"
import { bundleScript } from "../../src/script/bundle.ts"
import { faultsOf } from "../../src/script/testRecordings.ts"
import { rehearsal } from "./rehearsal.ts"

const declared = "text/html; charset=ISO-8859-1"
const login = `<form method="post" action="/entrar">Usuario <input name="usr"><input type="hidden" name="opcion" value="posición">
  <input type="submit" value="Aceptar"></form>`
const list = `<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><h2>Posición global</h2><div id="grd"></div>
  <script src="/posicion.js"></script>`

/** A bank of frames in Latin-1: as its server says it, or its page; its script, and what that fetches, are in it, too. */
const pages: Readonly<Record<string, readonly [type: string, body: string]>> = {
  "/": [
    declared,
    `<frameset rows="60,*"><frame src="/cabecera" name="cab"><frame src="/login" name="main"></frameset>`
  ],
  "/cabecera": [declared, "<b>Atención al cliente</b>"],
  "/login": [declared, login],
  "/entrar": ["text/html", list],
  "/posicion.js": [
    "text/javascript; charset=iso-8859-1",
    `var titulo = "Año"; fetch("/filas").then((r) => r.arrayBuffer()).then((b) => {
      document.getElementById("grd").innerHTML = "<h3>" + titulo + "</h3>" + new TextDecoder("iso-8859-1").decode(b) })`
  ],
  "/filas": [
    "text/html; charset=iso-8859-1",
    `<table><tr><td><b>Fecha</b></td><td><b>Descripción</b></td><td><b>Importe</b></td></tr>
     <tr><td>03.11.26</td><td>COMPRA CAFÉ ESPAÑA</td><td>1.234,56-</td></tr></table>`
  ]
}

const startBank = Effect.acquireRelease(
  Effect.promise(async () => {
    const sent: Array<string> = []
    const server = createServer(async (request, response) => {
      const [type, body] = pages[request.url ?? ""] ?? [declared, "nada"]
      if (request.method === "POST") sent.push(await text(request))
      response.setHeader("content-type", type)
      response.end(Buffer.from(body, "latin1"))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    return { sent, server, url: `http://127.0.0.1:${port}` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.closeAllConnections()
      server.close()
    })
)

const script = `
import { defineBankScript, movements } from "@counterfoil/script-sdk"
export default defineBankScript({
  bank: "older", version: "0.1.0", sdk: 1, flow: "extract_transactions", origins: [], zone: "UTC", dates: "dmy",
  sessionTypes: ["one-shot"], uniqueIds: false,
  login: async ({ ends, page, secrets }) => {
    const main = page.frameLocator("frame[name='main']")
    await page.goto("/")
    await page.frameLocator("frame[name='cab']").getByText("Atención al cliente").waitFor()
    await main.locator("input[name='usr']").fill(secrets.username)
    await main.getByRole("button", { name: "Aceptar" }).click()
    return ends({ authenticated: main.getByRole("heading", { name: "Posición global" }) })
  },
  extract: async ({ page, since, today }) => {
    const main = page.frameLocator("frame[name='main']")
    await main.getByRole("heading", { name: "Año" }).waitFor()
    return movements.fromTable(
      main.locator("#grd table"),
      { date: "Fecha", description: "Descripción", amount: "Importe" },
      { currency: "EUR", dates: "dmy", decimal: ",", sign: "trailing", since, today }
    )
  }
})
`

const folders: Array<string> = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

layer(rehearsal, { excludeTestServices: true })("pages of an older bank, which are no UTF-8", (it) => {
  it.effect("are recorded as they were sent, and replay", () =>
    Effect.gen(function* () {
      const { sent, url } = yield* startBank
      const { bundle, map, sha256 } = yield* Effect.promise(async () => {
        const folder = await mkdtemp(join(tmpdir(), "counterfoil-older-"))
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
        keep: ["COMPRA CAFÉ ESPAÑA"],
        tell: () => undefined
      })
      const replay = yield* replayRecording(bundle, recording)

      assert.match(sent[0] ?? "", /opcion=posici%F3n/)
      assert.deepStrictEqual(faultsOf(recording, replay, map), [])
      assert.deepStrictEqual(
        recording.golden?.movements?.map(({ movement }) => [movement.amount, movement.description]),
        [["-1234.56", "COMPRA CAFÉ ESPAÑA"]]
      )
      for (const { responseBody, url: of } of recording.exchanges) {
        const path = new URL(of).pathname
        if (path !== "/login") assert.strictEqual(responseBody.toString("latin1"), pages[path]?.[1] ?? "nada", path)
      }
    }).pipe(Effect.scoped)
  )
})
