import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { actorWorld, makeActor } from "../support/actorWorld.ts"

it.effect("a password that is longer than any bank's, which an earlier version kept, comes to no browser", () => {
  const { layer, rows, seen } = actorWorld({ password: "a".repeat(257) })
  rows.state.jobs = ["job"]
  return Effect.gen(function* () {
    const { attend } = yield* makeActor
    assert.strictEqual(yield* Fiber.join(yield* attend), "rested")
    assert.deepStrictEqual(seen, [])
    assert.strictEqual(
      rows.state.row.blockedReason,
      "invalid_credentials: The user name or the password has more than 256 characters: correct them and restart"
    )
  }).pipe(Effect.provide(layer))
})
