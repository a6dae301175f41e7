/** A request's body whose pieces are of a byte each. */
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

it.live("takes no more memory than one in a piece", () =>
  Effect.gen(function* () {
    const length = 2_000_000
    const port = yield* serving(
      Effect.gen(function* () {
        const { text } = yield* HttpServerRequest.HttpServerRequest
        const whole = yield* text
        return HttpServerResponse.text(`${whole.length} characters, ${/^x*$/.test(whole) ? "as sent" : "others"}.`)
      }),
      { maxBodyBytes: 20_000_000 }
    )
    const wire = yield* wireTo(port)
    const pieces = Buffer.from("1\r\nx\r\n".repeat(10_000))

    const { megabytes, result } = yield* mostMemory(
      Effect.suspend(() => {
        wire.write(request("POST /upload", "Transfer-Encoding: chunked"))
        for (let sent = 0; sent < length; sent += 10_000) wire.write(pieces)
        wire.write("0\r\n\r\n")
        return wire.until("as sent.")
      })
    )

    assert.include(result, `${length} characters`)
    assert.isBelow(megabytes, 150)
  })
)
