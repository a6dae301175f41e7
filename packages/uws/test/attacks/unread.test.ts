/** Clients that ask for large answers and read nothing. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { readBy, type UwsHttpServer } from "../../src/index.ts"
import { UnreadAnswers } from "../../src/UnreadAnswers.ts"
import { request, serving, type Wire, wireTo } from "../support.ts"

const MIB = 1024 * 1024

/** More than the kernel takes for a connection, on either side. */
const large = 24 * MIB

const app = Effect.gen(function* () {
  const { headers, url } = yield* HttpServerRequest.HttpServerRequest
  const [reader] = [headers["reader"]]
  if (reader !== undefined) yield* readBy(reader)
  return url === "/small" ? HttpServerResponse.text("small") : HttpServerResponse.uint8Array(new Uint8Array(large))
})

/** Asks for the large answer and stops reading once it begins. */
const asking = Effect.fnUntraced(function* (port: number, ...fields: ReadonlyArray<string>) {
  const wire = yield* wireTo(port)
  wire.write(request("GET /", ...fields))
  yield* wire.until("\r\n\r\n")
  wire.socket.pause()
  return wire
})

/** What comes when it reads on: less than all if it was cut off. */
const readOn = Effect.fnUntraced(function* (wire: Wire) {
  wire.socket.resume()
  yield* wire.untilLength(large)
  return wire.length >= large ? "whole" : "cut off"
})

const served = (unread: UwsHttpServer.Options["unread"]) => serving(app, { unread })

describe("answers that are not read", () => {
  it.effect("beyond a reader's limit end with its oldest, and no other's", () =>
    Effect.gen(function* () {
      const port = yield* served({ perReader: 2 * large })
      const other = yield* asking(port, "Reader: bob")
      const greedy = yield* Effect.forEach([1, 2, 3, 4, 5], () => asking(port, "Reader: ann"))

      assert.deepStrictEqual(yield* Effect.forEach(greedy, readOn), ["cut off", "cut off", "cut off", "whole", "whole"])
      assert.strictEqual(yield* readOn(other), "whole")
    })
  )

  it.effect("beyond all readers' limit end with the oldest of who has most", () =>
    Effect.gen(function* () {
      const port = yield* served({ perReader: 3 * large, inAll: 3 * large })
      const modest = yield* asking(port, "Reader: bob")
      const greedy = yield* Effect.forEach([1, 2, 3], () => asking(port, "Reader: ann"))
      const late = yield* asking(port, "Reader: eve")

      assert.deepStrictEqual(yield* Effect.forEach(greedy, readOn), ["cut off", "cut off", "whole"])
      assert.deepStrictEqual(yield* Effect.forEach([modest, late], readOn), ["whole", "whole"])
    })
  )

  it.effect("count for the address of whom nothing else is known; what was read counts no more", () =>
    Effect.gen(function* () {
      const port = yield* served({ perReader: large })
      const first = yield* asking(port)
      assert.strictEqual(yield* readOn(first), "whole")
      const second = yield* asking(port)
      // The connection is free for the next request, and counts no more.
      first.write(request("GET /small"))
      yield* first.until("small")
      assert.strictEqual(yield* readOn(second), "whole")

      const third = yield* asking(port)
      const fourth = yield* asking(port)
      assert.deepStrictEqual(yield* Effect.forEach([third, fourth], readOn), ["cut off", "whole"])
    })
  )

  it("of an only reader wait whatever their size; of many readers the newcomer's may be too much", () => {
    const cut: Array<string> = []
    const unread = new UnreadAnswers({ perReader: 10, inAll: 25 })
    const wait = (name: string, bytes: number) => unread.wait(name, bytes, () => void cut.push(`${name} ${bytes}`))
    const over = wait("ann", 20)
    assert.deepStrictEqual(cut, [])
    over()
    over()
    wait("ann", 9)
    wait("bob", 9)
    wait("eve", 12)
    assert.deepStrictEqual(cut, ["eve 12"])
    wait("ann", 1)
    assert.deepStrictEqual(cut, ["eve 12"])
    wait("ann", 3)
    assert.deepStrictEqual(cut, ["eve 12", "ann 9"])
  })
})
