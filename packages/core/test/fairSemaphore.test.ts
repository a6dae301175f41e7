import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Fiber, FiberSet, Semaphore } from "effect"
import { TestClock } from "effect/testing"
import * as FastCheck from "fast-check"
import { fairSemaphore, priorities, type Priority, type SharedPermits, type Turn } from "../src/fairSemaphore.ts"

type Semaphores = ReturnType<typeof fairSemaphore>

/** Visitors who stay until they are told to go. */
const visits = (semaphore: Semaphores) => {
  const inside: Array<string> = []
  const ends = new Map<string, Deferred.Deferred<void>>()
  const come = Effect.fnUntraced(function* (name: string, priority: Priority = priorities.scheduled) {
    const end = yield* Deferred.make<void>()
    ends.set(name, end)
    const turn: Turn = { name, userId: name.split(" ")[0] ?? "", priority }
    const stay = Effect.acquireUseRelease(
      Effect.sync(() => void inside.push(name)),
      () => Deferred.await(end),
      () => Effect.sync(() => void inside.splice(inside.indexOf(name), 1))
    )
    return yield* Effect.forkChild(
      semaphore.withPermit(turn)(() => stay),
      { startImmediately: true }
    )
  })
  const go = Effect.fnUntraced(function* (name: string) {
    const end = ends.get(name)
    assert.isDefined(end)
    yield* Deferred.succeed(end, undefined)
    while (inside.includes(name)) yield* Effect.yieldNow
    yield* Effect.yieldNow
  })
  return { come, go, inside }
}

const many = (user: string, count: number) => Array.from({ length: count }, (_, nth) => `${user} ${nth + 1}`)

