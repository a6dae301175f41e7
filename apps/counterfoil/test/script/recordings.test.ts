import {
  bisectRecording,
  listAccounts,
  NoCode,
  openLiveSession,
  readRecording,
  type Recording,
  recordRun,
  replayRecording,
  sentenceOf
} from "@counterfoil/script-tools"
import { assert, layer } from "@effect/vitest"
import { makeProject } from "create-counterfoil-script"
import { Effect, Layer, Redacted, Schema } from "effect"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"
import { bundleScript } from "../../src/script/bundle.ts"
import { faultsOf } from "../../src/script/testRecordings.ts"
import { run } from "../support/Command.ts"
import { addMovement, folderOf, newCustomer, readCode, TestBank } from "./bankVisit.ts"
import { submissionsOf } from "./brandRuns.ts"
import { rehearsal } from "./rehearsal.ts"

const layers = Layer.merge(TestBank.layer, rehearsal)

const template = fileURLToPath(new URL("../../../../packages/create-counterfoil-script/template", import.meta.url))

const password = "right-password-1"

const liveAs = (customer: string, url: string) => ({
  origins: [url],
  since: "2020-01-01",
  credentials: { username: Redacted.make(customer), password: Redacted.make(password) },
  code: () => new NoCode({ message: "the bank asks for none" }),
  tell: () => undefined
})

const record = Effect.fnUntraced(function* (
  customer: string,
  keep: ReadonlyArray<string> = [],
  change: (bundle: string) => string = (bundle) => bundle,
  folder = folderOf("1.1.0")
) {
  const { url } = yield* TestBank
  const bank = yield* Effect.context<TestBank>()
  const { bundle, map, sha256 } = yield* Effect.promise(() => bundleScript(folder))
  const told: Array<string> = []
  const recording = yield* recordRun({
    name: "happy",
    bundle: change(bundle),
    bundleSha256: sha256,
    map,
    origins: [url],
    since: "2020-01-01",
    credentials: { username: Redacted.make(customer), password: Redacted.make(password) },
    code: () => Effect.map(Effect.provide(readCode(customer), bank), Redacted.make),
    mask: [],
    keep,
    tell: (line) => told.push(line)
  })
  return { recording, told }
})

/** Knows another page behind the login than the bank has, and doesn't wait for it for long. */
const lost = (bundle: string) => {
  const changed = bundle
    .replaceAll(`"Your accounts"`, `"Your balances"`)
    .replace("defaultTimeout = 15e3", "defaultTimeout = 500")
  assert.match(changed, /"Your balances"/)
  assert.match(changed, /defaultTimeout = 500/)
  return changed
}

const openSessions = Effect.fnUntraced(function* (customer: string) {
  const { url } = yield* TestBank
  const seen = yield* Effect.promise(async () => (await fetch(`${url}/control/customers/${customer}`)).json())
  return Schema.decodeUnknownSync(Schema.Struct({ openSessions: Schema.Int }))(seen).openSessions
})

const everything = (recording: Recording): string =>
  JSON.stringify({
    ...recording,
    exchanges: recording.exchanges.map((exchange) => ({
      ...exchange,
      requestBody: exchange.requestBody?.toString("latin1"),
      responseBody: exchange.responseBody.toString("latin1")
    }))
  })

const folders: Array<string> = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

/** A fresh project, as `script new` makes it, with changed files. */
const newProject = (changes: Readonly<Record<string, (text: string) => string>> = {}) =>
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "counterfoil-script-"))
    folders.push(folder)
    await makeProject(folder, "some-bank")
    for (const [file, change] of Object.entries(changes)) {
      const text = await readFile(join(folder, file), "utf8")
      const changed = change(text)
      assert.notStrictEqual(changed, text)
      await writeFile(join(folder, file), changed)
    }
    return folder
  })

