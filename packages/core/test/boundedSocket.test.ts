/** A server that closes the connection as soon as it has said all: what it said is heard. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"
import { Writable } from "node:stream"
import { BoundedSocket } from "../src/outbound/BoundedSocket.ts"

const serverThatSays = Effect.fnUntraced(function* (said: string) {
  const server = createServer((socket) => socket.end(said))
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.sync(() => void server.close())
  )
  const address = server.address()
  return address !== null && typeof address === "object" ? address.port : 0
})

const collected = (socket: Socket): { readonly pieces: Array<Buffer>; readonly writable: Writable } => {
  const pieces: Array<Buffer> = []
  const write = (piece: Buffer, _: BufferEncoding, done: () => void) => {
    pieces.push(piece)
    setImmediate(done)
  }
  return { pieces, writable: socket.pipe(new Writable({ highWaterMark: 1, write })) }
}

it.live.each([1, 40, 5_000])("all of its lines (%i)", (count) =>
  Effect.gen(function* () {
    const said = Array.from({ length: count }, (_, nth) => `line ${nth}\r\n`).join("")
    const inner = connect(yield* serverThatSays(said), "127.0.0.1")
    yield* Effect.callback<void>((resume) => void inner.once("connect", () => resume(Effect.void)))
    const socket = new BoundedSocket(inner, Infinity)

    const { pieces, writable } = collected(socket)
    yield* Effect.callback<void>((resume) => void writable.once("finish", () => resume(Effect.void)))
    yield* Effect.callback<void>((resume) => {
      if (socket.destroyed) resume(Effect.void)
      else socket.once("close", () => resume(Effect.void))
    })

    assert.strictEqual(Buffer.concat(pieces).toString(), said)
  }).pipe(Effect.scoped, Effect.timeout("1 minute"))
)
