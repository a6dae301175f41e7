import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { meanwhile } from "../src/meanwhile.ts"

describe("work beside a statement", () => {
  it.effect("goes on while the statement is waited for, and both answer", () =>
    Effect.gen(function* () {
      const worked = yield* Deferred.make<string>()
      const statement = Deferred.await(worked)
      const [answer, done] = yield* meanwhile(statement, Effect.as(Deferred.succeed(worked, "asked"), "done"))

      assert.deepStrictEqual([answer, done], ["asked", "done"])
    })
  )

  it.effect("breaks no statement off because it dies, and dies of that", () =>
    Effect.gen(function* () {
      const dead = yield* Deferred.make<void>()
      let isOver = false
      const statement = Deferred.await(dead).pipe(
        Effect.andThen(Effect.yieldNow),
        Effect.andThen(Effect.sync(() => (isOver = true)))
      )
      const work = Effect.ensuring(Effect.die(new Error("a fault")), Deferred.succeed(dead, undefined))
      const exit = yield* Effect.exit(meanwhile(statement, work))

      assert.isTrue(isOver)
      assert.isTrue(Exit.hasDies(exit))
    })
  )

  it.effect("comes to its end although the statement dies", () =>
    Effect.gen(function* () {
      let isOver = false
      const work = Effect.andThen(
        Effect.yieldNow,
        Effect.sync(() => (isOver = true))
      )
      const exit = yield* Effect.exit(meanwhile(Effect.die(new Error("a fault")), work))

      assert.isTrue(isOver)
      assert.isTrue(Exit.hasDies(exit))
    })
  )

  it.effect("ends with the statement when all of it is interrupted", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const until = (name: string) => Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push(name)))
      const both = yield* Effect.forkChild(meanwhile(until("statement"), until("work")))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(both)

      assert.sameMembers(ended, ["statement", "work"])
    })
  )
})
