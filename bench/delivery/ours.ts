/** Our outbox and our worker as they are run, on real sockets; the accounts' settings are held in memory. */
import { Accounts, deliveryWorkerLayer, Outbox, OutboxBell, outboundHttpLayer, Transactor } from "@counterfoil/core"
import { Database, StoreLayers } from "@counterfoil/store"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccounts } from "../../tools/simulate/accounts.ts"
import { bodyOf, type Contender, secret } from "./Contender.ts"

export const startOurs = async (url: Redacted.Redacted<string>, urls: ReadonlyArray<string>): Promise<Contender> => {
  const database = Database.layer({ url })
  const settings = await Effect.runPromise(Effect.provide(seedAccounts(urls), database))
  const accounts = [...settings.keys()]
  const given = Layer.mock(Accounts, {
    findSettings: (accountId) => Effect.succeed(settings.get(accountId) ?? null),
    signingSecrets: () => Effect.succeed([Redacted.make(secret)])
  })
  const store = Layer.mergeAll(StoreLayers, OutboxBell.layer).pipe(Layer.provideMerge(database))
  const world = Layer.mergeAll(Outbox.layer, given, outboundHttpLayer({ allow: ["127.0.0.0/8"] }))
  const runtime = ManagedRuntime.make(Layer.provideMerge(deliveryWorkerLayer(), Layer.provideMerge(world, store)))

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
    const before = yield* sql<{ n: string }>`select coalesce(max(id::text), '') as n from outbox`
    yield* transactor.transact(outbox.putAll(entries))
    const rows = yield* sql<{ id: string }>`select message_id as id from outbox where id::text > ${before[0]?.n ?? ""}`
    return rows.map(({ id }) => id)
  })
  await runtime.runPromise(Effect.void)
  return {
    name: "counterfoil",
    enqueue: (endpoints) => runtime.runPromise(enqueue(endpoints)),
    stop: () => runtime.dispose()
  }
}
