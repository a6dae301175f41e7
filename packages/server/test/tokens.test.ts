import { PasswordHasher } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from "jose"
import { Argon2PasswordHasher } from "../src/authentication/Argon2PasswordHasher.ts"
import { SigningKeyTooShort, Tokens } from "../src/authentication/Tokens.ts"

const keyA = Redacted.make("first key of at least thirty-two bytes")
const keyB = Redacted.make("second key of at least thirty-two bytes")
const user = { id: "6f0c0a9e-2a55-4a38-9c55-0d6a1c1f2b11", sessionVersion: 3 }

describe("tokens", () => {
  it.effect("name their user and session, and nothing else of the person", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_763_600_000_000)
      const tokens = yield* Tokens
      const token = yield* tokens.issue(user)
      const { jti, ...claims } = decodeJwt(token)
      assert.deepStrictEqual(claims, {
        typ: "session",
        sv: 3,
        sub: user.id,
        iss: "counterfoil",
        aud: "counterfoil-dashboard",
        iat: 1_763_600_000,
        exp: 1_763_600_000 + 7 * 24 * 3600
      })
      assert.match(String(jti), /^[\w-]{36}$/)
      assert.strictEqual(decodeProtectedHeader(token).alg, "HS256")
      assert.deepStrictEqual(yield* tokens.verify(Redacted.make(token)), user)
    }).pipe(Effect.provide(Tokens.layer({ signingKeys: [keyA] })))
  )

  it.effect("are valid for 7 days", () =>
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const token = Redacted.make(yield* tokens.issue(user))
      yield* TestClock.adjust("167 hours")
      assert.deepStrictEqual(yield* tokens.verify(token), user)
      yield* TestClock.adjust("3599 seconds")
      assert.deepStrictEqual(yield* tokens.verify(token), user)
      yield* TestClock.adjust("1 second")
      assert.isNull(yield* tokens.verify(token))
    }).pipe(Effect.provide(Tokens.layer({ signingKeys: [keyA] })))
  )

  it.effect("outlive the key that signed them until it is taken away", () =>
    Effect.gen(function* () {
      const issue = Effect.flatMap(Tokens, (tokens) => tokens.issue(user))
      const token = Redacted.make(yield* Effect.provide(issue, Tokens.layer({ signingKeys: [keyA] })))
      const verify = Effect.flatMap(Tokens, (tokens) => tokens.verify(token))
      assert.deepStrictEqual(yield* Effect.provide(verify, Tokens.layer({ signingKeys: [keyB, keyA] })), user)
      assert.isNull(yield* Effect.provide(verify, Tokens.layer({ signingKeys: [keyB] })))
    })
  )

  it.effect("of any other make are refused", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_763_600_000_000)
      const tokens = yield* Tokens
      const good = yield* tokens.issue(user)
      const { kid = "" } = decodeProtectedHeader(good)
      const claims = decodeJwt(good)
      const secret = new TextEncoder().encode(Redacted.value(keyA))
      const signed = (payload: object, header: object = {}, key = secret) =>
        Effect.promise(() =>
          new SignJWT({ ...claims, ...payload })
            .setProtectedHeader({ alg: "HS256", typ: "JWT", kid, ...header })
            .sign(key)
        )

      assert.deepStrictEqual(yield* tokens.verify(Redacted.make(yield* signed({}))), user)
      const forged = [
        yield* signed({}, {}, new TextEncoder().encode(Redacted.value(keyB))),
        yield* signed({}, { alg: "HS512" }),
        yield* signed({}, { kid: "other" }),
        yield* signed({}, { typ: "at+jwt" }),
        yield* signed({ iss: "other" }),
        yield* signed({ aud: "other" }),
        yield* signed({ typ: "ticket" }),
        yield* signed({ sub: "ana" }),
        yield* signed({ sv: "3" }),
        yield* signed({ jti: undefined }),
        yield* signed({ exp: undefined }),
        yield* signed({ iat: undefined }),
        yield* signed({ exp: 1_763_600_000 + 365 * 24 * 3600, iat: 1_763_600_000 - 8 * 24 * 3600 }),
        new UnsecuredJWT(claims).encode(),
        good.slice(0, -2),
        "a.b.c",
        ""
      ]
      for (const token of forged) assert.isNull(yield* tokens.verify(Redacted.make(token)), token)
    }).pipe(Effect.provide(Tokens.layer({ signingKeys: [keyA] })))
  )

  it.effect("need a key of 32 bytes", () =>
    Effect.gen(function* () {
      const built = yield* Effect.result(
        Effect.provide(Effect.asVoid(Tokens), Tokens.layer({ signingKeys: [Redacted.make("short")] }))
      )
      assert.isTrue(Result.isFailure(built) && built.failure instanceof SigningKeyTooShort)
    })
  )
})

describe("password hashes", () => {
  it.effect("are argon2id with 19 MiB and two passes, salted, and verify their password only", () =>
    Effect.gen(function* () {
      const hasher = yield* PasswordHasher
      const password = Redacted.make("correct horse")
      const [one, two] = yield* Effect.all([hasher.hash(password), hasher.hash(password)], { concurrency: 2 })
      assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
      assert.notStrictEqual(one, two)
      assert.isTrue(yield* hasher.verify(one, password))
      assert.isFalse(yield* hasher.verify(one, Redacted.make("wrong horse")))
      assert.isFalse(yield* hasher.verify("no hash", password))
    }).pipe(Effect.provide(Argon2PasswordHasher))
  )
})
