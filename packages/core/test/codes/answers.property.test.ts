/**
 * Logins of two accounts with one phone, whose messages come in any order, late, twice, to both addresses, by SMS and by e-mail,
 * one after the other and at the same moment, with a time and without, beside codes given by hand, refusals, cancellations,
 * crashes and restarts: whatever happens, a code is handed over once at most, and to the login that it was sent for.
 */
import {
  AccountCommands,
  ActivityLog,
  CodeRepository,
  EventLog,
  type LoginMoment,
  ReceivedCodes,
  Vault
} from "@counterfoil/core"
import { assert, it } from "@effect/vitest"
import { Context, DateTime, Duration, Effect, Exit, Fiber, Layer, PubSub, Redacted, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { makeOtpBroker, type OtpBroker } from "../../src/sessions/assistance/OtpBroker.ts"
import { makeMemory } from "../support/memory.ts"

const accounts = [0, 1] as const
type Account = (typeof accounts)[number]

interface Message {
  readonly sender: string
  readonly text: string
  readonly sentAt: DateTime.Utc
}

interface Login {
  readonly number: number
  readonly startedAt: DateTime.Utc
  asked: Fiber.Fiber<Redacted.Redacted<string>, unknown> | null
  question: string | null
  code: string | null
  refused: boolean
}

type Command =
  | { readonly do: "login" | "send" | "ask" | "type" | "accept" | "reject" | "cancel" | "crash"; readonly of: Account }
  | {
      readonly do: "forward"
      readonly of: Account
      readonly message: number
      readonly dated: boolean
      /** More than one: at the same moment. */
      readonly by: ReadonlyArray<"sms" | "email">
    }
  | { readonly do: "restart" }
  | { readonly do: "wait"; readonly seconds: number }

const account = fc.constantFrom(...accounts)
const ways = fc.constantFrom<ReadonlyArray<"sms" | "email">>(["sms"], ["email"], ["sms", "email"], ["sms", "sms"])
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("login", "send", "ask"), of: account }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("type", "accept", "reject", "cancel", "crash"), of: account })
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("forward"), of: account, message: fc.nat(6), dated: fc.boolean(), by: ways })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("wait"), seconds: fc.constantFrom(1, 15, 40, 400, 4000) }) }
)

const idOf = (of: Account) => `account-${of}`
const ofId = (id: string): Account => (id.endsWith("0") ? 0 : 1)
const senderOf = (of: Account) => `BANK-${of}`
const descriptor = { length: 6, type: "numeric" } as const

