/** A user, a bank with its script, an account with its settings. */
import { Effect } from "effect"
import { introduce, listToken, publishVersion, reconcileSettings, type Stage } from "../cast.ts"
import { enrol, machineWith, owner } from "../Person.ts"
import { openStream } from "../Stream.ts"
import { anaPassword, orders, payments } from "../world.ts"

export const enrolment = Effect.fnUntraced(function* ({ bank, base, narrator, shop }: Stage) {
  const person = yield* narrator.step(
    "a user registers, logs in and chooses the mode reconcile",
    enrol(base, owner.email, "Shop Owner", "reconcile")
  )
  const bankId = yield* narrator.step(
    "a bank is created; version 1.0.0 of its script is published and promoted",
    Effect.gen(function* () {
      const { id } = yield* person.createBank("demo-bank", "Banco Demo", `${bank.url}/login`)
      yield* publishVersion(person, id, "1.0.0")
      return id
    })
  )
  yield* narrator.step(
    `the shop waits for ${orders.length} orders, and ${payments.length} payments arrive at the bank`,
    shop.listAuth("main", listToken).pipe(Effect.andThen(shop.addOrders(orders)), Effect.andThen(bank.pay(payments)))
  )
  const accountId = yield* narrator.step(
    "an account is enrolled: credentials, order endpoint, webhook, one-shot sessions, assisted login",
    Effect.gen(function* () {
      const { id } = yield* person.createAccount(bankId, "Shop account")
      yield* person.configure(id, reconcileSettings(shop, anaPassword))
      yield* introduce(shop, person, id, "ana")
      return id
    })
  )
  const machine = machineWith(base, yield* person.createKey("OTP machine"))
  const stream = yield* openStream(base, person.token)
  return { person, bankId, accountId, machine, stream }
})
