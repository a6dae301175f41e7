/** An answer whose pieces are of a byte each. */
import { assert, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { httpServer, rawServer, send, text } from "./servers.ts"

/** The most memory that was in use meanwhile, beyond what was before, in megabytes. */
const mostMemory = <A, E, R>(during: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = process.memoryUsage().heapUsed
    let most = before
    const note = () => void (most = Math.max(most, process.memoryUsage().heapUsed))
    const beat = setInterval(note, 10)
    const result = yield* Effect.ensuring(
      during,
      Effect.sync(() => clearInterval(beat))
    )
    note()
    return { result, megabytes: (most - before) / 1e6 }
  })

it.live("takes no more memory than one in a piece", () =>
  Effect.gen(function* () {
    const maxBytes = 2 * 1024 * 1024
    const pieces = Buffer.from("1\r\nx\r\n".repeat(10_000))
    const server = yield* rawServer((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(pieces));
        socket.once("drain", more)
      }
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        more()
      })
    })

    const { megabytes, result } = yield* mostMemory(
      send({ url: `http://127.0.0.1:${server.port}/`, maxBytes, deadline: Duration.seconds(120) })
    )

    assert.strictEqual(result.body.length, maxBytes)
    assert.isTrue(result.body.every((byte) => byte === 120))
    assert.isBelow(megabytes, 100)
  })
)

it.live("comes whole and in order, whatever the sizes of its pieces", () =>
  Effect.gen(function* () {
    const whole = Array.from({ length: 20_000 }, (_, place) => String(place)).join(" ")
    const server = yield* httpServer((_, response) => {
      let at = 0
      for (let turn = 0; at < whole.length; turn += 1) {
        const length = turn % 1_500 === 1_200 ? 9_000 : (turn % 3) + 1
        response.write(whole.slice(at, at + length))
        at += length
      }
      response.end()
    })

    const { body } = yield* send({ url: `http://127.0.0.1:${server.port}/`, maxBytes: whole.length, overflow: "fail" })

    assert.strictEqual(text(body), whole)
  })
)
