/** Versions in review on accounts of the demo bank, whose journal tells what they did there. */
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Schema } from "effect"
import { cp, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { publishVersion, settingsFor } from "../src/demo/cast.ts"
import { call, until } from "../src/demo/Client.ts"
import { type Bank, shopAt } from "../src/demo/Neighbours.ts"
import { enrol, type Person } from "../src/demo/Person.ts"
import { bundleScript } from "../src/script/bundle.ts"
import { folderOf } from "./script/bankVisit.ts"
import { running, temporaryHome } from "./support/Command.ts"
import { databaseEnvironment } from "./support/nodes.ts"
import { startBank, startServer } from "./support/Scene.ts"

interface World {
  readonly base: string
  readonly home: string
  readonly bank: Bank
  readonly person: Person
  readonly bankId: string
}

class Stage extends Context.Service<Stage, World>()("counterfoil/test/ShadowStage") {
  static readonly layer = Layer.effect(
    Stage,
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const bank = yield* startBank(home)
      const { base } = yield* startServer(home, { ...(yield* databaseEnvironment), INITIAL_WINDOW: "60 days" })
      const person = yield* enrol(base, "owner@shop.example", "Owner", "passthrough")
      const { id: bankId } = yield* person.createBank("demo-bank", "Demo Bank", `${bank.url}/login`)
      yield* publishVersion(person, bankId, "1.0.0")
      return { base, home, bank, person, bankId }
    })
  ).pipe(Layer.provide(TestDatabase.layer))
}

const password = "right-password-1"

const Shadow = Schema.Struct({
  agreed_at: Schema.NullOr(Schema.String),
  runs: Schema.Array(
    Schema.Struct({
      version: Schema.String,
      outcome: Schema.NullOr(Schema.String),
      movements_before: Schema.Int,
      movements_after: Schema.Int,
      identities_changed: Schema.Int,
      signs_changed: Schema.Int
    })
  )
})
const shadowOf = (person: Person, id: string) => person.ask(`/accounts/${id}/shadow`, 200, Shadow)

const Counts = Schema.Struct({
  accounts: Schema.Int,
  compared: Schema.Int,
  movements: Schema.Int,
  identities_changed: Schema.Int,
  signs_changed: Schema.Int
})
const Report = Schema.Struct({ shadow: Schema.NullOr(Counts) })

const Journal = Schema.Array(
  Schema.Struct({
    event: Schema.String,
    sessionId: Schema.optionalKey(Schema.String),
    reason: Schema.optionalKey(Schema.String),
    from: Schema.optionalKey(Schema.String)
  })
)

/** What happened at the bank: its logins, its sessions and how they ended, and how its list was read in each. */
const visitsOf = Effect.fnUntraced(function* (bank: Bank, customer: string) {
  const entries = yield* call(`${bank.url}/control/journal?customer=${customer}`, 200, Journal)
  const of = (event: string) => entries.filter((entry) => entry.event === event)
  return {
    logins: of("login-attempt").length,
    ends: of("session-closed").map(({ reason }) => reason),
    sessions: of("session-opened").map(({ sessionId }) => sessionId),
    /** The sessions in which 1.1.0 and its like read, which let the bank filter its list by date. */
    filtered: [...new Set(of("page-read").flatMap(({ from, sessionId }) => (from === undefined ? [] : [sessionId])))]
  }
})

const newAccount = Effect.fnUntraced(function* (
  customer: string,
  { agrees, sessionType }: { readonly agrees: boolean; readonly sessionType: "one-shot" | "persistent" }
) {
  const { bank, bankId, person } = yield* Stage
  const body = { id: customer, password, history: "ordinary" }
  yield* call(`${bank.url}/control/customers`, 201, Schema.Json, { method: "POST", body })
  const { id } = yield* person.createAccount(bankId, customer)
  if (agrees) yield* person.ask(`/accounts/${id}/shadow`, 200, Shadow, { method: "PUT" })
  const settings = { session_type: sessionType, login_mode: "simple" }
  yield* person.configure(id, settingsFor(shopAt("http://127.0.0.1:9"), { username: customer, password }, settings))
  return id
})

const movementIds = (person: Person, id: string) =>
  Effect.map(person.movements(id), (movements) => movements.map((movement) => movement.id).toSorted())

const untilRead = (person: Person, id: string) =>
  until("movements", movementIds(person, id), (movements) => movements.length > 0)

