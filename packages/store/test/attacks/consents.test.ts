import { Accounts, ActivityLog, Banks, Consents, ScriptRegistry, seedAdministrators } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { consentsLayer } from "../consents.ts"
import { AccountsLayer, settings } from "../enrolment.ts"
import { bundleOf, JsonRunner, manifestOf } from "../scripts.ts"
import { posted } from "../outbox.ts"
import { seedUser } from "../seed.ts"

const servicesOf = (consent: "owners" | "administrators") =>
  Layer.mergeAll(Banks.layer, ScriptRegistry.layer).pipe(
    Layer.provideMerge(consentsLayer(consent)),
    Layer.provideMerge(JsonRunner),
    Layer.provideMerge(AccountsLayer)
  )

/** A bank of somebody else, and an account of its customer. */
const enrolled = Effect.fnUntraced(function* () {
  const [banks, registry, accounts] = [yield* Banks, yield* ScriptRegistry, yield* Accounts]
  const [creator, owner] = [yield* seedUser(), yield* seedUser()]
  const code = `bank-${creator.id.slice(-12)}`
  const bank = yield* banks.create(creator.id, { code, name: "Bank", loginUrl: "https://bank.test/login" })
  const promote = Effect.fnUntraced(function* (version: string, more: object = {}, by = creator.id) {
    const bundle = bundleOf({ ...manifestOf(code, version), ...more })
    const input = { version, flowType: "extract_transactions", manifest: null, bundle }
    const script = yield* registry.publish(creator.id, bank.id, input)
    yield* registry.promote(by, script.id)
    return script
  })
  yield* promote("1.0.0")
  const enrol = (userId: string) => accounts.create(userId, { bankId: bank.id, name: "Main" })
  const account = yield* enrol(owner.id)
  return { account, bank, creator, enrol, owner, promote }
})

const missing = (accountId: string) =>
  Effect.flatMap(Consents, (consents) => Effect.map(consents.read(accountId), (consent) => consent.missing))
const told = (accountId: string) =>
  Effect.flatMap(ActivityLog, (activity) => activity.list(accountId, { limit: 10 })).pipe(
    Effect.map((entries) => entries.map(({ kind }) => kind))
  )
const failuresOf = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`select data from events where account_id = ${accountId} and type = 'scrape.failed'`
  return rows.map((row) => Object(row).data)
})
const transfer = { requests: [{ method: "POST", path: "/transfer" }] }

