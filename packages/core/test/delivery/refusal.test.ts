import { OutboundHttp, outboundHttpLayer } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"

const refusalOf = (url: string, lookUp: boolean, resolve: (name: string) => Promise<ReadonlyArray<string>>) =>
  Effect.flatMap(OutboundHttp, (http) => http.refusal(url, { lookUp })).pipe(
    Effect.map((fault) => fault?.message ?? null),
    Effect.provide(outboundHttpLayer({ allow: ["10.1.0.0/16"], resolve }))
  )

const inside = () => Promise.resolve(["203.0.114.7", "10.0.0.5"])

describe("what the egress rules have against an address, before it is called", () => {
  it.effect("is known of literal addresses without asking anybody", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const resolve = (name: string) => {
        asked.push(name)
        return inside()
      }
      const urls = [
        "http://10.0.0.5:8080/hook",
        "http://0x7f.1/",
        "http://[fe80::1]/",
        "http://10.1.2.3/",
        "http://203.0.114.7/"
      ]
      const said = yield* Effect.forEach(urls, (url) => refusalOf(url, true, resolve))

      assert.match(said[0] ?? "", /^10\.0\.0\.5 may not be called: .* private address \(EGRESS_ALLOW/)
      assert.match(said[1] ?? "", /loopback/)
      assert.match(said[2] ?? "", /link-local/)
      assert.deepStrictEqual(said.slice(3), [null, null])
      assert.deepStrictEqual(asked, [])
    })
  )

  it.effect("is found out of names where that is asked for", () =>
    Effect.gen(function* () {
      assert.isNull(yield* refusalOf("http://shop.test/", false, inside))
      assert.match(
        (yield* refusalOf("http://shop.test/", true, inside)) ?? "",
        /^shop\.test may not be called: 10\.0\.0\.5/
      )
    })
  )

  it.effect("is not told of names that are not known, or not found at once", () =>
    Effect.gen(function* () {
      assert.isNull(yield* refusalOf("http://shop.test/", true, () => Promise.reject(new Error("no such name"))))
      const slow = yield* Effect.forkChild(
        refusalOf("http://shop.test/", true, () => new Promise(() => undefined)),
        { startImmediately: true }
      )
      yield* TestClock.adjust("500 millis")
      assert.isNull(yield* Fiber.join(slow))
    })
  )

  it.effect("is looked up for two at a time, and not for a third, who doesn't wait", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const resolve = (name: string) => {
        asked.push(name)
        return name === "inside.test" ? inside() : new Promise<never>(() => undefined)
      }
      const http = Context.get(yield* Layer.build(outboundHttpLayer({ allow: [], resolve })), OutboundHttp)
      const look = (name: string) => http.refusal(`http://${name}.test/`, { lookUp: true })
      yield* Effect.forkChild(Effect.all([look("slow"), look("slower")], { concurrency: 2 }), {
        startImmediately: true
      })
      yield* TestClock.adjust("500 millis")

      assert.isNull(yield* look("inside"))
      assert.deepStrictEqual(asked, ["slow.test", "slower.test"])
    })
  )
})