describe("permits that users share", () => {
  it.effect("all go to a user who is alone", () =>
    Effect.gen(function* () {
      const { come, inside } = visits(fairSemaphore(4))
      for (const name of many("ana", 6)) yield* come(name)

      assert.deepStrictEqual(inside, many("ana", 4))
    })
  )

  it.effect("go to the user who holds the fewest, as soon as one is given back", () =>
    Effect.gen(function* () {
      const { come, go, inside } = visits(fairSemaphore(4))
      for (const name of many("greedy", 50)) yield* come(name)
      yield* come("ana 1")
      yield* come("ben 1")

      yield* go("greedy 1")
      yield* go("greedy 2")

      assert.deepStrictEqual(inside, ["greedy 3", "greedy 4", "ana 1", "ben 1"])
    })
  )

  it.effect("stay free in part beside a user who holds many, for users of the last hour", () =>
    Effect.gen(function* () {
      const { come, go, inside } = visits(fairSemaphore(16))
      yield* come("ana 1")
      yield* go("ana 1")
      yield* TestClock.adjust(Duration.minutes(59))
      for (const name of many("greedy", 50)) yield* come(name)
      assert.strictEqual(inside.length, 10)

      for (const name of many("ana", 3)) yield* come(name)
      assert.strictEqual(inside.filter((name) => name.startsWith("ana")).length, 3)
    })
  )

  it.effect("all go again to a user who has been alone for more than an hour", () =>
    Effect.gen(function* () {
      const { come, go, inside } = visits(fairSemaphore(16))
      yield* come("ana 1")
      yield* go("ana 1")
      yield* TestClock.adjust(Duration.minutes(61))
      for (const name of many("greedy", 50)) yield* come(name)

      assert.strictEqual(inside.length, 16)
    })
  )

  it.effect("leave room for a late user beside three greedy ones", () =>
    Effect.gen(function* () {
      const { come, inside } = visits(fairSemaphore(16))
      yield* come("modest 1")
      for (const user of ["a", "b", "c"]) for (const name of many(user, 50)) yield* come(name)
      yield* come("late 1")

      assert.include(inside, "late 1")
    })
  )

  it.effect("go round among users who hold equally many", () =>
    Effect.gen(function* () {
      const { come, go, inside } = visits(fairSemaphore(1))
      const order: Array<string> = []
      yield* come("first 1")
      for (const name of [...many("greedy", 3), ...many("ana", 2), "ben 1"]) yield* come(name)
      yield* go("first 1")
      for (let [name] = inside; name !== undefined; [name] = inside) {
        order.push(name)
        yield* go(name)
      }

      assert.deepStrictEqual(order, ["greedy 1", "ana 1", "ben 1", "greedy 2", "ana 2", "greedy 3"])
    })
  )

  it.effect("go first to what a person asked for, which overtakes nobody twice", () =>
    Effect.gen(function* () {
      const { come, go, inside } = visits(fairSemaphore(1))
      yield* come("greedy 0")
      yield* come("ana 1")
      for (const name of many("greedy", 5)) yield* come(name, priorities.asked)

      yield* go("greedy 0")
      assert.deepStrictEqual(inside, ["greedy 1"])
      yield* go("greedy 1")
      assert.deepStrictEqual(inside, ["ana 1"])
    })
  )

  it.effect("are given back while a login waits for a code, which then goes before logins that have not begun", () =>
    Effect.gen(function* () {
      const semaphore = fairSemaphore(1)
      const { come, go, inside } = visits(semaphore)
      const code = yield* Deferred.make<void>()
      const login = yield* Effect.forkChild(
        semaphore.withPermit({ name: "login", userId: "ana", priority: priorities.scheduled })((withoutPermit) =>
          withoutPermit(Deferred.await(code))
        ),
        { startImmediately: true }
      )
      for (const name of many("ben", 3)) yield* come(name)
      assert.deepStrictEqual(inside, ["ben 1"])

      yield* Deferred.succeed(code, undefined)
      yield* Effect.yieldNow
      yield* go("ben 1")
      yield* Fiber.join(login)
      assert.deepStrictEqual(inside, ["ben 2"])
    })
  )

  it.effect("are not kept by what went on without one and comes back when the visit is over", () =>
    Effect.gen(function* () {
      const semaphore = fairSemaphore(1)
      const turn = (name: string): Turn => ({ name, userId: name, priority: priorities.scheduled })
      const code = yield* Deferred.make<void>()
      const beside = yield* semaphore.withPermit(turn("ana"))((withoutPermit) =>
        Effect.forkDetach(withoutPermit(Deferred.await(code)), { startImmediately: true })
      )
      yield* Deferred.succeed(code, undefined)
      yield* Fiber.join(beside)

      assert.strictEqual(yield* semaphore.withPermit(turn("ben"))(() => Effect.succeed("inside")), "inside")
    })
  )

  it.effect("that all nodes share are asked for again when asking for one died of a bug", () =>
    Effect.gen(function* () {
      let asked = 0
      const fibers = yield* FiberSet.makeRuntime<never, void>()
      const giveBack = Effect.void
      const take = () =>
        Effect.suspend(() => (++asked === 1 ? Effect.die("a bug") : Effect.succeed({ userId: "ana", giveBack })))
      const { come, inside } = visits(fairSemaphore(1, { take, fork: fibers }))
      yield* come("ana 1")
      assert.deepStrictEqual(inside, [])
      yield* TestClock.adjust(Duration.seconds(1))
      yield* Effect.yieldNow
      assert.deepStrictEqual(inside, ["ana 1"])
    })
  )

  it.effect("are asked back from a user who holds more, not from one who holds as few", () =>
    Effect.gen(function* () {
      const semaphore = fairSemaphore(3)
      const { come } = visits(semaphore)
      for (const name of many("greedy", 9)) yield* come(name)
      yield* come("ana 1")

      assert.isNotNull(yield* semaphore.waitingFor("greedy"))
      assert.isNull(yield* semaphore.waitingFor("nobody"))
    })
  )
})

