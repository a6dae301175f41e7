import { TestDatabase } from "@counterfoil/testing"
import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { defaultConfig, rotateKeys } from "../src/index.ts"

const text = (letter: string) => Redacted.make(letter.repeat(40))

it.effect("a rotation without the key that something is sealed with says what to do, and changes nothing", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { url } = yield* TestDatabase
    const id = "01a20000-0000-7000-8000-000000000001"
    yield* sql`insert into users (id, email, email_key, password_hash, created_at)
      values (${id}, 'ana@example.com', 'ana@example.com', '', now())`
    yield* sql`insert into user_keys (user_id, key_id, wrapped) values (${id}, 'of-before', '')`

    const secrets = { jwtSigningKey: text("j"), keyEncryptionKey: text("k"), apiKeyPepper: text("p") }
    const given = { ...defaultConfig, databaseUrl: Option.some(url), secrets: Option.some(secrets) }
    const { message } = yield* Effect.flip(rotateKeys(given))

    assert.strictEqual(
      message,
      "stored credentials are encrypted with another key than the one given (its id is of-before): add that key to KEY_ENCRYPTION_KEY, after the new one and a comma; nothing was changed"
    )
    assert.deepStrictEqual(yield* sql`select key_id from user_keys`, [{ key_id: "of-before" }])
  }).pipe(Effect.provide(TestDatabase.layer))
)
