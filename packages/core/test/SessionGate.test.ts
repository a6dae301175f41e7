import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { AccountPolicy, defaultAccountPolicy } from "../src/accounts/AccountPolicy.ts"
import { BankPermits, type BankPermitsShape } from "../src/sessions/BankPermits.ts"
import { SessionGate } from "../src/sessions/SessionGate.ts"

const gateOf = (bankConcurrency: number, sessionConcurrency: number, bankPermits: BankPermitsShape | null = null) =>
  SessionGate.layer.pipe(
    Layer.provide(Layer.succeed(AccountPolicy, { ...defaultAccountPolicy, bankConcurrency, sessionConcurrency })),
    Layer.provide(Layer.succeed(BankPermits, bankPermits))
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
      const permit = { userId: "ana", giveBack: Effect.void }
      const take = () => Effect.as(Deferred.await(free), permit)
      const bankPermits = { take: () => take, takeLogin: () => take, isWanted: () => Effect.succeed(false) }
      yield* Effect.gen(function* () {
        const { finish, order, start } = yield* reader()
        const scheduled = yield* start("scheduled")
        const asked = yield* start("asked", true)

        yield* Deferred.succeed(free, undefined)
        yield* finish(asked, "asked")
        yield* finish(scheduled, "scheduled")

        assert.deepStrictEqual(order, ["asked", "scheduled"])
      }).pipe(Effect.provide(gateOf(2, 16, bankPermits)))
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

describe("the waits of a session together", () => {
  it.effect("keep its context while its bank is full, and no bank's permit while there is no context", () =>
    Effect.gen(function* () {
      const gate = yield* SessionGate
      const order: Array<string> = []
      const visit = Effect.fnUntraced(function* (bankId: string, accountId: string) {
        const end = yield* Deferred.make<void>()
        const turn = { accountId, userId: "ana", loginId: accountId, asked: false }
        const atBank = gate.atBank(
          bankId,
          turn
        )(() =>
          Effect.andThen(
            Effect.sync(() => order.push(accountId)),
            Deferred.await(end)
          )
        )
        const whole = Effect.scoped(Effect.andThen(gate.openContext(turn), atBank))
        const fiber = yield* Effect.forkChild(whole, { startImmediately: true })
        return Effect.andThen(Deferred.succeed(end, undefined), Fiber.join(fiber))
      })

      const endReading = yield* visit("bank", "reading")
      const endWaiting = yield* visit("bank", "waits for its bank")
      const endLast = yield* visit("other bank", "waits for a context")
      const without = { accountId: "without", userId: "ana", loginId: "without", asked: false }
      yield* gate.atBank("other bank", without)(() => Effect.sync(() => order.push("has a context already")))
      assert.deepStrictEqual(order, ["reading", "has a context already"])
      yield* endReading
      yield* endWaiting
      yield* endLast

      assert.sameMembers(order.slice(2), ["waits for its bank", "waits for a context"])
    }).pipe(Effect.provide(gateOf(1, 2)))
  )

  it.effect(
    "end an open session of somebody else at once, or after a whole interval if its next login needs a person",
    () =>
      Effect.gen(function* () {
        const gate = yield* SessionGate
        const open = (userId: string) => gate.openContext({ accountId: userId, userId, loginId: userId, asked: false })
        const shouldYield = (callsPerson: boolean) => gate.shouldYield({ userId: "ana", loginId: "ana", callsPerson })
        yield* open("ana")
        assert.isFalse(yield* shouldYield(false))

        yield* Effect.forkScoped(open("ben"), { startImmediately: true })

        assert.isTrue(yield* shouldYield(false))
        assert.isFalse(yield* shouldYield(true))
        yield* TestClock.adjust(defaultAccountPolicy.scrapeInterval)
        assert.isTrue(yield* shouldYield(true))
      }).pipe(Effect.scoped, Effect.provide(gateOf(4, 1)))
  )

  it.effect("have waited for as long as they did, whatever the machine's clock is set to meanwhile", () =>
    Effect.gen(function* () {
      const gate = yield* SessionGate
      const open = (userId: string) => gate.openContext({ accountId: userId, userId, loginId: userId, asked: false })
      const shouldYield = gate.shouldYield({ userId: "ana", loginId: "ana", callsPerson: true })
      yield* TestClock.adjust("2 hours")
      yield* open("ana")
      yield* Effect.forkScoped(open("ben"), { startImmediately: true })

      yield* TestClock.setTime(0)
      yield* TestClock.adjust(defaultAccountPolicy.scrapeInterval)
      assert.isTrue(yield* shouldYield)
    }).pipe(Effect.scoped, Effect.provide(gateOf(4, 1)))
  )

  it.effect("end an open session whose login another node's account has waited for", () => {
    let isWanted = false
    const take = () => Effect.succeed({ userId: "ana", giveBack: Effect.void })
    const bankPermits = { take: () => take, takeLogin: () => take, isWanted: () => Effect.succeed(isWanted) }
    return Effect.gen(function* () {
      const gate = yield* SessionGate
      const shouldYield = gate.shouldYield({ userId: "ana", loginId: "ana", callsPerson: true })
      assert.isFalse(yield* shouldYield)
      isWanted = true
      assert.isTrue(yield* shouldYield)
    }).pipe(Effect.provide(gateOf(4, 1, bankPermits)))
  })
})
