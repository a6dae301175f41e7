import { RehearsalBrowser } from "@counterfoil/browser"
import { type HostAnswer, type HostCall, PageCall, ScriptRunner } from "@counterfoil/core"
import { openLiveSession, recordRun, replayRecording } from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Option, Redacted, Schema } from "effect"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { bundleScript } from "../../src/script/bundle.ts"
import { faultsOf } from "../../src/script/testRecordings.ts"
import { rehearsal } from "./rehearsal.ts"

interface Payment {
  readonly day: string
  readonly text: string
  readonly amount: string
  readonly payer?: string
  readonly message?: string
  readonly hour: string
}

/** Two days, one of them before what is asked for. */
const payments: ReadonlyArray<Payment> = [
  { day: "20/11/2026", text: "TRANSFERENCIA", amount: "80,00", payer: "NORA", message: "Pedido 7 A", hour: "10:15" },
  { day: "20/11/2026", text: "TRANSFERENCIA", amount: "80,00", payer: "LEO", message: "Pedido 8 B", hour: "09:05" },
  { day: "20/11/2026", text: "COMPRA", amount: "-7,00", hour: "08:00" },
  { day: "01/11/2026", text: "TRANSFERENCIA", amount: "5,00", payer: "OLD", message: "Too old", hour: "07:00" }
]

const detail = ({ amount, day, hour, message, payer }: Payment) =>
  `<dl>${Object.entries({ Fecha: `${day} ${hour}`, Importe: amount, Ordenante: payer, Mensaje: message })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
    .join("")}</dl>`

type Kind = "expander" | "dialog" | "page" | "dead"

const rowsOf = (kind: Kind) =>
  payments
    .map(({ amount, day, text }, nth) => {
      const open = kind === "page" ? `<a href="/detail/${nth}">Ver</a>` : `<button data-n="${nth}">Ver</button>`
      return `<tr><td>${day}</td><td>${text}</td><td>${amount}</td><td>${open}</td></tr>`
    })
    .join("")

/** Runs in the page: the row's button puts its details below it, and takes them away. */
const expanding = `for (const button of document.querySelectorAll("[data-n]")) button.onclick = async () => {
  const row = button.closest("tr")
  if (row.nextElementSibling?.className === "detail") return row.nextElementSibling.remove()
  const html = await (await fetch("/detail/" + button.dataset.n)).text()
  row.insertAdjacentHTML("afterend", '<tr class="detail"><td colspan="4">' + html + "</td></tr>")
}`

/** One dialog for all rows, which shows the row before until the answer has come. */
const talking = `const dialog = document.querySelector("[role=dialog]")
dialog.querySelector("button").onclick = () => { dialog.hidden = true }
for (const button of document.querySelectorAll("[data-n]")) button.onclick = async () => {
  dialog.hidden = false
  await new Promise((resolve) => setTimeout(resolve, 400))
  dialog.querySelector("div").innerHTML = await (await fetch("/detail/" + button.dataset.n)).text()
}`

const list = (kind: Kind) => `<!doctype html><h1>Movimientos</h1>
<div role="dialog" hidden><div>${detail({ day: "2/2/2026", text: "", amount: "1,00", hour: "00:01", payer: "NOBODY" })}</div><button>Cerrar</button></div>
<table><tr><th>Fecha</th><th>Concepto</th><th>Importe</th><th></th></tr>${rowsOf(kind)}</table>
<script>${kind === "expander" ? expanding : kind === "dialog" ? talking : ""}</script>`

const startBank = (kind: Kind) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const opened: Array<string> = []
      const server = createServer((request, response) => {
        response.setHeader("content-type", "text/html; charset=utf-8")
        const nth = /^\/detail\/(\d+)$/.exec(request.url ?? "")?.[1]
        if (nth === undefined) return response.end(list(kind))
        opened.push(nth)
        const payment = payments[Number(nth)] ?? assert.fail("there is such a row")
        response.end(kind === "page" ? `<h1>Detalle</h1>${detail(payment)}<a href="/list">Volver</a>` : detail(payment))
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      return { opened, server, url: `http://127.0.0.1:${port}` }
    }),
    ({ server }) => Effect.sync(() => server.close())
  )

/** What the script says of the row's details, by how the bank shows them; it is written for an expander. */
const details: Readonly<Record<Kind, string>> = {
  expander: "",
  dead: `open: (row) => row.getByRole("button", { name: "Ver" }).click(), seen: page.getByRole("dialog"),`,
  dialog: `open: (row) => row.getByRole("button", { name: "Ver" }).click(), seen: page.getByRole("dialog"),
    close: () => page.getByRole("button", { name: "Cerrar" }).click(),`,
  page: `open: (row) => row.getByRole("link", { name: "Ver" }).click(), seen: page.locator("body:has(h1:text-is('Detalle'))"),
    close: () => page.getByRole("link", { name: "Volver" }).click(),`
}

const script = async (kind: Kind) => {
  const text = await readFile(new URL("rowDetails/bank.ts", import.meta.url), "utf8")
  return kind === "expander" ? text : text.replace(/open: .*\n *seen: .*\n/, `${details[kind]}\n`)
}

const folders: Array<string> = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const bundled = (kind: Kind, change: (bundle: string) => string = (bundle) => bundle) =>
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "counterfoil-rows-"))
    folders.push(folder)
    await writeFile(join(folder, "bank.ts"), await script(kind))
    const made = await bundleScript(folder)
    return { ...made, bundle: change(made.bundle) }
  })

