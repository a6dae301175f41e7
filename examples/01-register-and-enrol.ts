/** Registers, chooses the operation mode, enrols an account and says what to read and where to send results. */
import { Conflict } from "@counterfoil/api"
import { dashboardClient } from "@counterfoil/api/client"
import { Effect } from "effect"
import { bank, baseUrl, credentials, logIn, run, shop } from "./here.ts"

const program = Effect.gen(function* () {
  const anonymous = yield* dashboardClient({ baseUrl })
  const { ok } = yield* anonymous.meta.ready()
  console.log(ok ? "Counterfoil is ready" : "Counterfoil is starting")

  const registered = anonymous.auth.register({ payload: { ...credentials, name: "You" } })
  // 409: you have run this before.
  yield* Effect.catch(registered, (error) => (error instanceof Conflict ? Effect.void : Effect.fail(error)))

  const client = yield* logIn
  const me = yield* client.me.get()
  yield* client.me.setOperationMode({ payload: { mode: "reconcile" } })
  console.log(`You are ${me.email}`)

  const banks = yield* client.banks.list()
  const known = banks.find(({ code }) => code === bank.code)
  const { code, loginUrl } = bank
  const { id: bankId } = known ?? (yield* client.banks.create({ payload: { code, name: "A bank", loginUrl } }))

  const account = yield* client.accounts.create({ payload: { bankId, name: "Main account" } })
  const settings = yield* client.accounts.saveSettings(account.id, {
    webhook_url: `${shop}/webhooks/results`,
    pending_orders_endpoint: `${shop}/pending-orders`,
    bank_username: bank.username,
    bank_password: bank.password,
    login_mode: "assisted"
  })
  console.log(`${account.name} at ${account.bank}: results go to ${settings.webhook_url}`)
})

await run(program)
