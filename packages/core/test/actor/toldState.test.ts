/** What an account says it is doing when its users hear that something is over: they look at once, and hear nothing more. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { AwakeActors } from "../../src/actor/AwakeActors.ts"
import { EventLog } from "../../src/events/EventLog.ts"
import { ScriptFault } from "../../src/scripts/ScriptRunner.ts"
import { accountId } from "../support/accountRows.ts"
import { type ActorWorld, actorWorld, makeActor } from "../support/actorWorld.ts"

const refused = (failure: string) => Effect.fail(new ScriptFault({ kind: "declared", failure, message: "no" }))

/** The events of one read, each with the state that is shown when it is written. */
const statesOf = (prepare: (phases: ActorWorld["phases"]) => void, resumes = true) => {
  const { layer, phases } = actorWorld({ resumes, rows: { pollAt: null } })
  prepare(phases)
  return Effect.gen(function* () {
    const awake = yield* AwakeActors
    const states: Array<string> = []
    const listening = EventLog.of({
      ...(yield* EventLog),
      append: ({ type }) =>
        Effect.map(awake.find(accountId)?.status ?? Effect.die("nobody is awake"), ({ state }) => {
          states.push(`${type} ${state}`)
        })
    })
    yield* Effect.flatMap(makeActor, ({ attend }) => Effect.flatMap(attend, Fiber.join)).pipe(
      Effect.provideService(EventLog, listening)
    )
    return states
  }).pipe(Effect.scoped, Effect.provide(layer))
}

describe("an account whose users are told", () => {
  it.effect.each([[true], [false]])("that its session has ended is idle (a script that resumes: %s)", ([resumes]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statesOf(() => undefined, resumes), [
        "session.started reading",
        "session.stopped idle"
      ])
    })
  )

  it.effect("that its login has failed is idle", () =>
    Effect.gen(function* () {
      const states = yield* statesOf((phases) => {
        phases.login = refused("bank_unavailable")
      })
      assert.deepStrictEqual(states, ["login.failed idle"])
    })
  )

  it.effect("that its read has failed is idle", () =>
    Effect.gen(function* () {
      const states = yield* statesOf((phases) => {
        phases.extract = refused("layout_changed")
      })
      assert.deepStrictEqual(states, ["session.started reading", "session.stopped idle", "scrape.failed idle"])
    })
  )
})
