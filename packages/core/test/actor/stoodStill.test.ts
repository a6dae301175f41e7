/** A node that stood still for longer than its locks hold, and which accounts it wakes then. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Layer, Queue, Stream } from "effect"
import { MessageStorage, RunnerHealth, Runners, RunnerStorage, Sharding, ShardingConfig } from "effect/cluster"
import { TestClock } from "effect/testing"
import { type DueAccount, DueAccounts } from "../../src/accounts/DueAccounts.ts"
import { FreezeWatch } from "../../src/accounts/FreezeWatch.ts"
import { AccountEntity } from "../../src/actor/AccountEntity.ts"
import { AwakeActors } from "../../src/actor/AwakeActors.ts"
import { dispatcherLayer } from "../../src/actor/dispatcher.ts"
import { FirstLook } from "../../src/actor/FirstLook.ts"

/** One account becomes due when the test says so; the node hears of it, too. */
const node = Effect.gen(function* () {
  const heard = yield* Queue.unbounded<string>()
  const state: {
    accounts: ReadonlyArray<DueAccount>
    attended: number
    freeze: { readonly lasted: number; readonly endedAt: number } | null
  } = { accounts: [], attended: 0, freeze: null }
  const due = Layer.mock(DueAccounts, {
    due: () => Effect.map(DateTime.now, (now) => ({ now, accounts: state.accounts })),
    afterClockWentBack: Effect.succeed(0),
    announcements: Stream.fromQueue(heard)
  })
  const freezes = Layer.mock(FreezeWatch, { last: Effect.sync(() => state.freeze) })
  const no = () => Effect.die("nobody asks")
  const attend = Effect.andThen(
    Effect.sync(() => void (state.attended += 1)),
    Effect.never
  )
  const actor = AccountEntity.toLayer(
    { Attend: () => attend, SubmitOtp: no, CancelAssistance: no, Withdraw: no, Picture: no },
    { concurrency: "unbounded", disableFatalDefects: true }
  )
  const layer = dispatcherLayer.pipe(
    Layer.provide([due, freezes, AwakeActors.layer, FirstLook.layer, actor]),
    Layer.provideMerge(Sharding.layer),
    Layer.provide([Runners.layerNoop, RunnerStorage.layerMemory, RunnerHealth.layerNoop]),
    Layer.provide(MessageStorage.layerNoop),
    Layer.provide(
      ShardingConfig.layer({
        shardsPerGroup: 4,
        shardLockExpiration: "15 seconds",
        shardLockRefreshInterval: "5 seconds",
        refreshAssignmentsInterval: 50
      })
    )
  )
  yield* Effect.forkScoped(Layer.build(layer), { startImmediately: true })
  yield* TestClock.adjust("2 seconds")
  const becomesDue = Effect.andThen(
    Effect.sync(() => {
      state.accounts = [{ accountId: "account", wakes: 1n }]
    }),
    Queue.offer(heard, "account")
  )
  return { state, becomesDue }
})

describe("a node", () => {
  it.effect("wakes accounts as soon as they are due", () =>
    Effect.gen(function* () {
      const { becomesDue, state } = yield* node
      yield* becomesDue
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.attended, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("that stood still wakes none before its locks were looked at: another node may be at work on them", () =>
    Effect.gen(function* () {
      const { becomesDue, state } = yield* node
      state.freeze = { lasted: 40_000, endedAt: Number((yield* Clock.monotonicTimeNanos) / 1_000_000n) }
      yield* becomesDue
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(state.attended, 0)

      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(state.attended, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("that stood still for a moment, and can't have lost them, wakes them as ever", () =>
    Effect.gen(function* () {
      const { becomesDue, state } = yield* node
      state.freeze = { lasted: 3_000, endedAt: Number((yield* Clock.monotonicTimeNanos) / 1_000_000n) }
      yield* becomesDue
      yield* TestClock.adjust("1 second")
      assert.strictEqual(state.attended, 1)
    }).pipe(Effect.scoped)
  )
})
