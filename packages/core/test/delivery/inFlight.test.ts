/** How many messages a worker takes at a time of a backlog that never ends. */
import {
  Accounts,
  type ClaimedDelivery,
  deliveryWorkerLayer,
  OutboundHttp,
  OutboxNotifier,
  OutboxRepository,
  Vault
} from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { plainSettings } from "../support/plainSettings.ts"

const messageOf = (nth: number): ClaimedDelivery => ({
  id: `id ${nth}`,
  messageId: `msg_${nth}`,
  accountId: "account",
  lane: "result",
  event: "matched",
  requestId: null,
  sequence: nth,
  body: new TextEncoder().encode("{}"),
  address: plainSettings.webhookAddress,
  settingsVersion: "1",
  attempt: 1,
  scheduledAttempt: 1,
  early: false,
  sinceFirstMs: 0,
  trace: null,
  bank: "bank",
  version: "1.0.0"
})

const settings = Layer.mock(Accounts, {
  findSettings: () => Effect.succeed({ ...plainSettings, webhookUrl: "https://shop.test/hook" }),
  signingSecrets: () => Effect.succeed([])
})
const answer = Effect.succeed({ status: 200, headers: {}, body: new Uint8Array() })

interface Circumstances {
  readonly answers: (nth: number) => boolean
  readonly writes: boolean
}

/** A worker with room for four. Whatever hangs ends with it. */
const worker = Effect.fnUntraced(function* ({ answers, writes }: Circumstances) {
  let taken = 0
  const aHundred = yield* Deferred.make<void>()
  const unless = (isQuick: boolean) => (isQuick ? Effect.void : Effect.never)
  const outbox = Layer.mock(OutboxRepository, {
    afterClockWentBack: Effect.void,
    sweep: () => Effect.void,
    claim: ({ limit }) =>
      Effect.gen(function* () {
        if (taken > 100) yield* Deferred.succeed(aHundred, undefined)
        return Array.from({ length: limit }, () => messageOf(taken++))
      }),
    mayLeave: () => Effect.succeed(true),
    settleDelivered: () => Effect.interruptible(unless(writes))
  })
  let sent = 0
  const send = Effect.suspend(() => Effect.andThen(unless(answers(sent++)), answer))
  const world = Layer.mergeAll(
    settings,
    outbox,
    OutboxNotifier.layer,
    Layer.mock(Vault, {}),
    Layer.mock(OutboundHttp, { send: () => send })
  )
  yield* Layer.build(deliveryWorkerLayer({ concurrency: 4, stopGrace: Duration.zero }).pipe(Layer.provide(world)))
  return { taken: () => taken, aHundred: Deferred.await(aHundred) }
})

const takenInASecond = Effect.fnUntraced(function* (circumstances: Circumstances) {
  const { taken } = yield* worker(circumstances)
  yield* TestClock.adjust("1 second")
  return taken()
}, Effect.scoped)

describe("a worker with room for four", () => {
  it.effect("takes four while no receiver answers", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* takenInASecond({ answers: () => false, writes: true }), 4)
    })
  )

  it.effect("takes four more while the outcome of those that are answered is written down, and then no more", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* takenInASecond({ answers: () => true, writes: false }), 8)
    })
  )

  it.effect("goes on beside three that hang", () =>
    Effect.gen(function* () {
      assert.isAbove(yield* takenInASecond({ answers: (nth) => nth > 2, writes: true }), 50)
    })
  )

  it.effect("doesn't pause where half of them are answered", () =>
    Effect.gen(function* () {
      const { aHundred } = yield* worker({ answers: () => true, writes: true })
      yield* aHundred
    }).pipe(Effect.scoped)
  )
})
