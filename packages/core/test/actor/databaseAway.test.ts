/** The database is away when what was read is to be taken in: what the bank sees of it. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { DatabaseUnavailable } from "../../src/DatabaseUnavailable.ts"
import { actorWorld, attendAlways, settle } from "../support/actorWorld.ts"

const away = Effect.die(new DatabaseUnavailable({ message: "away", outcome: "undone", cause: null }))

const during = (beforeIntake: Effect.Effect<void>, seconds: number, resumes = false) => {
  const world = actorWorld({ resumes, sendsPassword: true, beforeIntake })
  return Effect.gen(function* () {
    const actor = yield* attendAlways(world)
    yield* settle
    for (let second = 0; second < seconds; second++) {
      yield* Effect.andThen(TestClock.adjust(Duration.seconds(1)), settle)
    }
    yield* Fiber.interrupt(actor)
    const count = (what: string) => world.seen.filter((seen) => seen.startsWith(what)).length
    return { logins: count("login, "), logouts: count("logout"), taken: count("taken in"), row: world.rows.state.row }
  }).pipe(Effect.provide(world.layer))
}

describe("a read that can't be taken in", () => {
  it.effect("for a moment, of a script that finds no session again: it logs out before it logs in again", () =>
    Effect.gen(function* () {
      let tries = 0
      const once = Effect.suspend(() => (tries++ === 0 ? away : Effect.void))
      const { logins, logouts, taken } = yield* during(once, 3)

      assert.deepStrictEqual({ logins, logouts, taken }, { logins: 2, logouts: 2, taken: 1 })
    })
  )

  it.effect("each time is a failure like any other: the account doesn't log in again and again without a pause", () =>
    Effect.gen(function* () {
      for (const resumes of [true, false]) {
        const { logins, row } = yield* during(away, 600, resumes)

        assert.isAtMost(logins, 6)
        assert.isAbove(row.failureCount, 0)
      }
    })
  )
})
