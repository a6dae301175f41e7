import { describe, it } from "@effect/vitest"
import { LimitReached, makeLimiter, Overloaded } from "@counterfoil/core"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Deferred, Duration, Effect, Exit, Fiber, Queue } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, assert, beforeAll, expect } from "vitest"
import { queue } from "../src/authentication/Argon2PasswordHasher.ts"
import { AuthLimits, delayAfter, network } from "../src/limits/AuthLimits.ts"
import { requestsAtOnce, RequestShare } from "../src/limits/RequestShare.ts"
import { type Answer, startServer, type TestServer } from "./support/TestServer.ts"

setFlagsFromString("--expose-gc")
const collect: unknown = runInNewContext("gc")
const usedMemory = () => {
  if (typeof collect === "function") collect()
  return process.memoryUsage().heapUsed
}

const perMinute = (limit: number) => ({ limit, window: Duration.minutes(1) })
const waitOf = <A, E extends { readonly retryAfterSeconds: number }>(effect: Effect.Effect<A, E>) =>
  Effect.match(effect, { onSuccess: () => 0, onFailure: (refusal) => refusal.retryAfterSeconds })

describe("a user's requests", () => {
  it.effect("are worked on so many at a time, and nobody else's wait for them", () =>
    Effect.gen(function* () {
      const { inTurn } = yield* RequestShare
      const begun = yield* Queue.unbounded<string>()
      const end = yield* Deferred.make<void>()
      const request = (user: string) =>
        Effect.forkChild(inTurn(user)(Effect.andThen(Queue.offer(begun, user), Deferred.await(end))))
      const greedy = yield* Effect.forEach(Array.from({ length: requestsAtOnce + 20 }), () => request("greedy"))
      const modest = yield* request("modest")

      const first = yield* Effect.forEach(Array.from({ length: requestsAtOnce + 1 }), () => Queue.take(begun))
      assert.deepStrictEqual(first.toSorted(), [...Array<string>(requestsAtOnce).fill("greedy"), "modest"])
      assert.strictEqual(yield* Queue.size(begun), 0)
      // Who leaves while they wait is not in the way of who is behind.
      yield* Effect.forEach(greedy.slice(-10), Fiber.interrupt)
      yield* Deferred.succeed(end, undefined)
      yield* Effect.forEach([modest, ...greedy.slice(0, -10)], Fiber.join)
      assert.strictEqual(yield* Queue.size(begun), 10)
    }).pipe(Effect.provide(RequestShare.layer))
  )
})

describe("a limiter", () => {
  it.effect(
    "counts what was let through while the clock was ahead for no longer than its window, once it is right",
    () =>
      Effect.gen(function* () {
        const { take } = makeLimiter([perMinute(2)])
        yield* TestClock.adjust("1 day")
        yield* take("a")
        yield* take("a")
        yield* TestClock.setTime(0)
        assert.strictEqual(yield* waitOf(take("a")), 60)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* waitOf(take("a")), 30)
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual(yield* waitOf(take("a")), 0)
      })
  )

  it.effect("lets so many through within its window, and says when the next may come", () =>
    Effect.gen(function* () {
      const { take } = makeLimiter([perMinute(2)])
      yield* take("a")
      yield* TestClock.adjust("20 seconds")
      yield* take("a")
      assert.strictEqual(yield* waitOf(take("a")), 40)
      assert.strictEqual(yield* waitOf(take("b")), 0)
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual(yield* waitOf(take("a")), 0)
      assert.strictEqual(yield* waitOf(take("a")), 20)
    })
  )

  it.effect("doesn't count what it refuses", () =>
    Effect.gen(function* () {
      const { take } = makeLimiter([perMinute(1)])
      yield* take("a")
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* waitOf(take("a")), 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* waitOf(take("a")), 0)
    })
  )

  it.effect("holds all its rules, and waits for the slowest", () =>
    Effect.gen(function* () {
      const { take } = makeLimiter([perMinute(2), { limit: 3, window: Duration.hours(1) }])
      yield* take("a")
      yield* take("a")
      assert.strictEqual(yield* waitOf(take("a")), 60)
      yield* TestClock.adjust("1 minute")
      yield* take("a")
      assert.strictEqual(yield* waitOf(take("a")), 59 * 60)
    })
  )

  it.effect("keeps a bounded number of keys", () =>
    Effect.gen(function* () {
      const { count, take } = makeLimiter([perMinute(1)])
      yield* Effect.forEach(
        Array.from({ length: 50_001 }, (_, n) => `key ${n}`),
        take,
        { discard: true }
      )
      assert.strictEqual(yield* count("key 0"), 0)
      assert.strictEqual(yield* count("key 50000"), 1)
    })
  )
})

