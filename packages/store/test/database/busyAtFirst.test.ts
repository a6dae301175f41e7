/** A Postgres that is only just starting, or has given all its connections to others, when a server starts. */
import { Database } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { listening } from "@counterfoil/testing/listening"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { connect, createServer } from "node:net"
import { refusal } from "./refusal.ts"

/** Refuses so many connections before it passes the others on; its URL. */
const refusing = Effect.fnUntraced(function* (times: number, code: string) {
  const url = new URL(Redacted.value((yield* TestDatabase).url))
  const port = Number(url.port)
  const seen = { refused: 0 }
  const server = createServer((socket) => {
    socket.on("error", () => {})
    if (seen.refused < times) {
      seen.refused += 1
      return void socket.once("data", () => socket.end(refusal("not just now", code)))
    }
    const database = connect(port, "127.0.0.1")
    database.on("error", () => socket.destroy())
    socket.on("close", () => database.destroy())
    socket.pipe(database).pipe(socket)
  })
  url.port = String(yield* listening(server))
  return { seen, url: Redacted.make(url.href) }
})

layer(TestDatabase.layer, { excludeTestServices: true })("a start", (it) => {
  for (const [what, code] of [
    ["has no connection to give just now", "53300"],
    ["is starting", "57P03"]
  ] as const) {
    it.effect(`goes on with a database that ${what}`, () =>
      Effect.gen(function* () {
        const { seen, url } = yield* refusing(3, code)
        const rows = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1 as one`).pipe(
          Effect.provide(Layer.fresh(Database.layer({ url })))
        )
        assert.deepStrictEqual([rows, seen.refused], [[{ one: 1 }], 3])
      }).pipe(Effect.scoped)
    )
  }

  it.effect("is told at once of what doesn't pass by itself", () =>
    Effect.gen(function* () {
      const { seen, url } = yield* refusing(3, "28P01")
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(Database.layer({ url })))))
      assert.include(message, "(not just now): check DATABASE_URL")
      assert.strictEqual(seen.refused, 1)
    }).pipe(Effect.scoped)
  )
})
