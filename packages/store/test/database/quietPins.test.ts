/** A statement that is given up before it was sent leaves the connection in order for the transaction that waits for it. */
import { Database } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { once } from "node:events"
import { connect, createServer, type Socket } from "node:net"

const readyForQuery = "Z\0\0\0\x05I"

/** A way to the server that hands over so many answers in one piece, as a fast server or a busy client does. */
const startGate = Effect.fnUntraced(function* (server: URL) {
  let wanted = 0
  const sockets = new Set<Socket>()
  const forward = (near: Socket) => {
    const far = connect({ host: server.hostname, port: Number(server.port), noDelay: true })
    let kept = Buffer.alloc(0)
    far.on("data", (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk])
      if (kept.toString("latin1").split(readyForQuery).length - 1 < wanted) return
      wanted = 0
      near.write(kept)
      kept = Buffer.alloc(0)
    })
    near.on("data", (chunk: Buffer) => far.write(chunk))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => (near.destroy(), far.destroy()))
    }
  }
  const gate = createServer(forward).listen(0, "127.0.0.1")
  yield* Effect.promise(() => once(gate, "listening"))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const socket of sockets) socket.destroy()
      gate.close()
    })
  )
  const address = gate.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const url = new URL(server)
  url.host = `127.0.0.1:${port}`
  const together = (answers: number) => Effect.sync(() => void (wanted = answers))
  return { url: Redacted.make(url.href), together }
})

layer(TestDatabase.layer, { excludeTestServices: true })("a connection that many share", (it) => {
  it.effect("begins a transaction after a statement that was given up before it was sent", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase
      const gate = yield* startGate(new URL(Redacted.value(url)))
      const answered = yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* gate.together(3)
        const now = { startImmediately: true } as const
        const givenUp = yield* Effect.forkChild(Effect.andThen(sql`select 1`, sql`select 'never sent'`), now)
        const interrupts = Effect.sync(() => givenUp.interruptUnsafe())
        yield* Effect.forkChild(Effect.andThen(sql`select 2`, interrupts), now)
        const last = yield* Effect.forkChild(
          Effect.andThen(sql`select 3`, sql.withTransaction(sql`select 'in it' as said`)),
          now
        )
        return yield* Fiber.join(last)
      }).pipe(Effect.provide(Database.layer({ url: gate.url, maxConnections: 1 })))

      assert.deepStrictEqual(answered, [{ said: "in it" }])
    })
  )
})
