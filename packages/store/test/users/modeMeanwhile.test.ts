/** Somebody leaves reconcile in the moment in which an order is matched. */
import { Users } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { QuickHasher } from "../passwords.ts"
import { seedAccount, seedRequest } from "../seed.ts"
import { untilDoneOrWaiting } from "../waiting.ts"

const Base = Layer.provideMerge(Layer.merge(StoreLayers, QuickHasher), TestDatabase.layer)

layer(Layer.provideMerge(Users.layer({ registration: "open", administrators: [] }), Base), {
  excludeTestServices: true
})("a user who leaves reconcile", (it) => {
  it.effect("leaves an order alone that is matched in that moment, and cancels the others", () =>
    Effect.gen(function* () {
      const [sql, users] = [yield* SqlClient.SqlClient, yield* Users]
      const password = Redacted.make("correct horse")
      const user = yield* users.register({ email: "leaves@example.test", password })
      yield* users.setOperationMode(user.id, "reconcile")
      const account = yield* seedAccount(user.id)
      const paid = yield* seedRequest(account, { status: "processing" })
      const open = yield* seedRequest(account, { status: "pending" })
      const isLocked = yield* Latch.make()
      const left = yield* Effect.forkChild(
        Effect.andThen(isLocked.await, users.setOperationMode(user.id, "passthrough"))
      )

      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`update conciliation_requests set status = 'matched' where id = ${paid.id}`
          yield* isLocked.open
          yield* untilDoneOrWaiting(left)
        })
      )
      yield* Fiber.join(left)

      const rows = yield* sql<{ id: string; status: string }>`
        select id, status from conciliation_requests where account_id = ${account.id}`
      const after = new Map(rows.map(({ id, status }) => [id, status]))
      assert.deepStrictEqual([after.get(paid.id), after.get(open.id)], ["matched", "cancelled"])
    })
  )
})
