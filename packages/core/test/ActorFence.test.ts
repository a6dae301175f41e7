import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { AccountRepository } from "../src/accounts/AccountRepository.ts"
import { StaleActor } from "../src/accounts/ActorRows.ts"
import { makeActorFence } from "../src/accounts/ActorFence.ts"
import { FreezeWatch } from "../src/accounts/FreezeWatch.ts"
import { Transactor } from "../src/Transactor.ts"

const accountId = "account"

/** An account of which the database knows the latest epoch, and a process that may freeze. */
const world = () => {
  const state = { epoch: 1n, freezes: 0, asked: 0 }
  const layer = Layer.mergeAll(
    Layer.mock(AccountRepository, {
      fence: (id, epoch) =>
        Effect.suspend(() => {
          state.asked += 1
          return epoch === state.epoch ? Effect.void : new StaleActor({ accountId: id })
        })
    }),
    Layer.mock(Transactor, { transact: (effect) => effect }),
    Layer.mock(FreezeWatch, { count: Effect.sync(() => state.freezes) })
  )
  return { state, layer }
}

describe("an activation's fence on its account", () => {
  it.effect("asks the database only after a freeze, and once after each", () => {
    const { layer, state } = world()
    return Effect.gen(function* () {
      const fence = yield* makeActorFence(accountId, 1n)

      yield* fence.confirm
      assert.strictEqual(state.asked, 0)
      state.freezes = 1
      yield* fence.confirm
      yield* fence.confirm

      assert.strictEqual(state.asked, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("is refused each time after another activation took over during a freeze", () => {
    const { layer, state } = world()
    return Effect.gen(function* () {
      const fence = yield* makeActorFence(accountId, 1n)
      state.epoch = 2n
      state.freezes = 1

      const refused = yield* Effect.all([Effect.flip(fence.confirm), Effect.flip(fence.confirm)])

      assert.deepStrictEqual(
        refused.map(({ _tag }) => _tag),
        ["StaleActor", "StaleActor"]
      )
    }).pipe(Effect.provide(layer))
  })

  it.effect("lets no write through that another activation must not see, freeze or no freeze", () => {
    const { layer, state } = world()
    return Effect.gen(function* () {
      const fence = yield* makeActorFence(accountId, 1n)
      const written: Array<string> = []
      const write = (what: string) => fence.during(Effect.sync(() => written.push(what)))

      yield* write("mine")
      state.epoch = 2n
      const refused = yield* Effect.flip(write("no longer mine"))

      assert.deepStrictEqual([written, refused._tag], [["mine"], "StaleActor"])
    }).pipe(Effect.provide(layer))
  })
})
