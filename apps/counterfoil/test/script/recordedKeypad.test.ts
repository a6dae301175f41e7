import { type Recording, readRecording, recordRun, replayRecording, writeRecording } from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll } from "vitest"
import { bundleScript } from "../../src/script/bundle.ts"
import { faultsOf } from "../../src/script/testRecordings.ts"
import { rehearsal } from "./rehearsal.ts"

const pin = "482913"
const letterOf: Readonly<Record<string, string>> = Object.fromEntries(
  [..."5708142396"].map((digit, i) => [digit, "abcdefghij"[i] ?? ""])
)
const placesOf = (digits: string) => [...digits].map((digit) => letterOf[digit] ?? "").join("")
const digestOf = (digits: string) => createHash("sha256").update(digits).digest("hex")

const keys = Object.entries(letterOf)
  .map(([digit, letter]) => `<button type="button" data-k="${letter}">${digit}</button>`)
  .join("")

/** Runs in the page: what the keys do. What takes its time is waited for when the form is sent, as a bank's page does. */
type Sends = "places" | "digest" | "keys" | "nothing"
const inTurn = `form.onsubmit = (event) => { event.preventDefault(); sent.then(() => form.submit()) }`
const sending: Readonly<Record<Sends, string>> = {
  places: `key.onclick = () => { form.pin.value += key.dataset.k }`,
  digest: `key.onclick = () => {
    sent = sent.then(async () => {
      typed += key.textContent
      const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(typed))
      form.pin.value = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    })
  }
  ${inTurn}`,
  nothing: "",
  keys: `key.onclick = () => { sent = sent.then(() => fetch("/key", { method: "POST", body: new URLSearchParams({ k: key.dataset.k }) })) }
  ${inTurn}`
}

const login = (sends: Sends) => `<form method="post" action="/enter"><label>User <input name="user"></label>
<input type="hidden" name="pin"><div role="group">${keys}</div><button>Enter</button></form>
<script>const form = document.forms[0]; let typed = ""; let sent = Promise.resolve()
for (const key of document.querySelectorAll("[data-k]")) { ${sending[sends]} }</script>`

const goOn = (places: string) => `<form method="post" action="/home"><button>Go on</button>
<input type="hidden" name="again" value="${places}"></form>`

/** A bank whose page never sends the digits; it says again what it was sent, and is sent it once more. */
const startBank = (sends: Sends) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      let pressed = ""
      const server = createServer(async (request, response) => {
        const body = new URLSearchParams(await text(request))
        const places = sends === "keys" ? pressed : body.get("pin")
        response.setHeader("content-type", "text/html; charset=utf-8")
        if (request.url === "/login") return response.end(login(sends))
        if (request.url === "/key") {
          pressed += body.get("k") ?? ""
          return response.end("ok")
        }
        const isRight = places === (sends === "digest" ? digestOf(pin) : placesOf(pin))
        if (request.url === "/home") return response.end("<h1>Hello</h1>")
        response.end(isRight || sends === "nothing" ? goOn(body.get("pin") ?? "") : "<h1>No</h1>")
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      return { server, url: `http://127.0.0.1:${port}` }
    }),
    ({ server }) => Effect.sync(() => server.close())
  )

const script = `
import { defineBankScript, keypad } from "@counterfoil/script-sdk"
export default defineBankScript({
  bank: "pad", version: "0.1.0", sdk: 1, flow: "extract_transactions", origins: [], zone: "UTC", dates: "dmy",
  sessionTypes: ["one-shot"], uniqueIds: false,
  login: async ({ ends, page, secrets }) => {
    await page.goto("/login")
    await page.getByLabel("User").fill(secrets.username)
    await keypad({ keys: page.getByRole("group").getByRole("button"), read: "text" }).type(secrets.password)
    await page.getByRole("button", { name: "Enter" }).click()
    const goOn = page.getByRole("button", { name: "Go on" })
    return ends({ between: { goOn: { seen: goOn, deal: () => goOn.click() } }, authenticated: page.getByRole("heading", { name: "Hello" }), invalid_credentials: page.getByRole("heading", { name: "No" }) })
  },
  extract: async ({ since, today }) => ({ movements: [], coverage: { from: since, to: today, complete: true } })
})
`

const folders: Array<string> = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const newScript = Effect.promise(async () => {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-keypad-"))
  folders.push(folder)
  await writeFile(join(folder, "bank.ts"), script)
  return folder
})

/** Records a login, and gives every file of it, and what a replay of these files finds wrong. */
const record = Effect.fnUntraced(function* (sends: Sends) {
  const { url } = yield* startBank(sends)
  const folder = yield* newScript
  const { bundle, map, sha256 } = yield* Effect.promise(() => bundleScript(folder))
  const recording: Recording = yield* recordRun({
    name: "happy",
    bundle,
    bundleSha256: sha256,
    map,
    origins: [url],
    since: "2020-01-01",
    credentials: { username: Redacted.make("somebody-77"), password: Redacted.make(pin) },
    code: () => Effect.die(new Error("the bank asks for none")),
    mask: [],
    keep: [],
    tell: () => undefined
  })
  yield* Effect.promise(() => writeRecording(folder, recording))
  const files = yield* Effect.promise(async () => {
    const at = join(folder, "recordings", "happy")
    return (await Promise.all((await readdir(at)).map((file) => readFile(join(at, file), "utf8")))).join("\n")
  })
  const read = yield* Effect.promise(() => readRecording(folder, "happy"))
  const faults = faultsOf(read, yield* replayRecording(bundle, read), map)
  const bodies = read.exchanges.map(({ requestBody }) => new URLSearchParams(requestBody?.toString("utf8")))
  return { faults, files, bodies, typed: read.answers.password }
}, Effect.scoped)

layer(rehearsal, { excludeTestServices: true })("a recording of a login by keypad", (it) => {
  it.effect("has the places of the false PIN's keys, nowhere those of the one that was typed", () =>
    Effect.gen(function* () {
      const { bodies, faults, files, typed } = yield* record("places")

      assert.notInclude(files, placesOf(pin))
      assert.include(
        bodies.map((body) => body.get("again")),
        placesOf(typed)
      )
      assert.include(
        bodies.map((body) => body.get("pin")),
        placesOf(typed)
      )
      assert.deepStrictEqual(faults, [])
    })
  )

  it.effect("has the digest of the false PIN, nowhere the one of what was typed", () =>
    Effect.gen(function* () {
      const { bodies, faults, files, typed } = yield* record("digest")

      assert.notInclude(files, digestOf(pin))
      assert.include(
        bodies.map((body) => body.get("pin")),
        digestOf(typed)
      )
      assert.deepStrictEqual(faults, [])
    })
  )

  it.effect("has the false PIN's keys in their order where each key is sent by itself", () =>
    Effect.gen(function* () {
      const { bodies, faults, typed } = yield* record("keys")

      assert.strictEqual(bodies.map((body) => body.get("k") ?? "").join(""), placesOf(typed))
      assert.deepStrictEqual(faults, [])
    })
  )

  it.effect("isn't made where nothing of what was typed can be found in what the page sent", () =>
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(record("nothing"))

      assert.match(message, /^what was typed can't be found in what the page sent, .* nothing was written$/)
    })
  )
})