const untilTried = (person: Person, id: string, version: string) =>
  until(
    `the end of ${version} in shadow`,
    Effect.map(shadowOf(person, id), ({ runs }) => runs.find((run) => run.version === version)),
    (run) => run !== undefined && run.outcome !== null,
    90
  )

type Changes = Readonly<Record<string, (text: string) => string>>

/** The folder of the script 1.1.0 under another version, with changed files. */
const writeVariant = Effect.fnUntraced(function* (version: string, changes: Changes) {
  const { home } = yield* Stage
  const folder = join(home, version)
  yield* Effect.promise(async () => {
    await cp(folderOf("1.1.0"), folder, { recursive: true, filter: (path) => !path.includes("node_modules") })
    const named = (text: string) => text.replace('version: "1.1.0"', `version: "${version}"`)
    for (const [file, change] of [["bank.ts", named] as const, ...Object.entries(changes)]) {
      await writeFile(join(folder, file), change(await readFile(join(folder, file), "utf8")))
    }
  })
  return folder
})

/** Such a script, published for review. */
const publishVariant = Effect.fnUntraced(function* (version: string, changes: Changes = {}) {
  const { bankId, person } = yield* Stage
  const folder = yield* writeVariant(version, changes)
  const { bundle } = yield* Effect.promise(() => bundleScript(folder))
  return yield* person.publish(bankId, version, { version }, bundle)
})

const shown = "const statement = await context.step("
const turned = (text: string) =>
  text.replace(shown, "const { movements: list, ...rest } = await context.step(").replace(
    "for (const fault of movements",
    `const statement = { ...rest, movements: list.map(({ amount, balance: _, ...row }) => ({
        ...row, amount: amount.startsWith("-") ? amount.slice(1) : "-" + amount })) }
      for (const fault of movements`
  )

const withoutResume = (text: string) =>
  text.replace("  resume,\n", "").replace("keepAlive, logout, resume", "keepAlive, logout")

const loggedOut = (text: string) =>
  text.replace(
    shown,
    `await bank.logOut.click()
    await bank.loginForm.userName.waitFor()
    ${shown}`
  )

/** Declares its logout for every phase. */
const sendsMore = (text: string) => text.replace(', phases: ["logout"]', "")

const manifest = {
  bank: "demo-bank",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: true,
  phases: ["resume", "login", "extract"]
}

/** Written by hand against the bridge: it goes to the login page and types what it was never given. */
const intruder = (version: string, page: string) => `__counterfoilRegister({
  manifest: ${JSON.stringify(JSON.stringify({ ...manifest, version }))},
  run: async (send, phase) => {
    if (phase === "resume") return '{"done":true}'
    const call = async (verb, args) => JSON.parse(await send(JSON.stringify({ verb, page: 0, ...args })))
    const field = (name) => ({ steps: [{ method: "getByLabel", arg: name, options: { exact: true } }] })
    await call("page.goto", { url: "${page}" })
    await call("locator.fill", { ...field("User name"), value: { secret: "username" } })
    await call("locator.fill", { ...field("Password"), value: { secret: "password" } })
    await call("locator.click", { steps: [{ method: "getByRole", arg: "button", options: { name: "Log in" } }] })
    await new Promise(() => undefined)
  }
})`

