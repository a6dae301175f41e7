import { Statement, type ScrapedMovement } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema, type Scope } from "effect"
import { addMovement, change, layers, newCustomer, setSwitches, type Version, versions, visit } from "./bankVisit.ts"

type Visiting = Effect.Success<ReturnType<typeof visit>>

/** The frozen version before is tried by `npm run verify`; what it reads is compared with the newest in every run. */
const triedVersions = process.env["VERIFY"] === undefined ? versions.slice(-1) : versions

const decodeStatement = Schema.decodeUnknownEffect(Statement)

const everything = "2020-01-01"
const read = (bank: Visiting, since = everything) =>
  bank.invoke("extract", { since, account: {} }).pipe(Effect.flatMap(decodeStatement))

/** Logs in and reads. */
const readAll = (bank: Visiting, since = everything) => Effect.andThen(bank.invoke("login"), read(bank, since))

/** The kind of failure that the phase ends with, and what the owner is told. */
const failure = (phase: ReturnType<Visiting["invoke"]>) =>
  Effect.map(Effect.flip(phase), ({ failure: kind, message }) => [kind, message])

/** What a movement's identity is made of. */
const identityOf = ({ amount, balance, currency, date, description, id, pending }: ScrapedMovement) => ({
  amount,
  balance,
  currency,
  date,
  description,
  id,
  pending
})

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** Thirty old transfers, so that the list has several pages. */
const addMany = (customer: string) =>
  Effect.forEach(
    Array.from({ length: 22 }, (_, index) => index),
    (index) => addMovement(customer, { amount: `${index + 1}.50`, payer: `Payer ${index}`, date: day(30 + index) }),
    { discard: true }
  )