describe("failed log-ins", () => {
  const wrong = Effect.fail("wrong")
  const isWrong = () => true
  const tries = Effect.provide(AuthLimits.layer({ requestsPerMinute: 10, failuresPerQuarterHour: 5 }))

  it.effect("end for an e-mail and an address after five, but not for its owner elsewhere", () =>
    Effect.gen(function* () {
      const limits = yield* AuthLimits
      const attempt = (email: string, address: string) =>
        Effect.flip(limits.guard({ email, address })(wrong, isWrong)).pipe(
          Effect.forkChild,
          Effect.tap(() => TestClock.adjust("5 seconds")),
          Effect.flatMap(Fiber.join),
          Effect.map((error) => (typeof error === "string" ? error : "refused"))
        )
      const outcomes = yield* Effect.forEach(Array.from({ length: 6 }), () => attempt("Ana@example.com ", "192.0.2.1"))
      assert.deepStrictEqual(outcomes, ["wrong", "wrong", "wrong", "wrong", "wrong", "refused"])
      assert.strictEqual(yield* attempt("ana@example.com", "192.0.2.1"), "refused")
      assert.strictEqual(yield* attempt("ana@example.com", "192.0.2.2"), "wrong")
      assert.strictEqual(yield* attempt("leo@example.com", "192.0.2.1"), "wrong")
      yield* TestClock.adjust("15 minutes")
      assert.strictEqual(yield* attempt("ana@example.com", "192.0.2.1"), "wrong")
    }).pipe(tries)
  )

  it.effect("are remembered in bounded memory, however long the e-mails are", () =>
    Effect.gen(function* () {
      const limits = yield* AuthLimits
      const before = usedMemory()
      for (let n = 0; n < 400; n++) {
        const email = `${"x".repeat(250_000)}${n}@example.com`
        assert.strictEqual(yield* Effect.flip(limits.guard({ email, address: "192.0.2.9" })(wrong, isWrong)), "wrong")
      }
      assert.isBelow(usedMemory() - before, 30_000_000)
      // They still count, each for itself.
      const first = { email: `${"x".repeat(250_000)}0@example.com`, address: "192.0.2.9" }
      for (let n = 0; n < 2; n++) yield* Effect.flip(limits.guard(first)(wrong, isWrong))
      const fourth = yield* Effect.forkChild(Effect.flip(limits.guard(first)(wrong, isWrong)))
      assert.isUndefined(fourth.pollUnsafe())
      yield* Fiber.interrupt(fourth)
    }).pipe(tries)
  )

  it.effect("are told of the longer wait, when requests are too many as well", () =>
    Effect.gen(function* () {
      const limits = yield* AuthLimits
      const who = { email: "ana@example.com", address: "192.0.2.1" }
      const seconds = (error: unknown) => (error instanceof LimitReached ? error.retryAfterSeconds : 0)
      const attempt = Effect.andThen(limits.admitLogIn(who), limits.guard(who)(wrong, isWrong)).pipe(
        Effect.flip,
        Effect.map(seconds),
        Effect.forkChild,
        Effect.tap(() => TestClock.adjust("1 second")),
        Effect.flatMap(Fiber.join)
      )
      const told = yield* Effect.forEach(Array.from({ length: 11 }), () => attempt)
      assert.deepStrictEqual(told, [0, 0, 0, 0, 0, 895, 894, 893, 892, 891, 890])
      const other = yield* Effect.flip(limits.admitLogIn({ ...who, email: "leo@example.com" }))
      assert.isTrue(seconds(other) > 0 && seconds(other) <= 60)
    }).pipe(tries)
  )

  it.effect("count from their start, so that many at once don't all pass", () =>
    Effect.gen(function* () {
      const limits = yield* AuthLimits
      const gate = yield* Deferred.make<void>()
      const check = Effect.andThen(Deferred.await(gate), wrong)
      const fibers = yield* Effect.forEach(Array.from({ length: 8 }), () =>
        Effect.forkChild(limits.guard({ email: "ana@example.com", address: "192.0.2.1" })(check, isWrong))
      )
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      const exits = yield* Effect.forEach(fibers, Fiber.await)
      const checked = exits.filter((exit) => Exit.isFailure(exit) && String(exit.cause).includes('"wrong"'))
      assert.strictEqual(checked.length, 5)
    }).pipe(tries)
  )

  it.effect("are forgotten by a success, and an overload isn't one", () =>
    Effect.gen(function* () {
      const limits = yield* AuthLimits
      const guard = limits.guard({ email: "ana@example.com", address: "192.0.2.1" })
      const busy = Effect.flip(guard(Effect.fail("busy"), () => false))
      for (let n = 0; n < 7; n++) assert.strictEqual(yield* busy, "busy")
      yield* Effect.flip(guard(wrong, isWrong))
      yield* Effect.flip(guard(wrong, isWrong))
      yield* guard(Effect.void, isWrong)
      for (let n = 0; n < 3; n++) assert.strictEqual(yield* Effect.flip(guard(wrong, isWrong)), "wrong")
    }).pipe(tries)
  )

  it("slow an e-mail down, by 5 seconds at most", () => {
    expect([0, 2, 3, 4, 5, 6, 7, 8, 1_000].map((n) => Duration.toMillis(delayAfter(n)))).toEqual([
      0, 0, 250, 500, 1_000, 2_000, 4_000, 5_000, 5_000
    ])
  })

  it("take an IPv6 caller's whole network for one address", () => {
    expect(network("2001:db8:1:2::5")).toBe(network("2001:0db8:0001:0002:ffff:1:2:3"))
    expect(network("2001:db8::1")).toBe(network("2001:db8:0:0:5::"))
    expect(network("2001:db8:1:2::5")).not.toBe(network("2001:db8:1:3::5"))
    expect(network("::1")).toBe("0:0:0:0::/64")
    expect(network("192.0.2.1")).toBe("192.0.2.1")
  })
})

