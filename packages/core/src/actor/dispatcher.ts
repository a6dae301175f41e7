/**
 * Wakes the actors of the accounts that are due on this node. At rest an account is a row: nothing of it is in memory, and no
 * timer runs for it.
 */
import { Cause, Duration, Effect, FiberMap, Layer, Schedule, Stream } from "effect"
import { EntityId, ShardId, Sharding, ShardingConfig } from "effect/cluster"
import { FreezeWatch } from "../accounts/FreezeWatch.ts"
import { type DueAccount, DueAccounts } from "../accounts/DueAccounts.ts"
import { failureSpell, logFailure } from "../DatabaseUnavailable.ts"
import { AccountEntity, type AttendanceEnd, fromProcess } from "./AccountEntity.ts"
import { faultAfter, type LaneFault, monotonicClock } from "./Awake.ts"
import { AwakeActors } from "./AwakeActors.ts"
import { FirstLook } from "./FirstLook.ts"

const shardGroup = "default"
const betweenLooks = Duration.seconds(1)
/** The pause between looks until this node has been given shards and has looked once. */
const betweenFirstLooks = Duration.millis(10)
/** How long the start of the server waits for the first look; with a slow database it listens before that. */
const startPatience = Duration.seconds(5)
/** No more actors than this are awake at a time, however many accounts are due. */
const awakeAtMost = 10_000
/** A clock that goes back by more than this was set by somebody. */
const toleratedMs = 2_000
/** How long this node leaves an account to another node that took it over; if it is still due then, it is woken here again. */
const afterLossMs = 20_000

export const dispatcherLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const due = yield* DueAccounts
    const awake = yield* AwakeActors
    const firstLook = yield* FirstLook
    const sharding = yield* Sharding.Sharding
    const freezes = yield* FreezeWatch
    const { shardLockExpiration, shardLockRefreshInterval, shardsPerGroup } = yield* ShardingConfig.ShardingConfig
    const refreshMs = Duration.toMillis(shardLockRefreshInterval)
    const holdsForMs = Duration.toMillis(shardLockExpiration) - refreshMs
    const actor = yield* AccountEntity.client
    const attending = yield* FiberMap.make<string>()
    const left = new Map<string, LaneFault>()
    const monotonicNow = yield* monotonicClock
    let lastNow: number | undefined

    const shards = Array.from({ length: shardsPerGroup }, (_, index) => ShardId.make(shardGroup, index + 1))
    const hasShards = () => shards.some((shard) => sharding.hasShardId(shard))
    const livesHere = (accountId: string) =>
      sharding.hasShardId(sharding.getShardId(EntityId.make(accountId), shardGroup))

    const ended = (accountId: string, end: AttendanceEnd) =>
      Effect.sync(() => {
        if (end === "lost") left.set(accountId, { count: 1, until: monotonicNow() + afterLossMs })
        else left.delete(accountId)
      })

    const failed = (accountId: string) =>
      Effect.sync(() => void left.set(accountId, faultAfter(left.get(accountId) ?? null, monotonicNow())))

    /** A shard goes to another node, or its lock was lost while this process stood still: that is how it should end. */
    const tellHowItEnded = (accountId: string, cause: Cause.Cause<unknown>) =>
      (Cause.hasInterruptsOnly(cause) && !livesHere(accountId)
        ? Effect.logInfo("an account's actor was stopped: its account is another node's now")
        : Effect.logWarning("an account's actor ended badly; it is woken again", cause)
      ).pipe(Effect.annotateLogs({ accountId }))

    const attend = (accountId: string) =>
      FiberMap.run(
        attending,
        accountId,
        actor(accountId)
          .Attend(undefined, fromProcess(awake.processId))
          .pipe(
            Effect.matchCauseEffect({
              onSuccess: (end) => ended(accountId, end),
              onFailure: (cause) => Effect.andThen(failed(accountId), tellHowItEnded(accountId, cause))
            })
          ),
        { onlyIfMissing: true }
      )

    /**
     * A node that stood still for as long as its locks may have been lost doesn't know of it before they are refreshed: an account
     * that it woke meanwhile would be taken from the node that has it now, in the middle of a login. The next look finds it.
     */
    const wake = (accountId: string) =>
      Effect.flatMap(freezes.last, (freeze) => {
        const isUnsure =
          freeze !== null && freeze.lasted >= holdsForMs && monotonicNow() < freeze.endedAt + refreshMs + toleratedMs
        return isUnsure ? Effect.void : Effect.asVoid(attend(accountId))
      })

    const lookAfter = ({ accountId, wakes }: DueAccount) => {
      const actorHere = awake.find(accountId)
      if (actorHere !== undefined) return wakes > actorHere.seenWakes() ? actorHere.lookAgain : Effect.void
      const waits = (left.get(accountId)?.until ?? 0) > monotonicNow()
      return waits || !livesHere(accountId) ? Effect.void : wake(accountId)
    }

    /** Times that were scheduled while the clock was ahead are moved back once it is set right; else they would wait that much longer. */
    const afterClockChange = Effect.fnUntraced(function* (now: number) {
      const wentBack = lastNow === undefined || now < lastNow - toleratedMs
      lastNow = now
      if (!wentBack) return
      const count = yield* due.afterClockWentBack
      if (count > 0) yield* Effect.logWarning(`the clock went back: ${count} accounts are looked after anew`)
    })

    const look = Effect.gen(function* () {
      if (!hasShards()) return
      const { accounts, now } = yield* due.due(awakeAtMost)
      yield* Effect.forEach(accounts, lookAfter, { discard: true })
      yield* firstLook.done
      yield* afterClockChange(now.epochMilliseconds)
    })

    const onAnnouncement = (accountId: string) => {
      if (accountId === "") return look
      const actorHere = awake.find(accountId)
      if (actorHere !== undefined) return actorHere.lookAgain
      return livesHere(accountId) ? wake(accountId) : Effect.void
    }

    const looking = failureSpell("the accounts that are due could not be read")
    yield* look.pipe(
      Effect.andThen(looking.over),
      Effect.catchCause(looking.failed),
      Effect.andThen(Effect.suspend(() => Effect.sleep(lastNow === undefined ? betweenFirstLooks : betweenLooks))),
      Effect.forever,
      Effect.forkScoped
    )
    const hearing = failureSpell("wake-ups are no longer heard")
    // What is missed here is found by the next look.
    const wakeUp = (id: string) =>
      Effect.catchCause(onAnnouncement(id), (cause) => logFailure("an account could not be woken", cause))
    yield* Stream.runForEach(due.announcements, (id) => Effect.andThen(hearing.over, wakeUp(id))).pipe(
      Effect.catchCause(hearing.failed),
      Effect.repeat(Schedule.spaced(betweenLooks)),
      Effect.forkScoped
    )
    yield* Effect.timeoutOption(firstLook.isDone, startPatience)
  })
)
