import { type ScrapedMovement, Statement } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { addMovement, change, layers, newCustomer, visit } from "./bankVisit.ts"

const decodeStatement = Schema.decodeUnknownEffect(Statement)

/** The brand's scripts, and what each prints of a movement. */
const brands = [
  { bank: "demo-caja", prints: ["date", "amount", "description", "id", "balance"] },
  { bank: "demo-uno", prints: ["date", "amount", "description", "id", "pending"] },
  { bank: "demo-ficheros", prints: ["date", "amount", "description", "id", "balance"] }
] as const

const pick = (movement: ScrapedMovement, fields: ReadonlyArray<keyof ScrapedMovement>) =>
  Object.fromEntries(fields.map((field) => [field, movement[field]]))

/** Logs in, reads all, logs out. */
const readAs = Effect.fnUntraced(function* (options: Parameters<typeof visit>[0]) {
  const bank = yield* visit(options)
  assert.strictEqual(yield* bank.invoke("login"), "authenticated")
  const statement = yield* bank
    .invoke("extract", { since: "2020-01-01", account: {} })
    .pipe(Effect.flatMap(decodeStatement))
  assert.isNull(yield* bank.invoke("logout"))
  return { statement, told: bank.told.map(({ verb }) => verb), log: bank.log }
}, Effect.scoped)

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/** A customer with more rows than any brand puts on a page, one of them pending; signs that need encoding. */
const busyCustomer = Effect.gen(function* () {
  const customer = yield* newCustomer({ showsReference: true })
  for (let nth = 1; nth <= 5; nth += 1) {
    yield* addMovement(customer, {
      kind: "card",
      amount: `${nth}050.40`,
      description: `COMPRA Nº ${nth}; "CAFÉ"`,
      date: day(20 + nth)
    })
  }
  yield* addMovement(customer, { amount: "80.00", payer: "Nora Quiroga", pending: true })
  return customer
})

layer(layers, { excludeTestServices: true })("scripts for banks that are built differently", (it) => {
  // In a hurry others of their kind are read, by `strangeBrands.test.ts`.
  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "all read the same movements: from tables, a keypad's frames, a single-page app and files",
    () =>
      Effect.gen(function* () {
        const customer = yield* busyCustomer
        const classic = yield* readAs({ version: "1.1.0", customer })
        yield* change(customer, { asksSmsCode: true })

        for (const { bank, prints } of brands) {
          const { log, statement, told } = yield* readAs({ version: "1.0.0", bank, customer })
          const known = classic.statement.movements.filter(({ pending }) => pending !== true || bank === "demo-uno")
          assert.deepStrictEqual(
            statement.movements.map((movement) => pick(movement, prints)),
            known.map((movement) => pick(movement, prints)),
            bank
          )
          assert.deepStrictEqual(told, [bank === "demo-uno" ? "otp.approval" : "otp.request", "otp.accepted"], bank)
          assert.deepStrictEqual(log, [], bank)
          assert.deepInclude(statement.coverage, { from: "2020-01-01", complete: true }, bank)
        }
      })
  )

  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "say invalid_credentials of a wrong password, and account_locked of the third",
    () =>
      Effect.gen(function* () {
        const customer = yield* newCustomer()
        const kinds: Array<string> = []
        for (const { bank } of brands) {
          const visiting = yield* visit({ version: "1.0.0", bank, customer })
          yield* visiting.setPassword("not-the-password")
          const { failure, message } = yield* Effect.flip(visiting.invoke("login"))
          kinds.push(failure ?? message)
        }

        assert.deepStrictEqual(kinds, ["invalid_credentials", "invalid_credentials", "account_locked"])
      }).pipe(Effect.scoped)
  )

  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "type a code again after a wrong one, and take a refusal in the app for what it is",
    () =>
      Effect.gen(function* () {
        const customer = yield* newCustomer({ asksSmsCode: true })
        const caja = yield* readAs({ version: "1.0.0", bank: "demo-caja", customer, wrongCodes: 1 })
        const uno = yield* visit({ version: "1.0.0", bank: "demo-uno", customer, inApp: "refuse" })

        const refused = yield* Effect.flip(uno.invoke("login"))

        assert.deepStrictEqual(caja.told, ["otp.request", "otp.rejected", "otp.accepted"])
        assert.deepStrictEqual(
          [refused.failure, refused.message.split(" (")[0]],
          ["otp_rejected", "The login was refused in the bank's app"]
        )
      }).pipe(Effect.scoped)
  )
})