/** The world that a sequence of commands acts on, and what was handed over in it. */
const makeWorld = Effect.fnUntraced(function* (pinned: boolean) {
  const memory = makeMemory()
  const feed = yield* PubSub.unbounded<Stream.Success<EventLog["Service"]["feed"]>>()
  const brokers = new Map<Account, OtpBroker>()
  const logins = new Map<Account, Login>()
  const past: Array<{ readonly of: Account; readonly endedAt: DateTime.Utc; readonly uncertain: boolean }> = []
  const messages: Array<Message> = []
  /** Which login each code was sent for. */
  const meant = new Map<string, number>()
  const spent = new Set<string>()
  const settledCodes = new Set<string>()
  const handed: Array<{ readonly code: string; readonly login: number }> = []
  let [numbers, submitted] = [0, 0]

  const newBroker = (of: Account) =>
    Effect.map(makeOtpBroker(idOf(of), Duration.minutes(5)).pipe(Effect.provide(memory.layer)), (broker) => {
      brokers.set(of, broker)
    })
  const brokerOf = (of: Account) => brokers.get(of) ?? assert.fail("a broker for each")

  const end = Effect.fnUntraced(function* (of: Account, gotIn: boolean) {
    const login = logins.get(of)
    if (login === undefined) return
    logins.delete(of)
    if (login.asked !== null) yield* Fiber.interrupt(login.asked)
    past.push({ of, endedAt: yield* DateTime.now, uncertain: !gotIn || login.refused })
  })

  const moment = Effect.fnUntraced(function* (id: string) {
    const of = ofId(id)
    const now = yield* DateTime.now
    const login = logins.get(of)
    const since = (seconds: number) => DateTime.subtractDuration(now, Duration.seconds(seconds))
    const others = accounts.filter((one) => one !== of)
    const ended = past.filter((one) => one.of !== of && login !== undefined)
    const other =
      others.some((one) => logins.has(one)) ||
      ended.some(
        (one) =>
          (login !== undefined && !DateTime.isLessThan(one.endedAt, login.startedAt)) ||
          (one.uncertain &&
            DateTime.isGreaterThan(
              one.endedAt,
              DateTime.subtractDuration(login?.startedAt ?? now, Duration.minutes(15))
            ))
      )
    const facts: LoginMoment = {
      question: login === undefined || login.question === null ? null : { id: login.question, descriptor },
      loginAt: login?.startedAt ?? null,
      earlierUnanswered: past.some(
        (one) => one.of === of && one.uncertain && DateTime.isGreaterThan(one.endedAt, since(86_400))
      ),
      otherLogin: other,
      // Two banks, each with a sender of its own.
      otherLoginAtBank: false,
      codesElsewhere: past
        .filter((one) => one.of !== of && DateTime.isGreaterThan(one.endedAt, since(900)))
        .map((one) => ({ accountId: idOf(one.of), atBank: false, endedAt: one.endedAt }))
    }
    return facts
  })

  const nowhere = Effect.die("not asked for here")
  const ports = Layer.mergeAll(
    Layer.mock(CodeRepository, {
      moment,
      spend: (id, fingerprint) =>
        Effect.sync(() => {
          const isNew = !spent.has(`${id} ${fingerprint}`)
          spent.add(`${id} ${fingerprint}`)
          return isNew
        }),
      isSpent: (id, fingerprint) => Effect.sync(() => spent.has(`${id} ${fingerprint}`)),
      unspend: (id, fingerprint) =>
        Effect.sync(() => {
          if (!settledCodes.has(`${id} ${fingerprint}`)) spent.delete(`${id} ${fingerprint}`)
        }),
      settle: (id, fingerprint) =>
        Effect.sync(() => {
          spent.add(`${id} ${fingerprint}`)
          settledCodes.add(`${id} ${fingerprint}`)
        }),
      settings: () => nowhere,
      saveSms: () => nowhere,
      saveTotp: () => nowhere,
      useStep: () => nowhere,
      record: () => nowhere,
      askRules: () => nowhere,
      saveAskRules: () => nowhere,
      hasAssistance: () => nowhere,
      assistances: () => nowhere
    }),
    Layer.mock(AccountCommands, {
      submitOtp: (id, code, how) =>
        Effect.tap(brokerOf(ofId(id)).submit(code, how), () => {
          const login = logins.get(ofId(id))
          handed.push({ code: Redacted.value(code), login: login?.number ?? -1 })
          if (login !== undefined) login.code = Redacted.value(code)
          return Effect.void
        })
    }),
    Layer.mock(Vault, { fingerprint: (id, text) => Effect.succeed(`${id} ${text}`) }),
    Layer.mock(ActivityLog, { add: () => Effect.void }),
    Layer.mock(EventLog, { feed: Stream.fromPubSub(feed) })
  )

  let scope = yield* Scope.make()
  const start = Effect.fnUntraced(function* () {
    scope = yield* Scope.make()
    const built = yield* Layer.buildWithScope(Layer.provide(ReceivedCodes.layer, ports), scope)
    yield* Effect.yieldNow
    return Context.get(built, ReceivedCodes)
  })
  let received = yield* start()
  yield* Effect.forEach(accounts, newBroker)

  const settled = Effect.forEach(Array.from({ length: 60 }), () => Effect.yieldNow)

  /** Waits for the answer, and tells of it once it is asked. */
  const ask = Effect.fnUntraced(function* (
    of: Account,
    login: Login,
    waiting: Effect.Effect<Redacted.Redacted<string>, unknown>
  ) {
    login.asked = yield* Effect.forkChild(waiting)
    yield* settled
    const pending = yield* brokerOf(of).pending
    login.question = pending?.id ?? null
    if (pending === null) return
    yield* PubSub.publish(feed, {
      id: 1n,
      accountId: idOf(of),
      userId: "user",
      version: 1n,
      type: "assistance.requested",
      data: {},
      occurredAt: yield* DateTime.now
    })
    yield* settled
  })

  const sendMessage = Effect.fnUntraced(function* (of: Account, login: Login) {
    const code = String(100_000 + ++numbers)
    meant.set(code, login.number)
    messages.push({ sender: senderOf(of), text: `Your code is ${code}`, sentAt: yield* DateTime.now })
  })

  const perform = Effect.fnUntraced(function* (given: Command) {
    if (given.do === "wait") return yield* TestClock.adjust(Duration.seconds(given.seconds))
    if (given.do === "restart") {
      yield* Scope.close(scope, Exit.void)
      received = yield* start()
      return
    }
    const { of } = given
    const login = logins.get(of)
    if (given.do === "forward") {
      const message = messages.at(-1 - given.message)
      if (message === undefined) return
      const forwarded = {
        accountId: idOf(of),
        rules: { senders: pinned ? [senderOf(of)] : [], pattern: null },
        message: {
          text: Redacted.make(message.text),
          sender: message.sender,
          sentAt: given.dated ? message.sentAt : null,
          handedOnAt: null
        }
      }
      const counted = Effect.sync(() => void submitted++)
      yield* Effect.forEach(given.by, (channel) => received.take({ ...forwarded, channel }, counted), {
        concurrency: "unbounded"
      })
      return yield* settled
    }
    if (login === undefined) {
      if (given.do !== "login") return
      // The bank needs a moment: nothing is sent in the very instant in which another login ended.
      yield* TestClock.adjust("1 second")
      const startedAt = yield* DateTime.now
      logins.set(of, { number: ++numbers, startedAt, asked: null, question: null, code: null, refused: false })
      return
    }
    switch (given.do) {
      case "send":
        // A bank sends one code, and another when it refused one.
        return yield* [...meant.values()].filter((number) => number === login.number).length > (login.refused ? 1 : 0)
          ? Effect.void
          : sendMessage(of, login)
      case "ask":
        return login.asked === null
          ? yield* ask(
              of,
              login,
              brokerOf(of).request(`session-${login.number}`, {
                ask: { type: "otp", descriptor },
                prompt: "Log in to Banco"
              })
            )
          : undefined
      case "type": {
        const [code] = [...meant].filter(([, number]) => number === login.number).at(-1) ?? []
        if (code === undefined || spent.has(`${idOf(of)} ${idOf(of)} code:${code}`)) return
        return yield* brokerOf(of)
          .submit(Redacted.make(code))
          .pipe(
            Effect.andThen(received.noteSpent(idOf(of), Redacted.make(code))),
            Effect.tap(() => {
              handed.push({ code, login: login.number })
              login.code = code
              return Effect.void
            }),
            Effect.ignore
          )
      }
      case "accept":
        if (login.code === null) return
        yield* brokerOf(of).accepted
        return yield* end(of, true)
      case "reject":
        if (login.code === null) return
        if (login.refused) {
          yield* Effect.ignore(brokerOf(of).rejected)
          return yield* end(of, false)
        }
        login.refused = true
        login.code = null
        return yield* ask(of, login, brokerOf(of).rejected)
      case "cancel":
        yield* Effect.ignore(brokerOf(of).cancel)
        return yield* end(of, false)
      case "crash":
        yield* brokerOf(of).close
        yield* newBroker(of)
        return yield* end(of, false)
    }
  })

  return {
    perform,
    handed,
    meant,
    close: Effect.suspend(() => Scope.close(scope, Exit.void)),
    submitted: () => submitted
  }
})

