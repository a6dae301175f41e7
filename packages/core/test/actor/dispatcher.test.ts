/** What the log says of actors that ended otherwise than they should. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Layer, Logger, Stream } from "effect"
import { MessageStorage, RunnerHealth, Runners, RunnerStorage, Sharding, ShardingConfig } from "effect/cluster"
import { DueAccounts } from "../../src/accounts/DueAccounts.ts"
import { FreezeWatch } from "../../src/accounts/FreezeWatch.ts"
import { AccountEntity, type AttendanceEnd } from "../../src/actor/AccountEntity.ts"
import { AwakeActors } from "../../src/actor/AwakeActors.ts"
import { dispatcherLayer } from "../../src/actor/dispatcher.ts"
import { FirstLook } from "../../src/actor/FirstLook.ts"

/** One account is always due, and attended to so. The shards of the node can be taken from it. */
const node = (attend: Effect.Effect<AttendanceEnd>) => {
  const lines: Array<string> = []
  const locks = { areLost: false }
  const storage = Layer.effect(
    RunnerStorage.RunnerStorage,
    Effect.map(RunnerStorage.makeMemory, (memory) =>
      RunnerStorage.RunnerStorage.of({
        ...memory,
        acquire: (address, ids) => (locks.areLost ? Effect.succeed([]) : memory.acquire(address, ids)),
        refresh: (address, ids) => (locks.areLost ? Effect.succeed([]) : memory.refresh(address, ids))
      })
    )
  )
  const due = Layer.mock(DueAccounts, {
    due: () => Effect.map(DateTime.now, (now) => ({ now, accounts: [{ accountId: "account", wakes: 1n }] })),
    afterClockWentBack: Effect.succeed(0),
    announcements: Stream.never
  })
  const freezes = Layer.mock(FreezeWatch, { last: Effect.succeed(null) })
  const no = () => Effect.die("nobody asks")
  const actor = AccountEntity.toLayer(
    { Attend: () => attend, SubmitOtp: no, CancelAssistance: no, Withdraw: no, Picture: no },
    { concurrency: "unbounded", disableFatalDefects: true }
  )
  const record = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String(message)}`))
  const layer = dispatcherLayer.pipe(
    Layer.provide([due, freezes, AwakeActors.layer, FirstLook.layer, actor]),
    Layer.provideMerge(Sharding.layer),
    Layer.provide([Runners.layerNoop, storage, RunnerHealth.layerNoop]),
    Layer.provide(MessageStorage.layerNoop),
    Layer.provide(
      ShardingConfig.layer({ shardsPerGroup: 4, shardLockRefreshInterval: 50, refreshAssignmentsInterval: 50 })
    ),
    Layer.provide(Logger.layer([record]))
  )
  /** The first line of its actor. */
  const said = Effect.gen(function* () {
    while (true) {
      const line = lines.find((one) => one.includes("an account's actor"))
      if (line !== undefined) return line
      yield* Effect.sleep(10)
    }
  })
  return { layer, locks, said }
}

describe("an account's actor", () => {
  it.live("that is stopped because its account lives at another node now is no warning", () =>
    Effect.gen(function* () {
      const attended = yield* Deferred.make<void>()
      const { layer, locks, said } = node(Effect.andThen(Deferred.succeed(attended, undefined), Effect.never))
      yield* Layer.build(layer)
      yield* Deferred.await(attended)

      locks.areLost = true
      assert.match(yield* said, /^Info an account's actor was stopped: its account is another node's/)
    }).pipe(Effect.scoped)
  )

  it.live("that has a bug is one", () =>
    Effect.gen(function* () {
      const { layer, said } = node(Effect.die("a bug"))
      yield* Layer.build(layer)

      assert.match(yield* said, /^Warn an account's actor ended badly/)
    }).pipe(Effect.scoped)
  )
})
