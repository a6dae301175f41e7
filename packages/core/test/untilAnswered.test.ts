import { assert, describe, it } from "@effect/vitest"
import { Deferred, Duration, Effect, Exit, Fiber, Latch, Ref } from "effect"
import { untilAnswered } from "../src/sessions/untilAnswered.ts"

/** A login whose answer the test gives, run by a fiber that the test interrupts. */
const begin = Effect.fnUntraced(function* (passwordTyped: boolean, patience = Duration.seconds(20)) {
  const answer = yield* Deferred.make<string>()
  const waitsForPerson = yield* Latch.make()
  const begun = yield* Deferred.make<void>()
  const end = yield* Ref.make<string>("still waiting")
  const login = Deferred.succeed(begun, undefined).pipe(
    Effect.andThen(Deferred.await(answer)),
    Effect.onExit((exit) => Ref.set(end, Exit.isSuccess(exit) ? exit.value : "broken off"))
  )
  const run = { passwordTyped: Effect.succeed(passwordTyped), waitsForPerson: waitsForPerson.await }
  const running = yield* Effect.forkChild(untilAnswered(login, run, patience))
  yield* Deferred.await(begun)
  const stop = Fiber.interrupt(running)
  return { answer, waitsForPerson, end: Ref.get(end), running, stop }
})

describe("a login that the service's stop interrupts", () => {
  it.live("hears the bank's answer first, once the password is out", () =>
    Effect.gen(function* () {
      const { answer, end, stop } = yield* begin(true)
      const stopping = yield* Effect.forkChild(stop)
      yield* Effect.yieldNow
      yield* Deferred.succeed(answer, "authenticated")
      yield* Fiber.join(stopping)
      assert.strictEqual(yield* end, "authenticated")
    })
  )

  it.live("is broken off at once while the password is not out", () =>
    Effect.gen(function* () {
      const { end, stop } = yield* begin(false)
      yield* stop
      assert.strictEqual(yield* end, "broken off")
    })
  )

  it.live("is broken off when the bank has asked for a code: nobody waits for people", () =>
    Effect.gen(function* () {
      const { end, stop, waitsForPerson } = yield* begin(true)
      yield* waitsForPerson.open
      yield* stop
      assert.strictEqual(yield* end, "broken off")
    })
  )

  it.live("hears the bank's answer to a code that was given", () =>
    Effect.gen(function* () {
      const { answer, end, stop, waitsForPerson } = yield* begin(true)
      yield* waitsForPerson.open
      yield* waitsForPerson.close
      const stopping = yield* Effect.forkChild(stop)
      yield* Effect.yieldNow
      yield* Deferred.succeed(answer, "authenticated")
      yield* Fiber.join(stopping)
      assert.strictEqual(yield* end, "authenticated")
    })
  )

  it.live("is broken off when the bank takes longer than the patience", () =>
    Effect.gen(function* () {
      const { end, stop } = yield* begin(true, Duration.millis(20))
      yield* stop
      assert.strictEqual(yield* end, "broken off")
    })
  )

  it.live("answers as it would by itself when nothing interrupts it", () =>
    Effect.gen(function* () {
      const { answer, running } = yield* begin(true)
      yield* Deferred.succeed(answer, "authenticated")
      assert.strictEqual(yield* Fiber.join(running), "authenticated")
    })
  )
})
