/** Our outbox and our worker as they are run, on real sockets, with settings and secrets that are encrypted in the database. */
import {
  Accounts,
  type AccountSettings,
  deliveryWorkerLayer,
  Outbox,
  OutboxNotifier,
  outboundHttpLayer,
  Transactor,
  Vault
} from "@counterfoil/core"
import { Database, StoreLayers } from "@counterfoil/store"
import { Effect, Layer, ManagedRuntime, Redacted, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccounts } from "../../tools/simulate/accounts.ts"
import { bodyOf, type Contender } from "./Contender.ts"

const keyRing = { current: "bench", keys: new Map([["bench", Redacted.make(new Uint8Array(32).fill(7))]]) }

/** As an owner saves them; and a secret that signs. */
const save = Effect.fnUntraced(function* (settings: AccountSettings) {
  const accounts = yield* Accounts
  const account = yield* accounts.find(settings.accountId)
  const userId = account?.userId ?? ""
  const input = Struct.omit(settings, [
    "id",
    "accountId",
    "credentialsVersion",
    "bankUsername",
    "webhookAddress",
    "notificationAddress"
  ])
  yield* accounts.saveSettings(userId, settings.accountId, input)
  yield* accounts.rotateWebhookSecret(userId, settings.accountId)
})

export const startOurs = async (url: Redacted.Redacted<string>, urls: ReadonlyArray<string>): Promise<Contender> => {
  const database = Database.layer({ url })
  const settings = await Effect.runPromise(Effect.provide(seedAccounts(urls), database))
  const accounts = [...settings.keys()]
  const store = Layer.mergeAll(StoreLayers, OutboxNotifier.layer).pipe(Layer.provideMerge(database))
  const foundations = Layer.mergeAll(Outbox.layer, outboundHttpLayer({ allow: ["127.0.0.0/8"] })).pipe(
    Layer.provideMerge(Vault.layer(keyRing))
  )
  const world = Layer.provideMerge(Accounts.layer, Layer.provideMerge(foundations, store))
  const runtime = ManagedRuntime.make(Layer.provideMerge(deliveryWorkerLayer(), world))

  const enqueue = Effect.fnUntraced(function* (endpoints: ReadonlyArray<number>) {
    const outbox = yield* Outbox
    const transactor = yield* Transactor
    const sql = yield* SqlClient.SqlClient
    const entries = endpoints.map((endpoint, nth) => ({
      accountId: accounts[endpoint] ?? "",
      lane: "result" as const,
      event: "matched",
      body: bodyOf(nth)
    }))
    yield* transactor.transact(outbox.putAll(entries))
    // Nobody else enqueues, and later ids sort later: these are the last, the newest first.
    const rows = yield* sql<{
      id: string
    }>`select message_id as id from outbox o order by o.id desc limit ${entries.length}`.unprepared
    return rows.map(({ id }) => id).toReversed()
  })
  await runtime.runPromise(Effect.forEach(settings.values(), save, { discard: true }))
  return {
    name: "counterfoil",
    enqueue: (endpoints) => runtime.runPromise(enqueue(endpoints)),
    stop: () => runtime.dispose()
  }
}