const asked = (url: string) => ({
  origins: [url],
  since: "2026-11-15",
  credentials: { username: Redacted.make("somebody-77"), password: Redacted.make("secret-77") },
  code: () => Effect.die(new Error("the bank asks for none")),
  tell: () => undefined
})

const read = Effect.fnUntraced(function* (kind: Kind, change?: (bundle: string) => string) {
  const { opened, url } = yield* startBank(kind)
  const { bundle } = yield* bundled(kind, change)
  const session = yield* openLiveSession({ ...asked(url), notLeft: () => Effect.void })
  const { golden, result } = yield* session.read(bundle)
  return { failure: result.failure, movements: golden.movements?.map(({ movement }) => movement), opened }
}, Effect.scoped)

const decodeCall = Schema.decodeUnknownEffect(PageCall)

/** As the service reads, which answers what it knows of the rows of a day. */
const readKnowing = Effect.fnUntraced(function* (known: (rows: ReadonlyArray<unknown>) => Schema.Json) {
  const { opened, url } = yield* startBank("expander")
  const { bundle } = yield* bundled("expander")
  const browser = yield* RehearsalBrowser
  const runner = yield* ScriptRunner
  const page = yield* browser.open({ origins: [url], secretOrigins: [url], storageState: Option.none() })
  const host = ({ args, verb }: HostCall): Effect.Effect<HostAnswer> => {
    const given = typeof args === "object" && args !== null ? Object.entries(args) : []
    const rows = given.find(([name]) => name === "rows")?.[1]
    if (verb === "movements.known") return Effect.succeed({ ok: known(Array.isArray(rows) ? rows : []) })
    if (verb === "sleep") return Effect.succeed({ ok: null })
    return decodeCall({ verb, ...Object.fromEntries(given) }).pipe(
      Effect.flatMap((call) => page.call(call)),
      Effect.map((ok): HostAnswer => ({ ok })),
      Effect.catch(({ message }): Effect.Effect<HostAnswer> => Effect.succeed({ err: { code: "Timeout", message } }))
    )
  }
  const run = yield* runner.start({ bundle, host })
  const about = { now: "2026-11-20T12:00:00Z", bank: { origins: [url] } }
  yield* page.enterPhase("login", [])
  yield* run.invoke("login", about, Duration.minutes(2))
  yield* page.enterPhase("extract", [])
  const statement = yield* run.invoke("extract", { ...about, since: "2026-11-15" }, Duration.minutes(2))
  return { opened, statement: JSON.stringify(statement) }
}, Effect.scoped)

const whole = [
  ["10:15", "80.00", "NORA", "TRANSFERENCIA Pedido 7 A"],
  ["09:05", "80.00", "LEO", "TRANSFERENCIA Pedido 8 B"],
  ["08:00", "-7.00", undefined, "COMPRA"],
  [undefined, "5.00", undefined, "TRANSFERENCIA"]
]

layer(rehearsal, { excludeTestServices: true })("rows that are opened one by one", (it) => {
  for (const kind of ["expander", "dialog", "page"] as const) {
    it.effect(`are read with what opens (${kind}), and none from before the day is opened`, () =>
      Effect.gen(function* () {
        const { failure, movements, opened } = yield* read(kind)

        assert.deepStrictEqual(
          [failure?.message, movements?.map((one) => [one.time, one.amount, one.counterparty, one.description])],
          [undefined, whole]
        )
        assert.deepStrictEqual(opened, ["0", "1", "2"])
      })
    )
  }

  it.effect("stay closed where the service knows them, and are read as they were then", () =>
    Effect.gen(function* () {
      const remembered = { description: "TRANSFERENCIA Pedido 8 B", counterparty: "LEO", time: "09:05", id: "not-read" }
      const { opened, statement } = yield* readKnowing((rows) => {
        assert.lengthOf(rows, 3)
        return [null, remembered, { description: "COMPRA" }]
      })

      assert.deepStrictEqual(opened, ["0"])
      assert.match(statement, /"TRANSFERENCIA Pedido 8 B","counterparty":"LEO"|"counterparty":"LEO"/)
      assert.notInclude(statement, "not-read")
    })
  )

  it.effect("end the read with a sentence where nothing opens", () =>
    Effect.gen(function* () {
      const { failure } = yield* read("dead", (bundle) => bundle.replaceAll(/(seeTimeout\d*) = 15e3/g, "$1 = 500"))

      assert.strictEqual(failure?.kind, "layout_changed")
      assert.match(
        failure?.message ?? "",
        /^the details of row 1 did not open: page\.getByRole\('dialog'\) was not seen/
      )
    })
  )

  it.effect("are in a recording, and replay from it", () =>
    Effect.gen(function* () {
      const { url } = yield* startBank("expander")
      const { bundle, map, sha256 } = yield* bundled("expander")
      const made = { name: "rows", bundle, bundleSha256: sha256, map, mask: [], keep: ["COMPRA", "TRANSFERENCIA"] }
      const recording = yield* recordRun({ ...asked(url), ...made })
      const replay = yield* replayRecording(bundle, recording)

      assert.deepStrictEqual(faultsOf(recording, replay, map), [])
      assert.deepStrictEqual(
        replay.golden.movements?.map(({ movement }) => movement.counterparty !== undefined),
        [true, true, false, false]
      )
    }).pipe(Effect.scoped)
  )
})
