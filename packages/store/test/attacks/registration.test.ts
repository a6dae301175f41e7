/**
 * A stranger who collects addresses: the contract's 409 tells of a known one where everybody may register, and nothing tells
 * more, neither the time that the answer takes nor what is special about an address.
 */
import { UserRepository, Users, type UsersOptions } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { counted, QuickHasher } from "../passwords.ts"

const password = Redacted.make("correct horse")
const boss = "boss@example.test"

const as = (options: Partial<UsersOptions>) =>
  Effect.provide(Layer.fresh(Users.layer({ registration: "open", administrators: [boss], ...options })))

const Base = Layer.provideMerge(Layer.merge(StoreLayers, QuickHasher), TestDatabase.layer)

/** What a registration ends with, and how many passwords were hashed for it, which is what takes time. */
const attempt = Effect.fnUntraced(function* (email: string) {
  const users = yield* Users
  const before = counted.hashes
  const result = yield* Effect.result(users.register({ email, password }))
  return [result._tag === "Success" ? "registered" : result.failure._tag, counted.hashes - before]
})

layer(Base)("a stranger who registers", (it) => {
  it.effect("waits as long for a known address as for a new one, and learns nothing of a reserved one", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* attempt("ana@example.test"), ["registered", 1])
      const repository = yield* UserRepository
      yield* repository.setAdministrator("ana@example.test", true)

      assert.deepStrictEqual(yield* attempt("leo@example.test"), ["registered", 1])
      assert.deepStrictEqual(yield* attempt("leo@example.test"), ["EmailAlreadyExists", 1])
      // Nobody has it yet; who is to get it is an administrator.
      assert.deepStrictEqual(yield* attempt(boss), ["EmailAlreadyExists", 1])
    }).pipe(as({}))
  )

  it.effect.each(["closed", "first-user"] as const)(
    "is told the same of every address where registration is %s",
    (registration) =>
      Effect.gen(function* () {
        const answers = yield* Effect.forEach(["ana@example.test", boss, "new@example.test"], attempt)
        for (const answer of answers) assert.deepStrictEqual(answer, ["RegistrationClosed", 0])
      }).pipe(as({ registration }))
  )
})
