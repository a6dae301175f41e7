/** A code that comes by two channels at the same moment, and that the bank then refuses. */
import {
  AccountCommands,
  ActivityLog,
  CodeRepository,
  EventLog,
  keptRefusedCodes,
  NoPendingAssistance,
  ReceivedCodes,
  RefusedCodes
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Effect, Layer, Redacted, Stream } from "effect"
import { seedAccount } from "../seed.ts"
import { TestVault } from "../vault.ts"

const Base = Layer.provideMerge(TestVault, Layer.provideMerge(StoreLayers, TestDatabase.layer))

layer(Base, { excludeTestServices: true })("a code that came by hand while its message was being looked at", (it) => {
  it.effect("is of no use any more, though the message could not be used then", () =>
    Effect.gen(function* () {
      const { id } = yield* seedAccount()
      const repository = yield* CodeRepository
      const loginAt = yield* DateTime.now
      const question = { id: "one", descriptor: { length: 6, type: "numeric" } } as const
      const submitted: Array<string> = []
      let handWins = true
      const here = {
        ...repository,
        moment: () =>
          Effect.succeed({
            question,
            loginAt,
            earlierUnanswered: false,
            otherLogin: false,
            otherLoginAtBank: false,
            codesElsewhere: []
          })
      }
      const Around = Layer.mergeAll(
        Layer.succeed(CodeRepository, here),
        Layer.mock(ActivityLog, { add: () => Effect.void }),
        Layer.mock(EventLog, { feed: Stream.never }),
        Layer.mock(AccountCommands, {
          submitOtp: (_, code): Effect.Effect<void, NoPendingAssistance> => {
            submitted.push(Redacted.value(code))
            // The other channel was first, and says so just now.
            return handWins ? Effect.andThen(typed, Effect.fail(new NoPendingAssistance())) : Effect.void
          }
        })
      )
      const received = Context.get(yield* Layer.build(Layer.provide(ReceivedCodes.layer, Around)), ReceivedCodes)
      const typed: Effect.Effect<void> = received.noteSpent(id, Redacted.make("123456"))
      const message = {
        text: Redacted.make("Your code is 123456"),
        sender: null,
        sentAt: DateTime.add(loginAt, { seconds: 1 }),
        handedOnAt: null
      }
      const forward = received.take(
        { accountId: id, channel: "sms", rules: { senders: [], pattern: null }, message },
        Effect.void
      )

      yield* forward
      // The bank refuses what was typed, and asks anew; the forwarder sends again.
      handWins = false
      assert.strictEqual(yield* forward, "duplicate")
      assert.deepStrictEqual(submitted, ["123456"])
    }).pipe(Effect.scoped)
  )

  it.effect("that the bank has refused is known after a restart, to each way by which a code comes", () =>
    Effect.gen(function* () {
      const { id } = yield* seedAccount()
      const repository = yield* CodeRepository
      const started = Effect.map(Layer.build(keptRefusedCodes), (context) => Context.get(context, RefusedCodes))
      const before = yield* started
      const print = yield* before.printOf(id, Redacted.make("123456"))
      assert.isTrue(yield* repository.spend(id, print))
      assert.isFalse(yield* before.isRefused(id, print))
      yield* before.note(id, print)

      const after = yield* started
      assert.isTrue(yield* after.isRefused(id, yield* after.printOf(id, Redacted.make("123456"))))
      assert.isFalse(yield* after.isRefused(id, yield* after.printOf(id, Redacted.make("123457"))))
      // Nor does a message that could not be used give it back.
      yield* repository.unspend(id, print)
      assert.isFalse(yield* repository.spend(id, print))
    }).pipe(Effect.scoped)
  )
})
