import { Transactor } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { startReceiver } from "./Receiver.ts"
import { Base, put, withWorker } from "./support.ts"
import { becomes, messagesOf, newAccount, notifiedAt, seedMovement } from "./world.ts"

layer(Base, { excludeTestServices: true })("DeliveryWorker", (it) => {
  it.effect("keeps no other account's delivery waiting for a movement that somebody holds", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* startReceiver()
      const { transact } = yield* Transactor
      const [one, other] = [yield* newAccount({ webhookUrl: shop.url }), yield* newAccount({ webhookUrl: shop.url })]
      const movementId = yield* seedMovement(one.id)
      const [isHeld, letGo] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const holding = yield* Effect.forkChild(
        transact(
          Effect.gen(function* () {
            yield* sql`select from movements where id = ${movementId} for no key update`
            yield* Deferred.succeed(isHeld, undefined)
            yield* Deferred.await(letGo)
          })
        )
      )
      yield* Deferred.await(isHeld)
      yield* put(one.id, { movementId })
      yield* shop.next
      yield* put(other.id)
      yield* becomes(other.id, "delivered")
      const meanwhile = yield* messagesOf(one.id)
      yield* Deferred.succeed(letGo, undefined)
      yield* Fiber.join(holding)
      yield* becomes(one.id, "delivered")

      assert.strictEqual(meanwhile[0]?.status, "delivering")
      assert.isNotNull(yield* notifiedAt(movementId))
      assert.strictEqual(shop.state.received.length, 2)
    }).pipe(withWorker())
  )
})
