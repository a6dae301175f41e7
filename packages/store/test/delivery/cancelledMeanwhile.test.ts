/** What is cancelled between the moment in which a worker takes it and the one in which it would leave. */
import { MovementRepository, Outbox, type OutboxEntry } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { holdAt } from "./holdAt.ts"
import { startReceiver } from "./Receiver.ts"
import { Base, put, withWorker } from "./support.ts"
import { attemptsOf, becomes, messagesOf, newAccount, seedMovement } from "./world.ts"

const assistanceId = "018f0000-0000-7000-8000-00000000a551"

layer(Base, { excludeTestServices: true })("a message that was claimed and is cancelled before it left", (it) => {
  const cases: ReadonlyArray<readonly [why: string, entry: Partial<OutboxEntry>]> = [
    ["its movement is excluded", { event: "movement" }],
    ["the question that it tells of is answered", { lane: "notification", event: "otp_required", assistanceId }],
    ["its account is deleted", { event: "matched" }]
  ]
  it.effect.each(cases)("doesn't leave, and was never tried: %s", ([, entry]) =>
    Effect.gen(function* () {
      const { cancel } = yield* Outbox
      const shop = yield* startReceiver()
      const account = yield* newAccount({ webhookUrl: shop.url, notificationUrl: shop.url })
      const other = yield* newAccount({ webhookUrl: shop.url })
      const movementId = yield* seedMovement(account.id)
      const node = yield* holdAt("delivery.begun")
      yield* Effect.gen(function* () {
        yield* put(account.id, entry.event === "movement" ? { ...entry, movementId } : entry)
        yield* node.reached
        assert.strictEqual((yield* messagesOf(account.id))[0]?.status, "delivering")
        yield* cancel(
          entry.event === "movement"
            ? { movementIds: [movementId] }
            : entry.assistanceId === undefined
              ? { accountId: account.id }
              : { assistanceId }
        )
        yield* node.release
        yield* put(other.id)
        yield* shop.next
        yield* becomes(other.id, "delivered")
      }).pipe(withWorker(), node.held)

      assert.strictEqual(shop.state.received.length, 1)
      assert.deepStrictEqual(yield* attemptsOf(account.id), [])
      assert.deepStrictEqual(
        (yield* messagesOf(account.id)).map(({ attempts, status }) => [status, attempts]),
        [["cancelled", 0]]
      )
    })
  )

  it.effect(
    "was told all the same where the shop has answered by then: it isn't told again once its movement is in",
    () =>
      Effect.gen(function* () {
        const { cancel } = yield* Outbox
        const { heldBack } = yield* MovementRepository
        const shop = yield* startReceiver()
        const account = yield* newAccount({ webhookUrl: shop.url })
        const movementId = yield* seedMovement(account.id)
        const node = yield* holdAt("delivery.answered")
        yield* Effect.gen(function* () {
          yield* put(account.id, { event: "movement", movementId })
          yield* node.reached
          yield* cancel({ movementIds: [movementId] })
          yield* node.release
        }).pipe(withWorker(), node.held)

        assert.deepStrictEqual(
          (yield* messagesOf(account.id)).map(({ status }) => status),
          ["delivered"]
        )
        assert.deepStrictEqual(
          (yield* attemptsOf(account.id)).map(({ outcome }) => outcome),
          ["delivered"]
        )
        assert.deepStrictEqual(yield* heldBack([movementId]), [])
      })
  )
})