layer(Stage.layer, { excludeTestServices: true })("a version in review", (it) => {
  it.effect("is compared on an account whose owner agreed, in the session of the active one, and on no other", () =>
    Effect.gen(function* () {
      const { bank, base, person } = yield* Stage
      const first = yield* publishVariant("1.1.0")
      const eva = yield* newAccount("eva", { agrees: true, sessionType: "one-shot" })
      const leo = yield* newAccount("leo", { agrees: false, sessionType: "one-shot" })
      const run = yield* untilTried(person, eva, "1.1.0")
      const before = yield* untilRead(person, eva)
      yield* untilRead(person, leo)

      const { movements_before } = run ?? { movements_before: 0 }
      assert.strictEqual(movements_before, before.length)
      const same = { movements_before, movements_after: movements_before, identities_changed: 0, signs_changed: 0 }
      assert.deepStrictEqual(run, { version: "1.1.0", outcome: "read", ...same })
      assert.deepStrictEqual(yield* shadowOf(person, leo), { agreed_at: null, runs: [] })
      const { shadow } = yield* person.ask(`/scripts/${first.id}/report`, 200, Report)
      const none = { identities_changed: 0, signs_changed: 0 }
      assert.deepStrictEqual(shadow, { accounts: 1, compared: 1, movements: movements_before, ...none })

      // One-shot: it is logged out by the active version, once it is back on a page of its own.
      const ended = yield* until("the logout", visitsOf(bank, "eva"), ({ ends }) => ends.length > 0)
      assert.deepInclude(ended, { logins: 1, ends: ["logout"], filtered: ended.sessions })
      assert.lengthOf(ended.sessions, 1)
      assert.deepInclude(yield* visitsOf(bank, "leo"), { logins: 1, filtered: [] })

      const folder = yield* writeVariant("1.2.0", { "extract.ts": turned })
      const env = { COUNTERFOIL_URL: base, COUNTERFOIL_TOKEN: person.token }
      const publish = yield* running(["script", "publish", "--folder", folder], { env })
      const published = yield* Effect.promise(() => publish.ended)
      assert.strictEqual(published.code, 0, published.stderr)
      assert.match(published.stdout, /^✔ demo-bank 1\.2\.0 → \w+ \(id \S+\)$/m)

      yield* person.scrape(eva)
      const worse = yield* untilTried(person, eva, "1.2.0")
      const all = worse?.movements_before ?? 0
      assert.isAbove(all, 0)
      assert.deepInclude(worse, { outcome: "read", identities_changed: all, signs_changed: all })
      assert.deepStrictEqual(yield* movementIds(person, eva), before)

      const promote = ["script", "promote", "1.2.0", "--folder", folder]
      const command = yield* running(promote, { env })
      const asked = yield* Effect.promise(() => command.ended)
      assert.strictEqual(asked.code, 2, asked.stderr)
      assert.include(asked.stdout, "no recordings: nothing was compared")
      assert.include(asked.stdout, `shadow on 1 account (1 compared): ${all} movements, ${all} would change`)
      assert.include(asked.stdout, "not promoted")
    })
  )

  it.effect.runIf(process.env["VERIFY"] !== undefined)("can't log in, nor harm what the active one reads", () =>
    Effect.gen(function* () {
      const { bank, bankId, person } = yield* Stage
      const luz = yield* newAccount("luz", { agrees: true, sessionType: "persistent" })
      const before = yield* untilRead(person, luz)
      yield* person.publish(bankId, "1.3.0", {}, intruder("1.3.0", `${bank.url}/login`))
      const typed = yield* untilTried(person, luz, "1.3.0")
      assert.strictEqual(typed?.outcome, "not_comparable")
      const one = yield* visitsOf(bank, "luz")
      assert.deepInclude(one, { logins: 1, ends: [] })

      yield* publishVariant("1.4.0", { "extract.ts": loggedOut })
      const left = yield* untilTried(person, luz, "1.4.0")
      assert.strictEqual(left?.outcome, "navigation_refused")
      // A logout is declared for the end of a session only: the click was kept from the bank, and the session goes on.
      assert.deepInclude(yield* visitsOf(bank, "luz"), { logins: 1, ends: [] })

      yield* publishVariant("1.5.0", { "bank.ts": sendsMore, "extract.ts": loggedOut })
      const more = yield* untilTried(person, luz, "1.5.0")
      assert.strictEqual(more?.outcome, "not_comparable")
      assert.deepInclude(yield* visitsOf(bank, "luz"), { logins: 1, ends: [] })
      assert.deepStrictEqual(yield* movementIds(person, luz), before)
    })
  )

  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "leaves no session behind where neither version can go on with one",
    () =>
      Effect.gen(function* () {
        const { bank, person } = yield* Stage
        const active = yield* publishVariant("2.0.0", { "bank.ts": withoutResume })
        yield* person.promote(active.id)
        yield* publishVariant("2.1.0", { "bank.ts": withoutResume })
        const ivo = yield* newAccount("ivo", { agrees: true, sessionType: "one-shot" })
        const run = yield* untilTried(person, ivo, "2.1.0")
        assert.strictEqual(run?.outcome, "not_comparable")
        yield* until("the logout", visitsOf(bank, "ivo"), ({ ends }) => ends.length === 1)

        // The next scrape finds the login page, not a session that somebody left open.
        yield* person.scrape(ivo)
        const again = yield* until("the next logout", visitsOf(bank, "ivo"), ({ ends }) => ends.length === 2)
        assert.deepInclude(again, { logins: 2, ends: ["logout", "logout"] })
      })
  )
})
