import {
  operatorLogLayer,
  type OperatorNotice,
  operatorWebhookLayer,
  outboundHttpLayer,
  tellOperators
} from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger, Queue, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { makeOperatorNotices } from "../../src/operators/OperatorNotices.ts"
import { httpServer } from "../delivery/servers.ts"

const paused: OperatorNotice = { kind: "bank_paused", message: "logins pause", about: { bank: "iberia" } }

describe("operator notices", () => {
  it.effect("tell the same about the same once an hour", () => {
    const sent: Array<string> = []
    const { tell } = makeOperatorNotices(({ about }) => Effect.sync(() => void sent.push(String(about["bank"]))))
    return Effect.gen(function* () {
      yield* Effect.forEach([paused, paused, { ...paused, about: { bank: "other" } }], tell)
      yield* TestClock.adjust(Duration.minutes(59))
      yield* tell(paused)
      assert.deepStrictEqual(sent, ["iberia", "other"])

      yield* TestClock.adjust(Duration.minutes(2))
      yield* tell(paused)
      assert.deepStrictEqual(sent, ["iberia", "other", "iberia"])
    })
  })

  it.effect("tell it again within the hour after a clock that was ahead is set back", () => {
    const sent: Array<string> = []
    const { tell } = makeOperatorNotices(({ about }) => Effect.sync(() => void sent.push(String(about["bank"]))))
    return Effect.gen(function* () {
      yield* TestClock.setTime(Duration.toMillis("10 hours"))
      yield* tell(paused)
      yield* TestClock.setTime(Duration.toMillis("2 hours"))
      yield* tell(paused)
      yield* tell(paused)
      assert.deepStrictEqual(sent, ["iberia", "iberia"])
    })
  })

  it.live("go to the operators' own address, again until it takes them", () =>
    Effect.gen(function* () {
      const bodies = yield* Queue.unbounded<string>()
      let asked = 0
      const server = yield* httpServer((request, response) => {
        let body = ""
        request.on("data", (chunk: Buffer) => (body += chunk.toString()))
        request.on("end", () => {
          asked += 1
          response.writeHead(asked === 1 ? 503 : 204).end()
          if (asked > 1) Queue.offerUnsafe(bodies, body)
        })
      })
      const url = Redacted.make(`http://127.0.0.1:${server.port}/`)
      const told = operatorWebhookLayer(url).pipe(Layer.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"] })))

      const body = yield* Effect.andThen(tellOperators(paused), Queue.take(bodies)).pipe(Effect.provide(told))

      const { occurred_at, ...notice } = JSON.parse(body)
      assert.deepStrictEqual(notice, { type: "operator_notice", ...paused })
      assert.isFalse(Number.isNaN(Date.parse(occurred_at)))
    })
  )

  it.effect("are logged without an address, by each of two services in one process", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(message))])
      const service = Effect.andThen(tellOperators(paused), tellOperators(paused)).pipe(
        Effect.provide(Layer.merge(log, Layer.fresh(operatorLogLayer)))
      )
      yield* service
      yield* service

      assert.deepStrictEqual(lines.flat(), [paused.message, paused.message])
    })
  )
})
