import { openLiveSession } from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"
import { bundleScript } from "../../src/script/bundle.ts"
import { rehearsal } from "./rehearsal.ts"

/** Rows stand there at once; the button to older ones can be pressed a second later, once all has loaded. */
const list = `<!doctype html><p>5 movements</p><main aria-busy="true">
<table><thead><tr><th>Date<th>Text<th>Amount</tr></thead><tbody></tbody></table></main><button disabled>Older</button>
<script>
const [button, body, main] = ["button", "tbody", "main"].map((name) => document.querySelector(name))
let page = 0
const show = () => {
  main.ariaBusy = "true"
  button.disabled = true
  body.innerHTML = [20, 19, 18, 17, 16].slice(page * 2, page * 2 + 2)
    .map((day) => "<tr><td>" + day + "/11/2026<td>row " + day + "<td>1,00").join("")
  setTimeout(() => {
    main.ariaBusy = "false"
    button.disabled = page === 2
  }, 1000)
}
button.onclick = () => { page += 1; show() }
show()
</script>`

const startBank = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.end(list)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    return { server, url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}` }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

const script = (says: string) => `
import { defineBankScript, movements } from "@counterfoil/script-sdk"
export default defineBankScript({
  bank: "late", version: "0.1.0", sdk: 1, flow: "extract_transactions", origins: [], zone: "Europe/Madrid", dates: "dmy",
  sessionTypes: ["one-shot"], uniqueIds: false,
  login: async ({ page }) => { await page.goto("/list"); return "authenticated" },
  extract: ({ page, today }) => movements.fromTable(
    page.getByRole("table"),
    { date: "Date", description: "Text", amount: "Amount" },
    { currency: "EUR", dates: "dmy", decimal: ",", since: "2026-11-01", today,
      next: page.getByRole("button", { name: "Older", disabled: false }), ${says} }
  )
})
`

const folders: Array<string> = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const read = Effect.fnUntraced(function* (says: string) {
  const { url } = yield* startBank
  const { bundle } = yield* Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "counterfoil-late-"))
    folders.push(folder)
    await writeFile(join(folder, "bank.ts"), script(says))
    return bundleScript(folder)
  })
  const session = yield* openLiveSession({
    origins: [url],
    since: "2026-11-01",
    credentials: { username: Redacted.make("somebody-77"), password: Redacted.make("secret-77") },
    code: () => Effect.die(new Error("the bank asks for none")),
    tell: () => undefined,
    notLeft: () => Effect.void
  })
  const { golden, result } = yield* session.read(bundle)
  return { failure: result.failure?.message, texts: golden.movements?.map(({ movement }) => movement.description) }
}, Effect.scoped)

const whole = { failure: undefined, texts: [20, 19, 18, 17, 16].map((day) => `row ${day}`) }

layer(rehearsal, { excludeTestServices: true })("a list whose next is disabled while it loads", (it) => {
  it.effect("goes on where it says that it has more than was read", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* read(`claim: async () => ({ total: movements.count(await page.getByText("movements").innerText()) })`),
        whole
      )
    })
  )

  it.effect("goes on where something says that it is loading", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(`loading: page.locator("[aria-busy=true]")`), whole)
    })
  )
})
