/**
 * Starts the actors of the accounts that live on this node: all of them when its shards change (at the start, when a node
 * joins, leaves or dies), and from time to time those that a lost wake-up left asleep.
 */
import { Clock, Deferred, Duration, Effect, Layer } from "effect"
import { EntityId, ShardId, Sharding, ShardingConfig } from "effect/cluster"
import { AccountEntity } from "./AccountEntity.ts"
import { Accounts } from "./Accounts.ts"
import { RollCall } from "./RollCall.ts"

const shardGroup = "default"
/** Looking at one's shards takes no message and no query. */
const betweenLooks = Duration.millis(200)
const betweenFirstLooks = Duration.millis(10)
const betweenRounds = Duration.seconds(60)
const patience = Duration.seconds(20)
/** Whoever sees the server listen finds it ready, unless it has many accounts. */
const startPatience = Duration.seconds(1)

export const accountSupervisorLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const sharding = yield* Sharding.Sharding
    const { shardsPerGroup } = yield* ShardingConfig.ShardingConfig
    const actor = yield* AccountEntity.client
    const rollCall = yield* RollCall
    const shards = Array.from({ length: shardsPerGroup }, (_, index) => ShardId.make(shardGroup, index + 1))

    const heldShards = () => shards.flatMap((shard) => (sharding.hasShardId(shard) ? [shard.id] : [])).join()
    const livesHere = (accountId: string) =>
      sharding.hasShardId(sharding.getShardId(EntityId.make(accountId), shardGroup))

    /** Answers whether every actor was reached. */
    const round = Effect.gen(function* () {
      const ids = (yield* accounts.all).filter(livesHere)
      const reached = yield* Effect.forEach(
        ids,
        (id) => actor(id).Wake().pipe(Effect.timeout(patience), Effect.isSuccess),
        { concurrency: 16 }
      )
      return !reached.includes(false)
    })

    const firstCall = yield* Deferred.make<void>()
    let called: { readonly shards: string; readonly at: number } | undefined
    const look = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const held = heldShards()
      const isDue = called === undefined || now - called.at >= Duration.toMillis(betweenRounds)
      if (held === "" || (called?.shards === held && !isDue)) return
      if (!(yield* round)) return
      called = { shards: held, at: now }
      yield* rollCall.complete
      yield* Deferred.succeed(firstCall, undefined)
    })

    yield* look.pipe(
      Effect.catchCause((cause) => Effect.logError("account supervisor", cause)),
      Effect.andThen(Effect.suspend(() => Effect.sleep(called === undefined ? betweenFirstLooks : betweenLooks))),
      Effect.forever,
      Effect.forkScoped
    )
    yield* Effect.timeoutOption(Deferred.await(firstCall), startPatience)
  })
)