/** A message of one account's login, without a time, is handed on to the other account when that one logs in much later. */
const anHourLater: Array<Command> = [
  { do: "login", of: 1 },
  { do: "send", of: 1 },
  { do: "cancel", of: 1 },
  { do: "crash", of: 1 },
  { do: "wait", seconds: 4_000 },
  { do: "login", of: 0 },
  { do: "ask", of: 0 },
  { do: "forward", of: 0, message: 0, dated: false, by: ["sms"] }
]

/** The same in the moment in which the other logs in, whose question comes late; the phone's clock may be behind. */
const aMomentBefore: Array<Command> = [
  { do: "login", of: 0 },
  { do: "send", of: 0 },
  { do: "cancel", of: 0 },
  { do: "login", of: 1 },
  { do: "wait", seconds: 4_000 },
  { do: "ask", of: 1 },
  { do: "forward", of: 1, message: 0, dated: true, by: ["sms"] }
]

/** What one account's login was answered with is handed on to the other, which logs in right after it. */
const rightAfter: Array<Command> = [
  { do: "login", of: 0 },
  { do: "ask", of: 0 },
  { do: "send", of: 0 },
  { do: "forward", of: 0, message: 0, dated: true, by: ["email"] },
  { do: "accept", of: 0 },
  { do: "login", of: 1 },
  { do: "ask", of: 1 },
  { do: "forward", of: 1, message: 0, dated: true, by: ["email"] }
]

const isLong = process.env["VERIFY"] !== undefined
const runs = isLong ? 5_000 : 120

it(
  "hands each code over once at most, to the login that it was sent for",
  async () => {
    let total = 0
    const judge = async (commands: ReadonlyArray<Command>, pinned: boolean) => {
      const program = Effect.gen(function* () {
        const world = yield* makeWorld(pinned)
        yield* Effect.forEach(commands, world.perform)
        yield* world.close
        const codes = world.handed.map(({ code }) => code)
        assert.strictEqual(new Set(codes).size, codes.length, "no code twice")
        for (const { code, login } of world.handed) assert.strictEqual(login, world.meant.get(code), code)
        total += world.submitted()
      })
      await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(TestClock.layer())))
    }
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 40, maxLength: 120, size: "max" }), fc.boolean(), judge),
      {
        numRuns: runs,
        examples: [
          [anHourLater, false],
          [aMomentBefore, false],
          [rightAfter, false]
        ]
      }
    )
    // A model in which nothing is ever handed over would hold too.
    assert.isAbove(total, runs / 10)
    // The long one takes two minutes of an idle machine, and a busy one's time.
  },
  isLong ? 3_600_000 : 120_000
)