layer(layers, { excludeTestServices: true })("the demo bank's script", (it) => {
  const each = (
    title: string,
    body: (
      version: (typeof versions)[number]
    ) => Effect.Effect<void, unknown, Scope.Scope | Effect.Services<ReturnType<typeof visit>>>
  ) => triedVersions.forEach((version) => it.effect(`${title} (${version})`, () => Effect.scoped(body(version))))

  each("logs in with a code, reads all pages and logs out", (version) =>
    Effect.gen(function* () {
      const customer = yield* newCustomer({ asksSmsCode: true, showsTime: true, showsReference: true })
      yield* addMany(customer)
      yield* addMovement(customer, { amount: "80.00", payer: "Nora Quiroga", pending: true })
      const bank = yield* visit({ version, customer })

      assert.strictEqual(yield* bank.invoke("login"), "authenticated")
      const { coverage, movements, pages, stated } = yield* read(bank)
      assert.isNull(yield* bank.invoke("logout"))

      assert.deepStrictEqual(
        bank.told.map(({ verb }) => verb),
        ["otp.request", "otp.accepted"]
      )
      assert.deepStrictEqual([stated, movements.length], [31, 31])
      assert.deepStrictEqual(
        pages?.map(({ rows, stated: claimed }) => [rows, claimed]),
        [
          [10, 10],
          [10, 10],
          [10, 10],
          [1, 1]
        ]
      )
      assert.deepStrictEqual([coverage.from, coverage.complete], [everything, true])
      const [pending, newest] = movements
      assert.deepInclude(pending, { amount: "80.00", description: "TRF DE QUIROGA NORA", pending: true })
      assert.containsAllKeys(newest, ["time", "id", "balance"])
      assert.isFalse(yield* bank.invoke("keepAlive"))
    })
  )

  it.effect("tells the bank's refusals apart", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const version = "1.2.0"
        const customer = yield* newCustomer()
        const bank = yield* visit({ version, customer })
        const refusal = failure(bank.invoke("login"))

        yield* bank.setPassword("wrong-password")
        assert.deepStrictEqual(yield* refusal, ["invalid_credentials", "Wrong user name or password"])
        yield* bank.setPassword("right-password-1")
        yield* setSwitches(customer, { actionRequired: true })
        assert.deepStrictEqual(yield* refusal, ["action_required", "You must change your password"])
        yield* setSwitches(customer, { actionRequired: null, loggedInElsewhere: true })
        assert.strictEqual((yield* refusal)[0], "session_elsewhere")
        yield* setSwitches(customer, { loggedInElsewhere: null, suspectsRobots: true })
        assert.strictEqual((yield* refusal)[0], "automation_blocked")
        yield* setSwitches(customer, { suspectsRobots: null, maintenance: true })
        assert.strictEqual((yield* refusal)[0], "bank_unavailable")
        yield* setSwitches(customer, { maintenance: null, unavailable: true })
        assert.strictEqual((yield* refusal)[0], "bank_unavailable")
        yield* setSwitches(customer, { unavailable: null })
        yield* change(customer, { locked: true })
        assert.deepStrictEqual(yield* refusal, ["account_locked", "Your access is locked. Please call us."])
      })
    )
  )

  it.effect("asks for another code when the bank refuses the first, and gives up after the second", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const version = "1.0.0"
        const customer = yield* newCustomer({ asksSmsCode: true })
        const mistyped = yield* visit({ version, customer, wrongCodes: 1 })
        assert.strictEqual(yield* mistyped.invoke("login"), "authenticated")
        yield* mistyped.invoke("logout")
        const [, rejected] = mistyped.told
        assert.deepStrictEqual(
          mistyped.told.map(({ verb }) => verb),
          ["otp.request", "otp.rejected", "otp.accepted"]
        )
        assert.deepStrictEqual(rejected?.args, { message: "Wrong code. You have one more try." })

        const twice = yield* visit({ version, customer, wrongCodes: 3 })
        assert.deepStrictEqual(yield* failure(twice.invoke("login")), [
          "otp_rejected",
          "Two wrong codes: please log in again"
        ])
        assert.deepStrictEqual(
          twice.told.map(({ verb }) => verb),
          ["otp.request", "otp.rejected", "otp.rejected"]
        )
      })
    )
  )

  each("reads back to a day, and knows an open session from a closed one", (version) =>
    Effect.gen(function* () {
      const customer = yield* newCustomer()
      yield* addMany(customer)
      const bank = yield* visit({ version, customer })
      assert.isFalse(yield* bank.invoke("resume"))
      yield* bank.invoke("login")
      assert.isTrue(yield* bank.invoke("resume"))

      const since = day(12)
      const { coverage, movements, stated } = yield* read(bank, since)

      assert.deepStrictEqual([coverage.from, coverage.complete], [since, true])
      assert.isAtLeast(movements.filter(({ date }) => date >= since).length, 4)
      // The whole list has more rows than were read: only the filtered one may be counted.
      assert.strictEqual(stated, version === "1.0.0" ? undefined : movements.length)
      assert.isAtMost(movements.length, 10)
    })
  )

  each("reads again when a movement arrives while it turns the pages", (version) =>
    Effect.gen(function* () {
      const customer = yield* newCustomer()
      yield* addMany(customer)
      yield* setSwitches(customer, { shiftWhilePaging: 2 })
      const bank = yield* visit({ version, customer })

      const { movements, stated } = yield* readAll(bank)

      assert.deepStrictEqual([stated, movements.length], [32, 32])
      assert.deepStrictEqual(bank.log, [])
    })
  )

  it.effect("hands over the signs of a broken page, for the host to judge", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const version = "1.0.0"
        const customer = yield* newCustomer()
        yield* setSwitches(customer, { truncateRows: 1, breakBalance: true })
        const bank = yield* visit({ version, customer })

        const { movements, pages, stated } = yield* readAll(bank)

        assert.deepStrictEqual([stated, movements.length, pages], [8, 7, [{ rows: 7, stated: 8 }]])
        assert.match(bank.log[0] ?? "", /the balance .* does not follow from/)
      })
    )
  )

  it.effect("says when the bank ends the session in the middle, or closes", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const version = "1.1.0"
        const customer = yield* newCustomer()
        yield* addMany(customer)
        const bank = yield* visit({ version, customer })
        yield* bank.invoke("login")
        const fails = failure(bank.invoke("extract", { since: everything, account: {} }))
        const ended = ["bank_unavailable", "the bank ended the session while its movements were read"]

        yield* setSwitches(customer, { maintenance: true })
        assert.deepStrictEqual(yield* fails, ["bank_unavailable", "The bank is closed for maintenance or out of order"])
        yield* setSwitches(customer, { maintenance: null, expireAfterPages: 2 })
        assert.deepStrictEqual(yield* fails, ended)
        assert.deepStrictEqual(yield* fails, ended)
      })
    )
  )

  it.effect.runIf(process.env["VERIFY"] !== undefined)("reads the same movements in all versions", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const customer = yield* newCustomer({ showsTime: true, showsReference: true })
        yield* addMany(customer)
        yield* addMovement(customer, {
          amount: "12.00",
          description: 'CARD; "SPECIAL" & <ODD>  TEXT',
          kind: "card",
          date: day(2)
        })
        yield* addMovement(customer, { amount: "12345.67", payer: "Íñigo Muñoz", pending: true })
        const both = (version: Version) =>
          Effect.scoped(
            Effect.gen(function* () {
              const bank = yield* visit({ version, customer })
              const whole = yield* readAll(bank)
              const lately = yield* read(bank, day(40))
              yield* bank.invoke("logout")
              return [whole.movements.map(identityOf), lately.movements.map(identityOf)] as const
            })
          )

        const [whole, partly] = yield* both("1.0.0")
        const [filtered, lately] = yield* both("1.1.0")

        assert.strictEqual(whole.length, 32)
        assert.deepStrictEqual(filtered, whole)
        assert.deepStrictEqual((yield* both("1.2.0"))[0], whole)
        assert.deepStrictEqual(
          lately,
          partly.filter(({ date }) => date >= day(40))
        )
        assert.isBelow(lately.length, whole.length)
      })
    )
  )
})
