/** A message that is asked for again and again: each delivery has its whole body, and would stay for ever. */
import { Deliveries, Outbox } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { startReceiver } from "../delivery/Receiver.ts"
import { Base, inAnHour, put, withWorker } from "../delivery/support.ts"
import { becomes, messagesOf, newAccount } from "../delivery/world.ts"
import { seedMovement, seedRequest } from "../seed.ts"

const Services = Deliveries.layer.pipe(Layer.provideMerge(Base))

/** What moves a message on without a receiver. */
const deliverAll = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update outbox set status = 'delivering' where account_id = ${accountId} and status = 'pending'`
  yield* sql`update outbox set status = 'delivered' where account_id = ${accountId} and status = 'delivering'`
})

layer(Services, { excludeTestServices: true })("A message that is sent again", (it) => {
  it.effect("is queued once, however often it is asked for before it leaves", () =>
    Effect.gen(function* () {
      const [outbox, deliveries] = [yield* Outbox, yield* Deliveries]
      const account = yield* newAccount()
      const request = yield* seedRequest(account, { status: "matched" })
      const movementId = yield* seedMovement(account.id)
      yield* put(account.id, { requestId: request.id })
      yield* put(account.id, { movementId, event: "movement" })
      yield* put(account.id, { lane: "notification", event: "login_failed" })
      yield* deliverAll(account.id)
      const told = yield* messagesOf(account.id)

      for (let nth = 0; nth < 3; nth++) {
        yield* outbox.replay({ requestId: request.id })
        yield* outbox.replay({ movementId })
        yield* Effect.forEach(told, ({ id }) => deliveries.replay(account.userId, id))
      }

      const waiting = (yield* messagesOf(account.id)).slice(3)
      assert.sameMembers(
        waiting.map(({ messageId }) => messageId),
        told.map(({ messageId }) => messageId)
      )
    })
  )

  it.effect("and fails is tried at once when it is asked for, in place of another one beside it", () =>
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const shop = yield* startReceiver(500)
      const account = yield* newAccount({ webhookUrl: shop.url })
      const request = yield* seedRequest(account, { status: "matched" })
      yield* put(account.id, { requestId: request.id })
      const failed = Effect.gen(function* () {
        for (;;) {
          const [message] = yield* becomes(account.id, "pending")
          if (message?.attempts === 1) return
        }
      })
      yield* failed
      shop.state.answer = 204
      yield* outbox.replay({ requestId: request.id })
      const [message] = yield* becomes(account.id, "delivered")
      assert.strictEqual(message?.attempts, 2)
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("leaves its first delivery and the latest twenty, and nothing of other messages goes", () =>
    Effect.gen(function* () {
      const deliveries = yield* Deliveries
      const account = yield* newAccount()
      const request = yield* seedRequest(account, { status: "matched" })
      yield* put(account.id, { requestId: request.id, event: "ambiguous" })
      yield* put(account.id, { requestId: request.id })
      yield* deliverAll(account.id)
      const [other, first] = yield* messagesOf(account.id)

      for (let nth = 0; nth < 25; nth++) {
        yield* deliveries.replay(account.userId, first?.id ?? "")
        yield* deliverAll(account.id)
      }

      const left = yield* messagesOf(account.id)
      assert.deepStrictEqual(
        left.slice(0, 2).map(({ id }) => id),
        [other?.id, first?.id]
      )
      // The latest one is beside the twenty that were there when it was asked for.
      assert.strictEqual(left.filter(({ messageId }) => messageId === first?.messageId).length, 22)
    })
  )
})
