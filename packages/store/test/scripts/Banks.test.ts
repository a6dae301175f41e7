import { ActivityLog, Banks, emailKeyOf, seedAdministrators } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { consentsLayer } from "../consents.ts"
import { seedAccount, seedUser } from "../seed.ts"

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)

/** Banks of an installation with these administrators. */
const withAdmins = (emails: ReadonlyArray<string>) => {
  const consents = consentsLayer("owners", emails.length === 0 ? "everybody" : "administrators")
  const named = Layer.effectDiscard(seedAdministrators(emails.map(emailKeyOf), "open"))
  return Effect.provide(Layer.fresh(Layer.provide(Banks.layer, Layer.merge(consents, named))))
}

let count = 0
const newCode = () => `demo-${++count}`

layer(Base)("Banks", (it) => {
  it.effect("adds a bank whose origin is that of its login page, and shows it to everybody", () =>
    Effect.gen(function* () {
      const banks = yield* Banks
      const user = yield* seedUser()
      const code = newCode()

      const bank = yield* banks.create(user.id, {
        code,
        name: "Demo",
        loginUrl: "https://login.demo.test:8443/start?x=1"
      })

      assert.deepInclude(bank, { code, loginUrl: "https://login.demo.test:8443/start?x=1", createdBy: user.id })
      assert.deepStrictEqual(bank.origins, ["https://login.demo.test:8443"])
      assert.deepInclude(yield* banks.list, bank)
      assert.deepInclude(yield* banks.get(bank.id), {
        bank,
        scripts: [],
        service: { creator: { name: null, isAdministrator: false }, active: null }
      })
    }).pipe(withAdmins([]))
  )

  it.effect("refuses a code that is taken, also by several at once", () =>
    Effect.gen(function* () {
      const banks = yield* Banks
      const user = yield* seedUser()
      const code = newCode()

      const results = yield* Effect.all(
        [1, 2, 3].map(() => Effect.result(banks.create(user.id, { code, name: "Demo" }))),
        { concurrency: "unbounded" }
      )

      assert.deepStrictEqual(
        results.map((result) => (result._tag === "Failure" ? result.failure._tag : "made")).sort(),
        ["BankCodeTaken", "BankCodeTaken", "made"]
      )
    }).pipe(withAdmins([]))
  )

  it.effect("says what is wrong with a code, a name or a login page", () =>
    Effect.gen(function* () {
      const banks = yield* Banks
      const user = yield* seedUser()
      const problemOf = (input: { code: string; name: string; loginUrl?: string }) =>
        Effect.map(Effect.flip(banks.create(user.id, input)), (error) => error.message)

      const codes = yield* Effect.forEach([" ", "a\tb", "\ud800", "x".repeat(64)], (code) =>
        problemOf({ code, name: "Demo" })
      )
      const urls = yield* Effect.forEach(
        ["login.test", "ftp://login.test", "https://me:secret@login.test", "https:login.test", "https://lo gin.test"],
        (loginUrl) => problemOf({ code: newCode(), name: "Demo", loginUrl })
      )

      assert.deepStrictEqual(codes, [
        "code and name are required",
        "code must not contain control characters",
        "code must not contain control characters",
        "code must be at most 63 characters"
      ])
      assert.strictEqual(yield* problemOf({ code: newCode(), name: " " }), "code and name are required")
      assert.deepStrictEqual(
        new Set(urls),
        new Set(["loginUrl must be an absolute http or https URL without credentials"])
      )
      assert.strictEqual(
        yield* problemOf({ code: newCode(), name: "De\0mo" }),
        "name must not contain control characters"
      )
      // A name that looks like another bank's.
      for (const name of ["BB\u200bVA", "\u202eAVBB", "BBVA\u2028Log in again"]) {
        assert.strictEqual(
          yield* problemOf({ code: newCode(), name }),
          "name must not contain characters that can't be seen"
        )
      }
      assert.include(yield* problemOf({ code: "bbva\u00ad", name: "BBVA" }), "can't be seen")
    }).pipe(withAdmins([]))
  )

  it.effect("takes any printable code", () =>
    Effect.gen(function* () {
      const banks = yield* Banks
      const user = yield* seedUser()
      const codes = [`BBVA ${newCode()}`, `Crédit/${newCode()}`, "x".repeat(63)]

      const created = yield* Effect.forEach(codes, (code) => banks.create(user.id, { code, name: "Demo" }))

      assert.deepStrictEqual(
        created.map(({ code }) => code),
        codes
      )
    }).pipe(withAdmins([]))
  )

  it.effect("knows no bank by an unknown or malformed id", () =>
    Effect.gen(function* () {
      const banks = yield* Banks

      const errors = yield* Effect.forEach(["demo", "01990000-0000-7000-8000-000000000000"], (id) =>
        Effect.flip(banks.get(id))
      )

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        ["BankNotFound", "BankNotFound"]
      )
    }).pipe(withAdmins([]))
  )

  it.effect("lets only administrators add banks where there are any", () =>
    Effect.gen(function* () {
      const admin = yield* seedUser()
      const user = yield* seedUser()
      const create = (userId: string) =>
        Effect.flatMap(Banks, (banks) => banks.create(userId, { code: newCode(), name: "Demo" })).pipe(
          withAdmins([admin.email.toUpperCase()])
        )

      const refused = yield* Effect.flip(create(user.id))
      const bank = yield* create(admin.id)

      assert.strictEqual(refused._tag, "NotPermitted")
      assert.strictEqual(bank.createdBy, admin.id)
    })
  )

  it.effect("is changed and deleted by its creator and by administrators, and by nobody else", () =>
    Effect.gen(function* () {
      const admin = yield* seedUser()
      const creator = yield* seedUser()
      const stranger = yield* seedUser()
      const bank = yield* Effect.flatMap(Banks, (banks) =>
        banks.create(creator.id, { code: newCode(), name: "Demo" })
      ).pipe(withAdmins([]))
      const asked = <A, E>(use: (banks: Banks["Service"]) => Effect.Effect<A, E>) =>
        Effect.flatMap(Banks, use).pipe(withAdmins([admin.email]))

      const renamed = yield* asked((banks) => banks.change(creator.id, bank.id, { name: "Other" }))
      const retired = yield* asked((banks) => banks.change(admin.id, bank.id, { status: "retired" }))
      const refused = [
        yield* Effect.flip(asked((banks) => banks.change(stranger.id, bank.id, { name: "Mine" }))),
        yield* Effect.flip(asked((banks) => banks.remove(stranger.id, bank.id)))
      ]
      yield* asked((banks) => banks.remove(admin.id, bank.id))

      assert.deepStrictEqual([renamed.name, renamed.status], ["Other", "active"])
      assert.deepStrictEqual([retired.name, retired.status], ["Other", "retired"])
      assert.deepStrictEqual(
        refused.map(({ _tag }) => _tag),
        ["NotPermitted", "NotPermitted"]
      )
      assert.strictEqual((yield* Effect.flip(asked((banks) => banks.get(bank.id))))._tag, "BankNotFound")
    })
  )

  it.effect("widens the origins for the creator, and for administrators only once others have accounts there", () =>
    Effect.gen(function* () {
      const admin = yield* seedUser()
      const creator = yield* seedUser()
      const stranger = yield* seedUser()
      const bank = yield* Effect.flatMap(Banks, (banks) =>
        banks.create(creator.id, { code: newCode(), name: "Demo", loginUrl: "https://a.test/login" })
      ).pipe(withAdmins([]))
      const widen = (userId: string, origin: string) =>
        Effect.flatMap(Banks, (banks) => banks.addOrigins(userId, bank.id, [origin])).pipe(withAdmins([admin.email]))

      const own = yield* widen(creator.id, "https://B.test/")
      const foreign = yield* Effect.flip(widen(stranger.id, "https://c.test"))
      const account = yield* seedAccount(stranger.id, bank.id)
      const late = yield* Effect.flip(widen(creator.id, "https://c.test"))
      const byAdmin = yield* widen(admin.id, "https://c.test")
      const path = yield* Effect.flip(widen(admin.id, "https://d.test/login"))

      assert.deepStrictEqual(own.origins, ["https://a.test", "https://b.test"])
      assert.deepStrictEqual([foreign._tag, late._tag, path._tag], ["NotPermitted", "NotPermitted", "InvalidInput"])
      assert.deepStrictEqual(byAdmin.origins, ["https://a.test", "https://b.test", "https://c.test"])
      // Where administrators agree for all, one who repeats them does.
      yield* widen(admin.id, "https://c.test")
      const told = yield* Effect.flatMap(ActivityLog, (activity) => activity.list(account.id, { limit: 10 }))
      const data = { change: "origins", origins: ["https://c.test"] }
      assert.deepStrictEqual(
        told.map((one) => one.data),
        [data, data]
      )
    })
  )

  it.effect("takes fifty origins, none of them twice or longer than a name of a host, and tells of new ones only", () =>
    Effect.gen(function* () {
      const activity = yield* ActivityLog
      const creator = yield* seedUser()
      const banks = yield* Banks
      const bank = yield* banks.create(creator.id, {
        code: newCode(),
        name: "Demo",
        loginUrl: "https://0.many.test/login"
      })
      const account = yield* seedAccount(creator.id, bank.id)
      const numbered = (from: number, to: number) =>
        Array.from({ length: to - from }, (_, nth) => `https://${from + nth}.many.test`)
      const widen = (origins: ReadonlyArray<string>) => banks.addOrigins(creator.id, bank.id, origins)

      const most = yield* widen([...numbered(0, 50), ...numbered(0, 50)])
      yield* widen(numbered(1, 50))
      const beyond = yield* Effect.flip(widen(["https://50.many.test"]))
      const long = yield* Effect.flip(widen([`https://${"a.".repeat(200)}test`]))
      const located = yield* Effect.flip(
        banks.create(creator.id, { code: newCode(), name: "Demo", loginUrl: `https://a.test/${"a".repeat(2_000)}` })
      )

      assert.deepStrictEqual(most.origins, numbered(0, 50))
      assert.strictEqual(beyond.message, "origins must be at most 50 of a bank: it has 50")
      assert.strictEqual(long.message, "origins must be like https://login.bank.example, without a path")
      assert.strictEqual(located.message, "loginUrl must be at most 2000 characters")
      const told = yield* activity.list(account.id, { limit: 10 })
      assert.deepStrictEqual(
        told.map(({ data }) => data),
        [{ change: "origins", origins: numbered(1, 50) }]
      )
    }).pipe(withAdmins([]))
  )

  it.effect("gives it another name for administrators only once others have accounts there, and tells them", () =>
    Effect.gen(function* () {
      const [admin, creator, customer] = [yield* seedUser(), yield* seedUser(), yield* seedUser()]
      const activity = yield* ActivityLog
      const bank = yield* Effect.flatMap(Banks, (banks) =>
        banks.create(creator.id, { code: newCode(), name: "Some bank" })
      ).pipe(withAdmins([]))
      const rename = (userId: string, name: string) =>
        Effect.flatMap(Banks, (banks) => banks.change(userId, bank.id, { name })).pipe(withAdmins([admin.email]))
      const account = yield* seedAccount(customer.id, bank.id)

      const refused = yield* Effect.flip(rename(creator.id, "BBVA"))
      const retired = yield* Effect.flatMap(Banks, (banks) =>
        banks.change(creator.id, bank.id, { name: "Some bank", status: "retired" })
      ).pipe(withAdmins([admin.email]))
      const renamed = yield* rename(admin.id, "Some bank S.A.")

      assert.strictEqual(
        refused.message,
        "Other people have accounts at this bank: only administrators may give it another name"
      )
      assert.deepStrictEqual([retired.status, renamed.name], ["retired", "Some bank S.A."])
      assert.deepStrictEqual(
        (yield* activity.list(account.id, { limit: 10 })).map(({ kind, message }) => [kind, message]),
        [["script.changed", 'The bank is called "Some bank S.A." now, not "Some bank"']]
      )
    })
  )
})
