/** A script that says what is wrong by the kind of failure alone. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { ScriptFault } from "../../src/scripts/ScriptRunner.ts"
import { actorWorld, makeActor } from "../support/actorWorld.ts"

const ending = (message: string, phase: "login" | "logout" = "login") => {
  const { layer, phases, said, values } = actorWorld()
  phases[phase] = Effect.fail(new ScriptFault({ kind: "declared", failure: "invalid_credentials", message }))
  return Effect.gen(function* () {
    yield* Effect.flatMap(makeActor, ({ attend }) => Effect.flatMap(attend, Fiber.join))
    return { said: said.at(-1), values: values.at(-1) }
  }).pipe(Effect.scoped, Effect.provide(layer))
}

it.effect("an owner reads the service's words, and nothing is quoted", () =>
  Effect.gen(function* () {
    const { said, values } = yield* ending("invalid_credentials")

    assert.match(
      said ?? "",
      /^The login failed \(invalid_credentials\): The bank refused the user name or the password\. /
    )
    assert.deepInclude(values, { kind: "invalid_credentials", said: null, detail: "invalid_credentials" })
  })
)

it.effect("the bank's own words are quoted as before", () =>
  Effect.gen(function* () {
    const { said, values } = yield* ending("Wrong user name")

    assert.match(said ?? "", /^The login failed \(invalid_credentials\): Wrong user name\. /)
    assert.deepInclude(values, { kind: "invalid_credentials", said: "Wrong user name" })
  })
)

it.effect("a logout's kind is named once", () =>
  Effect.gen(function* () {
    const { said, values } = yield* ending("invalid_credentials", "logout")

    assert.include(said ?? "", "could not be logged out at the bank (invalid_credentials): it stays open")
    assert.deepInclude(values, { kind: "invalid_credentials", said: null })
  })
)
