import { assert, it } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { pauseBankIfRefusing } from "../../src/actor/pauseBank.ts"
import { SessionRepository } from "../../src/sessions/SessionRepository.ts"

const minute = 60_000
/** By the database's clock. */
const latest = Date.parse("2026-11-29T10:00:00Z")

const refused = ["one", "two", "three"].map((accountId, nth) => ({
  accountId,
  userId: nth === 0 ? "ana" : "leo",
  at: latest - nth * minute,
  hadLoggedIn: true
}))

const pausedUntil = Effect.fnUntraced(function* (nodesClock: number) {
  const paused: Array<number> = []
  const sessions = Layer.mock(SessionRepository, {
    rejections: () => Effect.succeed(refused),
    pauseBank: (_, until) => Effect.sync(() => void paused.push(until.epochMilliseconds))
  })
  yield* TestClock.setTime(nodesClock)
  yield* Effect.provide(pauseBankIfRefusing({ bank: "demo", bankId: "bank-id" }), sessions)
  return paused.map((until) => DateTime.formatIso(DateTime.makeUnsafe(until)))
})

for (const [what, offset] of [
  ["a moment behind", -50],
  ["an hour behind", -60 * minute],
  ["an hour ahead", 60 * minute]
] as const) {
  it.effect(`a bank that refuses what used to work pauses for half an hour, where this node's clock is ${what}`, () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* pausedUntil(latest + offset), ["2026-11-29T10:30:00.000Z"])
    })
  )
}