describe("a queue for heavy work", () => {
  it.effect("runs two, lets some wait, and turns the rest away", () =>
    Effect.gen(function* () {
      const queued = yield* queue(2, 3)
      const gate = yield* Deferred.make<void>()
      let running = 0
      const work = Effect.sync(() => void running++).pipe(Effect.andThen(Deferred.await(gate)))
      const fibers = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.forkChild(queued(work)))
      yield* Effect.yieldNow
      assert.strictEqual(running, 2)
      assert.instanceOf(yield* Effect.flip(queued(work)), Overloaded)
      yield* Deferred.succeed(gate, undefined)
      yield* Effect.forEach(fibers, Fiber.join)
      assert.strictEqual(running, 5)
      yield* queued(work)
    })
  )
})

describe("the limits of a server", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({
      authRequestsPerMinute: 4,
      authFailuresPerQuarterHour: 1,
      otpSubmissionsPerMinute: 2,
      otpSubmissionsPerHour: 2
    })
  })
  afterAll(() => server.stop())

  const shown = ({ json, status }: Answer) => [status, json]
  const tooMany = [429, { error: "Too many requests" }]

  it("are told with 429 and Retry-After on /auth/*", async () => {
    server.world.user("ana@example.com")
    const logIn = (password: string) => server.call("/auth/login", { json: { email: "ana@example.com", password } })
    const first = await logIn("wrong")
    const second = await logIn("correct horse")
    expect([shown(first), shown(second)]).toEqual([[401, { error: "Invalid credentials" }], tooMany])
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(14 * 60)

    const register = { json: { email: "new@example.com", password: "long enough" } }
    expect((await server.call("/auth/register", register)).status).toBe(201)
    expect((await server.call("/auth/register", register)).status).toBe(409)
    const refused = await server.call("/auth/register", register)
    expect(shown(refused)).toEqual(tooMany)
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60)
  })
})

describe("the limit on codes", () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ otpSubmissionsPerMinute: 2, otpSubmissionsPerHour: 20 })
  })
  afterAll(() => server.stop())

  it("counts both surfaces together, per account, and only who may submit", async () => {
    const { world } = server
    const ana = world.user("ana@example.com")
    const bank = world.bank("demo")
    const account = world.accountOf(ana, bank)
    const other = world.accountOf(ana, bank, "Other")
    world.key(ana.id, "svc_full")
    world.key(ana.id, "svc_reader", { scopes: ["status:read"] })
    const token = await server.logIn(ana.email)
    const machine = (key: string, id = account.id) =>
      server.call(`/v1/accounts/${id}/otp`, { headers: { "x-api-key": key }, json: { code: "123456" } })
    const person = (json: unknown = { code: "123456" }) => server.call(`/accounts/${account.id}/otp`, { token, json })

    const free = [await machine("svc_reader"), await machine("svc_none"), await machine("svc_full", "malformed")]
    const counted = [await machine("svc_full"), await person({})]
    const refused = [await machine("svc_full"), await person()]

    const wait = refused[0]?.headers.get("retry-after")
    const message = `Too many requests: at most 2 codes a minute for one account; try again in ${wait} s`
    expect(free.map(({ status }) => status)).toEqual([403, 401, 404])
    expect(counted.map(({ status }) => status)).toEqual([409, 400])
    expect(refused.map(({ json, status }) => [status, json])).toEqual([
      [429, { error: { code: "RATE_LIMITED", message } }],
      [429, { error: "Too many requests" }]
    ])
    expect(refused.map(({ headers }) => Number(headers.get("retry-after")) > 0)).toEqual([true, true])
    expect((await machine("svc_full", other.id)).status).toBe(409)
  })
})
