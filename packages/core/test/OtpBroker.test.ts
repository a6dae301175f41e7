import { RefusedCodes } from "../src/codes/RefusedCodes.ts"
import { DatabaseUnavailable } from "../src/DatabaseUnavailable.ts"
import { makeOtpBroker } from "../src/sessions/assistance/OtpBroker.ts"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { makeMemory } from "./support/memory.ts"

const sixDigits = { length: 6, type: "numeric", purpose: "login" } as const
const code = (text: string) => Redacted.make(text)

/** A broker with a login that has just asked for a code. */
const asked = Effect.gen(function* () {
  const broker = yield* makeOtpBroker("account", Duration.minutes(5))
  const login = yield* Effect.forkChild(
    broker.request("session", { ask: { type: "otp", descriptor: sixDigits }, prompt: "Log in to Banco Demo" })
  )
  yield* Effect.yieldNow
  yield* Effect.yieldNow
  return { broker, login }
})

describe("OtpBroker", () => {
  it.effect("hands the first valid code to the login and refuses a second one", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker, login } = yield* asked
      yield* broker.submit(code("123456"))
      const second = yield* Effect.flip(broker.submit(code("654321")))
      const handed = yield* Fiber.join(login)

      assert.strictEqual(Redacted.value(handed), "123456")
      assert.strictEqual(second._tag, "NoPendingAssistance")
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("takes a code that is sent the moment the request is told, the second time too", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const broker = yield* makeOtpBroker("account", Duration.minutes(5))
      const codes = ["111111", "222222"]
      memory.onTold(({ type }) =>
        type === "assistance.requested" ? Effect.orDie(broker.submit(code(codes.shift() ?? ""))) : Effect.void
      )

      const first = yield* broker.request("session", {
        ask: { type: "otp", descriptor: sixDigits },
        prompt: "Log in to Banco Demo"
      })
      const second = yield* broker.rejected

      assert.deepStrictEqual([first, second].map(Redacted.value), ["111111", "222222"])
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("keeps nothing on the broker that could not be told", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const broker = yield* makeOtpBroker("account", Duration.minutes(5))
      memory.onTold(() => Effect.die("no connection"))

      yield* Effect.exit(
        broker.request("session", { ask: { type: "otp", descriptor: sixDigits }, prompt: "Log in to Banco Demo" })
      )

      assert.isNull(yield* broker.pending)
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("keeps the request pending when a code has the wrong form, and says what would be right", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker } = yield* asked
      const refusals = yield* Effect.forEach(["12345", "1234567", "12a456", ""], (text) =>
        Effect.flip(broker.submit(code(text)))
      )

      for (const refusal of refusals) {
        assert.strictEqual(refusal._tag, "CodeDoesNotFit")
        assert.strictEqual(refusal._tag === "CodeDoesNotFit" ? refusal.message : "", "code must be 6 digits")
      }
      assert.strictEqual((yield* broker.pending)?.attempts, 0)
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("tells fulfilled only once the login progresses", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker, login } = yield* asked
      yield* broker.submit(code("123456"))
      yield* Fiber.join(login)
      assert.deepStrictEqual(memory.types(), ["assistance.requested"])

      yield* broker.accepted

      assert.deepStrictEqual(memory.types(), ["assistance.requested", "assistance.fulfilled"])
      assert.isNull(yield* broker.pending)
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect(
    "goes on with a login whose code the bank took though the commit of that is not answered, and tells of it once",
    () => {
      const memory = makeMemory()
      return Effect.gen(function* () {
        const { broker, login } = yield* asked
        yield* broker.submit(code("123456"))
        yield* Fiber.join(login)
        memory.onTold(() => Effect.die(new DatabaseUnavailable({ message: "away", outcome: "unknown", cause: null })))
        const accepted = yield* Effect.forkChild(broker.accepted)
        yield* TestClock.adjust(Duration.seconds(1))
        yield* Fiber.join(accepted)

        assert.deepStrictEqual(memory.types(), ["assistance.requested", "assistance.fulfilled"])
        assert.isNull(yield* broker.pending)
      }).pipe(Effect.provide(memory.layer))
    }
  )

  it.effect("asks again under the same id after one rejection, and ends the login after two", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker, login } = yield* asked
      const first = yield* broker.pending
      yield* broker.submit(code("111111"))
      yield* Fiber.join(login)
      const again = yield* Effect.forkChild(broker.rejected)
      yield* Effect.yieldNow
      yield* Effect.yieldNow
      const second = yield* broker.pending
      yield* broker.submit(code("222222"))
      yield* Fiber.join(again)
      const ended = yield* Effect.flip(broker.rejected)

      assert.strictEqual(second?.id, first?.id)
      assert.strictEqual(second?.attempts, 1)
      assert.strictEqual(ended.kind, "otp_rejected")
      assert.deepStrictEqual(memory.types(), ["assistance.requested", "assistance.requested", "assistance.cancelled"])
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("does not restart the clock after a rejection", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker, login } = yield* asked
      yield* TestClock.adjust("4 minutes")
      yield* broker.submit(code("111111"))
      yield* Fiber.join(login)
      const again = yield* Effect.forkChild(Effect.flip(broker.rejected))
      yield* TestClock.adjust("61 seconds")
      const ended = yield* Fiber.join(again)

      assert.strictEqual(ended.kind, "otp_timeout")
      assert.isNull(yield* broker.pending)
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("cancels the request when nobody answers, and stops its notification", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker, login } = yield* asked
      const pending = yield* broker.pending
      yield* TestClock.adjust("5 minutes")
      const ended = yield* Effect.flip(Fiber.join(login))
      const late = yield* Effect.flip(broker.submit(code("123456")))

      assert.strictEqual(ended.kind, "otp_timeout")
      assert.strictEqual(late._tag, "NoPendingAssistance")
      assert.deepStrictEqual(memory.events.at(-1), {
        type: "assistance.cancelled",
        data: { id: pending?.id ?? "", reason: "timed_out" }
      })
      assert.deepStrictEqual(memory.cancelled, [pending?.id ?? ""])
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("ends the login when a person cancels", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker, login } = yield* asked
      yield* broker.cancel
      const ended = yield* Effect.flip(Fiber.join(login))
      const again = yield* Effect.flip(broker.cancel)

      assert.strictEqual(ended.kind, "otp_cancelled")
      assert.strictEqual(again._tag, "NoPendingAssistance")
      assert.deepStrictEqual(memory.types(), ["assistance.requested", "assistance.cancelled"])
    }).pipe(Effect.provide(memory.layer))
  })

  it.effect("cancels the request when the login is interrupted", () => {
    const memory = makeMemory()
    return Effect.gen(function* () {
      const { broker, login } = yield* asked
      yield* Fiber.interrupt(login)

      assert.isNull(yield* broker.pending)
      assert.deepStrictEqual(memory.types(), ["assistance.requested", "assistance.cancelled"])
    }).pipe(Effect.provide(memory.layer))
  })

  describe("a code that the bank has refused", () => {
    const refusedOnce = Effect.gen(function* () {
      const { broker, login } = yield* asked
      yield* broker.submit(code("111111"))
      yield* Fiber.join(login)
      const again = yield* Effect.forkChild(broker.rejected)
      yield* Effect.yieldNow
      yield* Effect.yieldNow
      return { broker, again }
    })

    it.effect("is not handed over when it comes again, whatever brings it: the request waits for another one", () => {
      const memory = makeMemory()
      return Effect.gen(function* () {
        const { again, broker } = yield* refusedOnce
        const assistanceId = (yield* broker.pending)?.id ?? ""
        const refusals = yield* Effect.forEach(["api", "sms", "telegram"] as const, (channel) =>
          Effect.flip(broker.submit(code("111111"), { channel, assistanceId }))
        )
        assert.strictEqual((yield* broker.pending)?.attempts, 1)
        yield* broker.submit(code("222222"))

        assert.strictEqual(Redacted.value(yield* Fiber.join(again)), "222222")
        for (const refusal of refusals) {
          assert.deepInclude(refusal, {
            _tag: "CodeDoesNotFit",
            used: true,
            message: "code must be a newer one: this one was used before, and none is typed twice"
          })
        }
      }).pipe(Effect.provide(memory.layer))
    })

    it.effect("is handed over once more to who names no request, as the contract has it", () => {
      const memory = makeMemory()
      return Effect.gen(function* () {
        const { again, broker } = yield* refusedOnce
        yield* broker.submit(code("111111"), { channel: "api" })

        assert.strictEqual(Redacted.value(yield* Fiber.join(again)), "111111")
      }).pipe(Effect.provide(memory.layer))
    })

    it.effect("nor when the script asks anew in the same login", () => {
      const memory = makeMemory()
      return Effect.gen(function* () {
        const { broker, login } = yield* asked
        yield* broker.submit(code("111111"))
        yield* Fiber.join(login)
        yield* Effect.forkChild(
          broker.request("session", { ask: { type: "otp", descriptor: sixDigits }, prompt: "Log in to Banco Demo" })
        )
        yield* Effect.yieldNow
        yield* Effect.yieldNow

        const assistanceId = (yield* broker.pending)?.id ?? ""
        assert.deepInclude(yield* Effect.flip(broker.submit(code("111111"), { assistanceId })), {
          _tag: "CodeDoesNotFit",
          used: true
        })
      }).pipe(Effect.provide(memory.layer))
    })

    it.effect("nor by a later login, after a restart too; what the bank has not refused may be right then", () => {
      const memory = makeMemory()
      const noted = new Set<string>()
      const rows = {
        printOf: (accountId: string, given: Redacted.Redacted<string>) =>
          Effect.succeed(`${accountId} ${Redacted.value(given)}`),
        isRefused: (accountId: string, print: string) => Effect.succeed(noted.has(`${accountId}: ${print}`)),
        note: (accountId: string, print: string) => Effect.sync(() => void noted.add(`${accountId}: ${print}`))
      }
      return Effect.gen(function* () {
        yield* refusedOnce
        assert.deepStrictEqual([...noted], ["account: account 111111"])
        const { broker } = yield* asked

        const assistanceId = (yield* broker.pending)?.id ?? ""
        assert.deepInclude(yield* Effect.flip(broker.submit(code("111111"), { assistanceId })), {
          _tag: "CodeDoesNotFit",
          used: true
        })
        yield* broker.submit(code("222222"))
      }).pipe(Effect.provideService(RefusedCodes, rows), Effect.provide(memory.layer))
    })
  })

  it.effect("waits for a second code until its time is over, though the machine's clock is set back meanwhile", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(3 * 3_600_000)
      const { broker, login } = yield* asked
      yield* broker.submit(code("123456"))
      yield* Fiber.join(login)
      yield* TestClock.adjust("1 minute")
      yield* TestClock.setTime(0)

      const again = yield* Effect.forkChild(Effect.flip(broker.rejected), { startImmediately: true })
      yield* TestClock.adjust("3 minutes")
      assert.isNotNull(yield* broker.pending)
      yield* TestClock.adjust("1 minute")
      assert.isNull(yield* broker.pending)
      assert.strictEqual((yield* Fiber.join(again)).kind, "otp_timeout")
    }).pipe(Effect.provide(makeMemory().layer))
  )
})
