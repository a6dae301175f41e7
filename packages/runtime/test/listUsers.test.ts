import { TestDatabase } from "@counterfoil/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { addUser, defaultConfig, listUsers } from "../src/index.ts"

it.effect("lists who has registered, the first as the administrator", () =>
  Effect.gen(function* () {
    const { url } = yield* TestDatabase
    const config = { ...defaultConfig, databaseUrl: Option.some(url) }
    assert.deepStrictEqual(yield* listUsers(config), [])
    yield* addUser(config, "ana@example.com", Redacted.make("a long enough password"))
    yield* addUser(config, "leo@example.com", Redacted.make("a long enough password"))
    const found = yield* listUsers(config)
    assert.deepStrictEqual(
      found.map(({ accounts, email, isAdministrator }) => [email, isAdministrator, accounts]),
      [
        ["ana@example.com", true, 0],
        ["leo@example.com", false, 0]
      ]
    )
    assert.match(found[0]?.registered ?? "", /^\d{4}-\d\d-\d\d$/)
  }).pipe(Effect.provide(TestDatabase.layer))
)