layer(servicesOf("owners"))("an owner's consent", (it) => {
  it.effect(
    "is given by enrolling, to what the bank and its script ask for then, and holds for what asks for no more",
    () =>
      Effect.gen(function* () {
        const { account, bank, creator, promote } = yield* enrolled()
        const consent = yield* Effect.flatMap(Consents, (consents) => consents.read(account.id))
        assert.deepStrictEqual(consent.agreed, {
          creator: creator.id,
          origins: bank.origins,
          requests: [],
          by: { name: null, isAdministrator: false }
        })

        yield* promote("1.1.0")

        assert.deepStrictEqual(yield* missing(account.id), [])
        assert.deepStrictEqual(yield* told(account.id), ["script.changed"])
        assert.deepStrictEqual(yield* failuresOf(account.id), [])
      })
  )

  it.effect("is told of each promotion, to streams and, where the settings ask for it, as a notification", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { account, enrol, owner, promote } = yield* enrolled()
      const notified = yield* enrol(owner.id)
      yield* (yield* Accounts).saveSettings(
        owner.id,
        notified.id,
        settings({ notificationEndpointUrl: "https://owner.test/notices", notificationEvents: ["script_changed"] })
      )

      yield* promote("1.1.0")

      const of = new Set([account.id, notified.id])
      const message = "Version 1.1.0 of the bank's script reads the account from now on"
      const heard = yield* sql`select account_id as account, data from events where type = 'script.changed'
        and account_id in (${account.id}, ${notified.id}) order by id`
      assert.sameDeepMembers(
        heard.map((row) => Object(row)),
        [account, notified].map(({ id }) => ({ account: id, data: { message } }))
      )
      const queued = posted.filter(({ accountId, event }) => event === "script_changed" && of.has(accountId))
      assert.deepStrictEqual(
        queued.map(({ accountId }) => accountId),
        [notified.id]
      )
      assert.include(queued[0]?.body, JSON.stringify(message))
    })
  )

  it.effect(
    "is missing for a version that sends more, until the owner agrees: and nobody else's agreement counts",
    () =>
      Effect.gen(function* () {
        const consents = yield* Consents
        const { account, creator, enrol, promote } = yield* enrolled()
        const authors = yield* enrol(creator.id)
        yield* promote("2.0.0", transfer)

        const message = "the bank's page sends POST /transfer after the login"
        assert.deepStrictEqual(yield* missing(account.id), [message])
        assert.deepStrictEqual(yield* failuresOf(account.id), [
          { kind: "action_required", message: `Waits for its owner's consent: ${message}`, blocked: false }
        ])
        // Who promotes it has agreed to it.
        assert.deepStrictEqual(yield* missing(authors.id), [])

        const { fingerprint } = yield* consents.read(account.id)
        assert.deepStrictEqual((yield* consents.agree(account.id, fingerprint)).missing, [])
        assert.deepStrictEqual((yield* told(account.id))[0], "consent.given")
      })
  )

  it.effect("is given to what the owner has seen: if more is asked for meanwhile, it is refused", () =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const { account, promote } = yield* enrolled()
      yield* promote("2.0.0", transfer)
      const { fingerprint } = yield* consents.read(account.id)
      yield* promote("2.1.0", {
        requests: [...transfer.requests, { method: "POST", path: "/loans", phases: ["extract", "logout"] }]
      })

      const refused = yield* Effect.flip(consents.agree(account.id, fingerprint))

      assert.strictEqual(refused._tag, "ConsentChanged")
      assert.strictEqual((yield* missing(account.id)).length, 2)
    })
  )

  it.effect("is given to what the owner has seen when they enrol: if more is asked for meanwhile, it is refused", () =>
    Effect.gen(function* () {
      const [accounts, banks] = [yield* Accounts, yield* Banks]
      const { bank, owner, promote } = yield* enrolled()
      const { fingerprint } = yield* banks.get(bank.id)
      const enrol = (seen: string) => accounts.create(owner.id, { bankId: bank.id, name: "Second", fingerprint: seen })
      yield* promote("2.0.0", transfer)

      const refused = yield* Effect.flip(enrol(fingerprint))
      const account = yield* enrol((yield* banks.get(bank.id)).fingerprint)

      assert.strictEqual(refused._tag, "ConsentChanged")
      assert.deepStrictEqual(yield* missing(account.id), [])
      assert.strictEqual(
        (yield* (yield* Consents).read(account.id)).fingerprint,
        (yield* banks.get(bank.id)).fingerprint
      )
    })
  )

  it.effect("of many that enrol while more is asked for, none agrees to more than they have seen", () =>
    Effect.gen(function* () {
      const [accounts, banks] = [yield* Accounts, yield* Banks]
      const { bank, owner, promote } = yield* enrolled()
      const { fingerprint } = yield* banks.get(bank.id)
      const enrol = (nth: number) =>
        Effect.result(accounts.create(owner.id, { bankId: bank.id, name: `account ${nth}`, fingerprint }))
      const [, ...enrolments] = yield* Effect.all(
        [Effect.result(promote("2.0.0", transfer)), ...Array.from({ length: 10 }, (_, nth) => enrol(nth))],
        { concurrency: "unbounded" }
      )

      const made = enrolments.flatMap((each) =>
        each._tag === "Success" && "name" in each.success ? [each.success] : []
      )
      for (const { id } of made) assert.strictEqual((yield* missing(id)).length, 1)
    })
  )

  it.effect("is missing for a version that holds its login to less than the one that was agreed to", () =>
    Effect.gen(function* () {
      const consents = yield* Consents
      const { enrol, owner, promote } = yield* enrolled()
      const login = (...paths: ReadonlyArray<string>) => ({
        requests: paths.map((path) => ({ method: "POST", path, phases: ["login"] }))
      })
      yield* promote("2.0.0", login("/login", "/code"))
      const { id } = yield* enrol(owner.id)
      assert.deepStrictEqual((yield* consents.read(id)).agreed?.login, ["POST /code", "POST /login"])

      yield* promote("2.1.0", login("/login"))
      assert.deepStrictEqual(yield* missing(id), [])
      yield* promote("2.2.0", login("/login", "/transfer"))
      assert.deepStrictEqual(yield* missing(id), ["the bank's page sends POST /transfer in the login"])
      yield* promote("2.3.0")
      assert.deepStrictEqual(yield* missing(id), ["the bank's page sends whatever the script likes in the login"])
      yield* consents.agree(id, (yield* consents.read(id)).fingerprint)
      assert.deepStrictEqual(yield* missing(id), [])
    })
  )

  it.effect("isn't needed for a list of requests that its login is held to from now on", () =>
    Effect.gen(function* () {
      const { account, promote } = yield* enrolled()
      yield* promote("2.0.0", { requests: [{ method: "POST", path: "/login", phases: ["login"] }] })
      assert.deepStrictEqual(yield* missing(account.id), [])
    })
  )

  it.effect("is missing for a version that types the password into a field that shows it", () =>
    Effect.gen(function* () {
      const [banks, consents, registry] = [yield* Banks, yield* Consents, yield* ScriptRegistry]
      const { account, bank, enrol, owner, promote } = yield* enrolled()
      const script = yield* promote("2.0.0", { passwordFields: "text" })

      const message = "the password is typed into a field that shows it"
      assert.deepStrictEqual(yield* missing(account.id), [message])
      assert.deepStrictEqual(yield* failuresOf(account.id), [
        { kind: "action_required", message: `Waits for its owner's consent: ${message}`, blocked: false }
      ])
      // Who looks at the bank, the version or the consent finds it there.
      assert.strictEqual((yield* banks.get(bank.id)).service.active?.passwordFields, "text")
      assert.strictEqual((yield* registry.get(script.id)).passwordFields, "text")
      const { asked, fingerprint } = yield* consents.read(account.id)
      assert.strictEqual(asked.passwordFields, "text")
      // Who enrols now has seen it.
      assert.deepStrictEqual(yield* missing((yield* enrol(owner.id)).id), [])

      assert.deepStrictEqual((yield* consents.agree(account.id, fingerprint)).missing, [])
      yield* promote("2.1.0")
      assert.deepStrictEqual(yield* missing(account.id), [])
    })
  )

  it.effect("isn't an administrator's to give where owners agree", () =>
    Effect.gen(function* () {
      const { account, creator, promote } = yield* enrolled()
      yield* seedAdministrators([creator.email], "open")
      yield* promote("2.0.0", transfer)
      assert.strictEqual((yield* missing(account.id)).length, 1)
    })
  )
})

layer(Layer.fresh(servicesOf("administrators")))("an administrator's consent", (it) => {
  it.effect("is for all, and nobody else's is", () =>
    Effect.gen(function* () {
      const banks = yield* Banks
      const { account, bank, promote } = yield* enrolled()
      const boss = yield* seedUser()
      yield* seedAdministrators([boss.email], "open")

      yield* promote("2.0.0", transfer)
      assert.strictEqual((yield* missing(account.id)).length, 1)
      yield* promote("2.1.0", transfer, boss.id)
      assert.deepStrictEqual(yield* missing(account.id), [])
      yield* banks.addOrigins(boss.id, bank.id, ["https://cards.bank.test"])
      assert.deepStrictEqual(yield* missing(account.id), [])
    })
  )
})
