/** A request's body most of whose pieces are of a byte each. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { request, serving, wireTo } from "./support.ts"

/** Runs the effect, and gives the most memory that was in use meanwhile, beyond what was before, in megabytes. */
const mostMemory = <A, E, R>(during: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = process.memoryUsage()
    let most = 0
    const note = () => {
      const { arrayBuffers, heapUsed } = process.memoryUsage()
      most = Math.max(most, heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers)
    }
    const beat = setInterval(note, 10)
    const result = yield* Effect.ensuring(
      during,
      Effect.sync(() => clearInterval(beat))
    )
    note()
    return { result, megabytes: most / 1e6 }
  })

const byByte = { chunks: "1\r\nx\r\n".repeat(10_000), bytes: 10_000, times: 200 }
/** So few small ones in a row that they would never be put together by their number. */
const mixed = {
  chunks: `${"1\r\nx\r\n".repeat(999)}1000\r\n${"x".repeat(4096)}\r\n`,
  bytes: 999 + 4096,
  times: 2_000
}

it.live.each([
  ["of a byte each", byByte],
  ["of a byte each, with a larger one between", mixed]
] as const)("in pieces %s takes no more memory than one in a piece", ([, { bytes, chunks, times }]) =>
  Effect.gen(function* () {
    const length = bytes * times
    const port = yield* serving(
      Effect.gen(function* () {
        const { text } = yield* HttpServerRequest.HttpServerRequest
        const whole = yield* text
        return HttpServerResponse.text(`${whole.length} characters, ${/^x*$/.test(whole) ? "as sent" : "others"}.`)
      }),
      { maxBodyBytes: 20_000_000 }
    )
    const wire = yield* wireTo(port)
    const pieces = Buffer.from(chunks)

    const { megabytes, result } = yield* mostMemory(
      Effect.suspend(() => {
        wire.write(request("POST /upload", "Transfer-Encoding: chunked"))
        for (let nth = 0; nth < times; nth += 1) wire.write(pieces)
        wire.write("0\r\n\r\n")
        return wire.until("as sent.")
      })
    )

    assert.include(result, `${length} characters`)
    assert.isBelow(megabytes, 150)
  })
)
