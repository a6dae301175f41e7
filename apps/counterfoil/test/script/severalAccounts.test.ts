/** A login with two accounts at the demo bank: listed, and each read by its name, in one session. */
import { Statement } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { addMovement, layers, newCustomer, visit } from "./bankVisit.ts"

const decodeAccounts = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ bankAccount: Schema.String, name: Schema.String }))
)
const decodeStatement = Schema.decodeUnknownEffect(Statement)

layer(layers, { excludeTestServices: true })("a login with several accounts", (it) => {
  it.effect("is listed, and each account is read by its number or its name, one after the other in one session", () =>
    Effect.gen(function* () {
      const customer = yield* newCustomer({ history: "none" })
      yield* addMovement(customer, { kind: "card", amount: "12.40", description: "CAFE", date: "2026-03-02" })
      yield* addMovement(customer, { kind: "card", amount: "5.00", description: "EXACT", date: "2026-02-27" })
      yield* addMovement(customer, { kind: "card", amount: "7.25", description: "BOOK", date: "2026-02-26" })
      const bank = yield* visit({ version: "1.0.0", bank: "demo-familia", customer })
      assert.strictEqual(yield* bank.invoke("login"), "authenticated")
      const read = (bankAccount: string) =>
        bank.invoke("extract", { since: "2026-01-01", account: { bankAccount } }).pipe(
          Effect.flatMap(decodeStatement),
          Effect.map(({ movements }) => movements.map(({ amount, date, description }) => [date, amount, description]))
        )

      const accounts = yield* Effect.flatMap(bank.invoke("extract", { list: true }), decodeAccounts)
      const savings = yield* read(accounts[1]?.bankAccount ?? "")
      const isOpen = yield* bank.invoke("resume")
      const current = yield* read("Cuenta corriente")
      const unknown = yield* Effect.flip(bank.invoke("extract", { since: "2026-01-01", account: { bankAccount: "0" } }))

      assert.deepStrictEqual(
        accounts.map(({ name }) => name),
        ["Cuenta corriente", "Ahorro"]
      )
      assert.deepStrictEqual(savings, [
        ["2026-03-02", "0.60", "REDONDEO CAFE"],
        ["2026-02-26", "0.75", "REDONDEO BOOK"]
      ])
      assert.isTrue(isOpen)
      assert.deepStrictEqual(current, [
        ["2026-03-02", "-12.40", "CAFE"],
        ["2026-02-27", "-5.00", "EXACT"],
        ["2026-02-26", "-7.25", "BOOK"]
      ])
      assert.strictEqual(unknown.failure, "action_required")
      assert.isNull(yield* bank.invoke("logout"))
    }).pipe(Effect.scoped)
  )
})