type Act = "come" | "leave" | "end"
const acts: ReadonlyArray<Act> = ["come", "leave", "end"]

describe("a fair semaphore", () => {
  it("never admits more than it has permits, loses no permit, and forgets nobody who waits", async () => {
    const few = FastCheck.integer({ min: 1, max: 3 })
    const step = FastCheck.record({
      asked: FastCheck.boolean(),
      user: FastCheck.constantFrom("a", "b", "c"),
      act: FastCheck.constantFrom(...acts)
    })
    await FastCheck.assert(
      FastCheck.asyncProperty(few, few, FastCheck.boolean(), FastCheck.array(step), async (own, all, share, steps) => {
        const others = Semaphore.makeUnsafe(all)
        const shared: SharedPermits = {
          take: (users) =>
            Effect.map(others.take(1), () => {
              const [userId] = users()
              const giveBack = Effect.asVoid(others.release(1))
              return userId === undefined ? { userId: "", giveBack } : { userId, giveBack }
            }),
          fork: (effect) => void Effect.runFork(effect)
        }
        const lanes = share ? fairSemaphore(own, shared) : fairSemaphore(own)
        const permits = share ? Math.min(own, all) : own
        const inside = new Set<Deferred.Deferred<void>>()
        const turnOf = (index: number, user: string, asked: boolean): Turn => ({
          name: `${index}`,
          userId: user,
          priority: asked ? priorities.asked : priorities.scheduled
        })
        const program = Effect.gen(function* () {
          const fibers: Array<Fiber.Fiber<void>> = []
          for (const [index, { act, asked, user }] of steps.entries()) {
            if (act === "come") {
              const end = yield* Deferred.make<void>()
              const stay = Effect.andThen(
                Effect.sync(() => inside.add(end)),
                Deferred.await(end)
              ).pipe(Effect.ensuring(Effect.sync(() => inside.delete(end))))
              fibers.push(
                yield* Effect.forkChild(
                  lanes.withPermit(turnOf(index, user, asked))(() => stay),
                  { startImmediately: true }
                )
              )
            }
            const some = fibers[index % Math.max(fibers.length, 1)]
            if (act === "leave" && some !== undefined) yield* Fiber.interrupt(some)
            const [ended] = inside
            if (act === "end" && ended !== undefined) yield* Deferred.succeed(ended, undefined)
            assert.isAtMost(inside.size, permits)
          }
          while (fibers.some((fiber) => fiber.pollUnsafe() === undefined)) {
            for (const left of inside) yield* Deferred.succeed(left, undefined)
            yield* Effect.yieldNow
          }
          yield* Effect.forEach(Array.from({ length: permits }), (_, index) =>
            Effect.scoped(lanes.scoped(turnOf(index, "a", false)))
          )
        })
        await Effect.runPromise(program)
      }),
      { numRuns: 200 }
    )
  })

  it("admits a user without permits whenever one is free, whatever others do", async () => {
    const step = FastCheck.record({ user: FastCheck.constantFrom("a", "b", "c", "d"), comes: FastCheck.boolean() })
    await FastCheck.assert(
      FastCheck.asyncProperty(FastCheck.integer({ min: 1, max: 16 }), FastCheck.array(step), async (permits, steps) => {
        const program = Effect.gen(function* () {
          const semaphore = fairSemaphore(permits)
          const { come, go, inside } = visits(semaphore)
          let number = 0
          for (const { comes, user } of steps) {
            if (comes) yield* come(`${user} ${number++}`)
            else if (inside[0] !== undefined) yield* go(inside[0])
            const before = inside.length
            yield* come(`guest ${number}`)
            if (before < permits && !inside.some((name) => name.startsWith("guest") && name !== `guest ${number}`)) {
              assert.include(inside, `guest ${number}`)
            }
            number += 1
          }
        })
        await Effect.runPromise(Effect.scoped(program))
      }),
      { numRuns: 100 }
    )
  })
})
