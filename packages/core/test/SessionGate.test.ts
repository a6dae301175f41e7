import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { AccountPolicy, defaultAccountPolicy } from "../src/accounts/AccountPolicy.ts"
import { BankPermits, type BankPermitsShape } from "../src/sessions/BankPermits.ts"
import { SessionGate } from "../src/sessions/SessionGate.ts"

const gateOf = (bankConcurrency: number, sessionConcurrency: number, places: BankPermitsShape | null = null) =>
  SessionGate.layer.pipe(
    Layer.provide(Layer.succeed(AccountPolicy, { ...defaultAccountPolicy, bankConcurrency, sessionConcurrency })),
    Layer.provide(Layer.succeed(BankPermits, places))
  )

/** Accounts that read one after another, as the test lets them. */
const reader = Effect.fnUntraced(function* () {
  const gate = yield* SessionGate
  const order: Array<string> = []
  const ends = new Map<string, Deferred.Deferred<void>>()
  const start = Effect.fnUntraced(function* (accountId: string, asked = false) {
    const end = yield* Deferred.make<void>()
    ends.set(accountId, end)
    const read = Effect.andThen(
      Effect.sync(() => order.push(accountId)),
      Deferred.await(end)
    )
    const fiber = yield* Effect.forkChild(
      gate.atBank("bank", { accountId, userId: "ana", loginId: accountId, asked })(() => read),
      { startImmediately: true }
    )
    return fiber
  })
  const finish = Effect.fnUntraced(function* (fiber: Fiber.Fiber<void>, accountId: string) {
    const end = ends.get(accountId)
    if (end !== undefined) yield* Deferred.succeed(end, undefined)
    yield* Fiber.join(fiber)
  })
  return { finish, gate, order, start }
})

describe("the gate of a bank", () => {
  it.effect("lets a scrape that was asked for by hand overtake the scheduled ones", () =>
    Effect.gen(function* () {
      const { finish, order, start } = yield* reader()
      const first = yield* start("reading")
      const scheduled = yield* start("scheduled")
      const asked = yield* start("asked", true)

      yield* finish(first, "reading")
      yield* finish(asked, "asked")
      yield* finish(scheduled, "scheduled")

      assert.deepStrictEqual(order, ["reading", "asked", "scheduled"])
    }).pipe(Effect.provide(gateOf(1, 16)))
  )

  it.effect("lets a scheduled scrape overtake, too, once somebody asks for it", () =>
    Effect.gen(function* () {
      const { finish, gate, order, start } = yield* reader()
      const first = yield* start("reading")
      const one = yield* start("one")
      const two = yield* start("two")

      yield* gate.hurry("two")
      yield* finish(first, "reading")
      yield* finish(two, "two")
      yield* finish(one, "one")

      assert.deepStrictEqual(order, ["reading", "two", "one"])
    }).pipe(Effect.provide(gateOf(1, 16)))
  )

  it.effect("removes an account from the queue when it gives up waiting", () =>
    Effect.gen(function* () {
      const { finish, order, start } = yield* reader()
      const first = yield* start("reading")
      const gone = yield* start("gone", true)
      const next = yield* start("next")

      yield* Fiber.interrupt(gone)
      yield* finish(first, "reading")
      yield* finish(next, "next")

      assert.deepStrictEqual(order, ["reading", "next"])
    }).pipe(Effect.provide(gateOf(1, 16)))
  )

  it.effect("admits the scrape that was asked for by hand when another node gives a permit back", () =>
    Effect.gen(function* () {
      const free = yield* Deferred.make<void>()
      const place = { userId: "ana", giveBack: Effect.void }
      const places = { take: () => () => Effect.as(Deferred.await(free), place) }
      yield* Effect.gen(function* () {
        const { finish, order, start } = yield* reader()
        const scheduled = yield* start("scheduled")
        const asked = yield* start("asked", true)

        yield* Deferred.succeed(free, undefined)
        yield* finish(asked, "asked")
        yield* finish(scheduled, "scheduled")

        assert.deepStrictEqual(order, ["asked", "scheduled"])
      }).pipe(Effect.provide(gateOf(2, 16, places)))
    })
  )

  it.effect("opens no more contexts than allowed, and can be left while it is full", () =>
    Effect.gen(function* () {
      const gate = yield* SessionGate
      const open = Deferred.makeUnsafe<void>()
      const hold = (accountId: string) =>
        Effect.scoped(
          Effect.andThen(
            gate.openContext({ accountId, userId: "ana", loginId: accountId, asked: false }),
            Deferred.await(open)
          )
        )
      const held = yield* Effect.forkChild(hold("one"), { startImmediately: true })
      const waiting = yield* Effect.forkChild(hold("two"), { startImmediately: true })

      yield* Fiber.interrupt(waiting)
      yield* Deferred.succeed(open, undefined)
      yield* Fiber.join(held)
      yield* hold("three")
    }).pipe(Effect.provide(gateOf(4, 1)))
  )
})
