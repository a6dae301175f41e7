/** What effect/cluster logs of an outage, in its own words, reaches operators in ours, once. */
import { assert, it } from "@effect/vitest"
import { Cause, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { inOurWords } from "../src/nodes/clusterLog.ts"

it.effect("an outage and its end are a plain line each, without a stack; what is tried again meanwhile is none", () =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const record = Logger.make(({ cause, logLevel, message }) => {
      lines.push(`${logLevel} ${String(message)}${cause.reasons.length > 0 ? " with a stack" : ""}`)
    })
    const timedOut = Cause.fail(new Cause.TimeoutError("Operation timed out after '5s'"))
    const outage = Layer.effectDiscard(
      Effect.gen(function* () {
        yield* Effect.logError("Shard lock storage is unhealthy", timedOut)
        yield* Effect.logWarning("Shard lock storage is still unhealthy", timedOut)
        yield* Effect.logWarning("Could not acquire/release shards", timedOut)
        yield* Effect.logWarning("Could not release shards, retrying", timedOut)
        yield* Effect.logWarning(
          "Forced shard release is still pending; reacquisition is blocked until release completes"
        )
        yield* Effect.logInfo("Shard lock storage has recovered")
        yield* Effect.logWarning("No healthy runners available")
        yield* Effect.logWarning("something else", timedOut)
      })
    )
    yield* Layer.build(Layer.provide(inOurWords(outage), Logger.layer([record])))

    assert.deepStrictEqual(lines, [
      "Error this node gives up its accounts: the database does not answer for the locks on them",
      "Info this node takes accounts again: the database answers for the locks on them",
      "Warn something else with a stack"
    ])
  }).pipe(Effect.scoped)
)

it.effect(
  "a node that can take no accounts says so while nothing else does, with the database's words, every ten minutes",
  () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const record = Logger.make(({ cause, message }) => {
        lines.push(`${String(message)}${cause.reasons.length > 0 ? " with a stack" : ""}`)
      })
      const refused = new Error("failed to connect", { cause: new Error("remaining connection slots are reserved") })
      const cannot = Effect.logWarning("Could not acquire/release shards", Cause.fail(refused))
      const node = Layer.effectDiscard(
        Effect.gen(function* () {
          yield* cannot
          yield* cannot
          yield* TestClock.adjust("10 minutes")
          yield* cannot
          yield* TestClock.adjust("10 minutes")
          yield* Effect.logError("Shard lock storage is unhealthy")
          yield* cannot
        })
      )
      yield* Layer.build(Layer.provide(inOurWords(node), Logger.layer([record])))

      const line = "this node can't take accounts, and tries again: remaining connection slots are reserved"
      assert.deepStrictEqual(lines, [
        line,
        line,
        "this node gives up its accounts: the database does not answer for the locks on them"
      ])
    }).pipe(Effect.scoped)
)