/** What the test command finds wrong with a recording of the folder. */
const faultsIn = Effect.fnUntraced(function* (folder: string, name: string) {
  const { bundle, map } = yield* Effect.promise(() => bundleScript(folder))
  const recording = yield* Effect.promise(() => readRecording(folder, name))
  return faultsOf(recording, yield* replayRecording(bundle, recording), map)
})

layer(layers, { excludeTestServices: true })("recordings of the demo bank", (it) => {
  it.effect("hold no secret, no name and no account number, and replay to the same movements", () =>
    Effect.gen(function* () {
      const name = "Gwendolyn Ashworth Pike"
      const customer = yield* newCustomer({
        name,
        asksSmsCode: true,
        showsTime: true,
        iban: "ES9121000418450200051332"
      })
      yield* addMovement(customer, { amount: "12.34", payer: "Nora Quiroga Zubeldia" })
      yield* addMovement(customer, { amount: "7.00", kind: "transfer-out", description: "TRF A ITURBE LEIRE" })
      yield* addMovement(customer, { amount: "3.00", kind: "transfer-out", description: "TRF A ASHWORTH PIKE PABLO" })
      yield* addMovement(customer, { amount: "9.00", kind: "card", description: "PAULA DIAZ ROMERO" })

      const refused = yield* Effect.flip(record(customer))
      assert.match(refused.message, /^a text could be somebody's name, and nothing was written: .*--review/)
      assert.match(refused.message, /\n {2}.*\[PAULA DIAZ ROMERO\]/)
      const { recording, told } = yield* record(customer, ["PAULA DIAZ ROMERO"])

      const text = everything(recording)
      const secrets = [
        customer,
        password,
        "QUIROGA",
        "ZUBELDIA",
        "ITURBE",
        "LEIRE",
        "ES9121000418450200051332",
        "ES91 2100"
      ]
      for (const secret of secrets) assert.notInclude(text, secret)
      assert.notMatch(text, /gwendolyn|ashworth|pike|pablo/i)
      // Plain words, of which only the digits are the customer's.
      assert.match(text, /by SMS to the phone that ends in <b>\d{3}<\/b>/)
      assert.strictEqual(recording.golden?.movements?.length, 12)
      assert.match(told.join("\n"), /places, 0 open\n/)
      assert.strictEqual(recording.answers.password.length, password.length)
      assert.strictEqual(recording.answers.codes[0]?.length, 6)
      assert.deepStrictEqual(told.at(-1), "replayed ✔")
    })
  )

  it.effect("are none of a script that goes by a word which was taken out: it would read less for ever", () =>
    Effect.gen(function* () {
      const customer = yield* newCustomer({ history: "none" })
      yield* addMovement(customer, { amount: "12.34", payer: "Nora Quiroga Zubeldia" })
      yield* addMovement(customer, { amount: "5.00", payer: "Nora Quiroga Zubeldia" })
      const goesBy =
        '({ ...statement, movements: statement.movements.map((m) => m.description.includes(["QUIR", "OGA"].join("")) ? { ...m, counterparty: "Payer" } : m) })'
      const folder = yield* newProject({
        "extract.ts": (text) => text.replace("  return statement\n", `  return ${goesBy}\n`)
      })

      const { message } = yield* Effect.flip(record(customer, [], undefined, folder))

      assert.match(message, /^the replay reads something else .*: 2 of 2 movements: counterparty there in one/)
      assert.match(message, /--keep TEXT/)
    })
  )

  it.effect("are none of a run that ends on a page that its script doesn't know; it is logged out, also live", () =>
    Effect.gen(function* () {
      const { url } = yield* TestBank
      const customer = yield* newCustomer()
      const { message } = yield* Effect.flip(record(customer, [], lost))
      const afterRecord = yield* openSessions(customer)
      const { bundle } = yield* Effect.promise(() => bundleScript(folderOf("1.2.0")))
      const live = Effect.gen(function* () {
        const notLeft = () => Effect.die(new Error("it was not logged out"))
        const session = yield* openLiveSession({ ...liveAs(customer, url), notLeft })
        return { first: yield* session.read(lost(bundle)), second: yield* session.read(bundle) }
      })
      const { first, second } = yield* Effect.scoped(live)

      assert.match(message, /^nothing was written: the run ended with layout_changed.*\nlayout_changed in login/)
      assert.match(message, /heading "Your accounts"/)
      assert.strictEqual(afterRecord, 0)
      assert.strictEqual(first.golden.outcome, "layout_changed")
      // The bank lets nobody in twice at a time.
      assert.strictEqual(second.golden.outcome, "read")
    })
  )

  // `npm test` tries that with the command as it is installed (tools/outside): then it isn't done twice.
  it.effect.runIf(process.env["VERIFY"] !== undefined || process.env["UNPACKED_PACKAGES"] === undefined)(
    "of a fresh project pass at once, refused credentials too, with a clock that stands where it stood",
    () =>
      Effect.gen(function* () {
        const folder = yield* newProject()
        const both = [faultsIn(folder, "happy"), faultsIn(folder, "wrong-password")]
        assert.deepStrictEqual(yield* Effect.all(both, { concurrency: 2 }), [[], []])
      })
  )

  it.effect("say of a login that ends without its word that this is it", () =>
    Effect.gen(function* () {
      const folder = yield* newProject({
        "login.ts": (text) =>
          text
            .replace("return ends(", "return await ends(")
            .replace("...bank.ends\n  })", '...bank.ends\n  }).then(() => JSON.parse("true"))')
      })

      const [said] = yield* faultsIn(folder, "happy")

      assert.strictEqual(said, 'script_error in login: The script\'s login ended without saying "authenticated"')
    })
  )

  it.effect("say of a statement that is none what is wrong with it and where, as the service does", () =>
    Effect.gen(function* () {
      const folder = yield* newProject({
        "extract.ts": (text) =>
          text.replace(
            "return statement",
            'return { ...statement, movements: statement.movements.map((each) => ({ ...each, amount: "\u221212,30" })) }'
          )
      })

      const faults = (yield* faultsIn(folder, "happy")).join("\n")

      assert.include(
        faults,
        'script_error in extract: The script\'s statement is not one: Expected a decimal text such as -12.34\n  at ["movements"][0]["amount"]'
      )
    })
  )

  it.effect("that a server would set aside are no success of dev --once, though they read as recorded", () =>
    Effect.gen(function* () {
      const folder = yield* newProject({
        "extract.ts": (text) => text.replace("  return statement\n", "  return { ...statement, stated: 999 }\n")
      })
      const { code, stdout } = yield* Effect.promise(
        () => run(["script", "dev", "happy", "--once", "--json", "--folder", folder]).ended
      )

      const said = Schema.decodeUnknownSync(
        Schema.fromJsonString(Schema.Struct({ outcome: Schema.String, held: Schema.Array(Schema.String) }))
      )(stdout)
      assert.strictEqual(said.outcome, "read")
      assert.lengthOf(said.held, 1)
      assert.strictEqual(code, 1)
    })
  )

  it.effect("name the locator to use instead of one that finds nothing any more", () =>
    Effect.gen(function* () {
      const folder = yield* newProject({
        "pages.ts": (text) => text.replace('getByLabel("Password"', 'getByLabel("Passphrase"'),
        "login.ts": (text) => text.replace("secrets.password)", "secrets.password, { timeout: 500 })")
      })
      const faults = yield* faultsIn(folder, "happy")
      assert.match(
        faults[0] ?? "",
        /^layout_changed in login, step "password": the password .*getByLabel\('Passphrase'/
      )
      assert.include(faults[1], "at login.ts:")
      assert.match(
        faults.join("\n"),
        /did you mean page\.getByLabel\('Passphrase', \{ exact: true \}\) → page\.getByLabel\('Password'\)/
      )
    })
  )

  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "tell which movements would be others, and which request has no answer",
    () =>
      Effect.gen(function* () {
        const signs = yield* newProject({
          "extract.ts": (text) =>
            text.replace(
              "  return statement\n",
              '  return { ...statement, movements: statement.movements.map((m, i) => (i === 2 ? { ...m, amount: "1.00" } : m)) }\n'
            )
        })
        const changed = yield* faultsIn(signs, "happy")
        assert.match(changed[0] ?? "", /^golden: movement 3 amount \S+ → 1\.00$/)
        assert.strictEqual(changed.at(-1), "identity changes: 1 of 8 movements; --update to accept")

        const recording = yield* Effect.promise(() => readRecording(signs, "happy"))
        const bundles = yield* Effect.promise(() => Promise.all([template, template, signs].map(bundleScript)))
        const versions = bundles.map(({ bundle }, index) => ({ version: `0.${index + 1}.0`, bundle }))
        const rows = yield* bisectRecording(versions, recording)
        assert.deepStrictEqual(
          rows.map((row) => [row.version, row.changes.length, row.identitiesChanged]),
          [
            ["0.1.0", 0, 0],
            ["0.2.0", 0, 0],
            ["0.3.0", 1, 1]
          ]
        )

        const elsewhere = yield* newProject({
          "extract.ts": (text) => text.replace("context.since, ", '"2020-02-02", ')
        })
        const [request] = yield* faultsIn(elsewhere, "happy")
        assert.match(
          request ?? "",
          /^request: GET http:\S+\/movements: nearest recorded is #\d+, query\.from "[^"]+" → "02\/02\/2020"/
        )
      })
  )

  it.effect("aren't needed for script dev --live, which tells of a logout that its script may not send", () =>
    Effect.gen(function* () {
      const { url } = yield* TestBank
      const customer = yield* newCustomer()
      const { bundle } = yield* Effect.promise(() => bundleScript(folderOf("1.2.0")))
      const told: Array<string> = []
      const read = Effect.gen(function* () {
        const session = yield* openLiveSession({
          ...liveAs(customer, url),
          notLeft: (result) => Effect.sync(() => void told.push(...(result?.refused ?? []).map(sentenceOf)))
        })
        return yield* session.read(bundle.replaceAll("/logout", "/leave"))
      })
      const { golden } = yield* Effect.scoped(read)

      assert.strictEqual(golden.outcome, "read")
      assert.match(told.join("\n"), /^POST \S+\/logout was refused in logout/)
    })
  )

  it.effect("aren't needed for the list of accounts, which is there also where the logout fails", () =>
    Effect.gen(function* () {
      const { url } = yield* TestBank
      const customer = yield* newCustomer({ history: "none" })
      const { bundle } = yield* Effect.promise(() => bundleScript(folderOf("1.0.0", "demo-familia")))
      const left = yield* listAccounts({ ...liveAs(customer, url), bundle })
      const stays = yield* listAccounts({
        ...liveAs(customer, url),
        bundle: bundle.replace("/familia/salir", "/leave")
      })

      assert.deepStrictEqual(Object.keys(left), ["accounts"])
      assert.deepStrictEqual(stays.accounts, left.accounts)
      assert.lengthOf(stays.accounts, 2)
      assert.match(stays.notLeft ?? "", /^\w+ in logout: /)
    })
  )

  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "aren't needed for script dev --live: it logs in once, reads again, and logs out at its end",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestBank
        const customer = yield* newCustomer()
        const { bundle } = yield* Effect.promise(() => bundleScript(folderOf("1.2.0")))
        const reads = Effect.gen(function* () {
          const session = yield* openLiveSession({
            ...liveAs(customer, url),
            notLeft: () => Effect.die(new Error("it was not logged out"))
          })
          const twice = [yield* session.read(bundle), yield* session.read(bundle)]
          assert.strictEqual(yield* openSessions(customer), 1)
          return twice.map(({ golden }) => golden.movements?.length)
        })

        assert.deepStrictEqual(yield* Effect.scoped(reads), [8, 8])
        assert.strictEqual(yield* openSessions(customer), 0)
        assert.strictEqual(yield* submissionsOf(customer), 1)
      })
  )
})
