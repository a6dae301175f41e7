/**
 * A login that asks for codes, and what others do at the same moment, in a chosen order; with what everybody saw of it.
 */
import { SessionRepository, EventLog, Outbox, Transactor } from "@counterfoil/core"
import type { ToldEventType } from "@counterfoil/domain"
import { Context, Duration, Effect, Exit, Fiber, Layer, Redacted, Stream } from "effect"
import { makeOtpBroker } from "../../src/sessions/assistance/OtpBroker.ts"
import { type Choice, chosenOrder } from "./chosenOrder.ts"

/** `hangUp`: the login is interrupted; `close`: the session's end reaches the broker first; `timeOut`: nobody answered in time. */
export const commands = ["submit", "cancel", "timeOut", "hangUp", "close"] as const
export type Command = (typeof commands)[number]

/** What the bank says of the codes, one after the other. */
export type Verdicts = ReadonlyArray<"accepted" | "rejected">

export interface Seen {
  /** In the order in which it was seen: a code that was taken, a code that was typed, an answer to a cancel. */
  readonly steps: ReadonlyArray<string>
  readonly loginEnded: boolean
  /** Whether the login ended for want of a session, not for want of a code. */
  readonly cutOff: boolean
  readonly commandsEnded: boolean
  readonly events: ReadonlyArray<{ readonly type: ToldEventType; readonly reason: unknown }>
  /** How the requests stand in the tables. */
  readonly requests: ReadonlyArray<string>
  readonly pending: unknown
}

const timeout = Duration.minutes(5)
const descriptor = { length: 6, type: "numeric" } as const

/** The writes of the transaction that an effect runs in; they are there for others once it is committed. */
const Writes = Context.Reference<Array<() => void>>("test/Writes", { defaultValue: () => [] })

const later = (write: () => void) => Effect.map(Writes, (writes) => void writes.push(write))

const makeTables = () => {
  const events: Array<{ readonly type: ToldEventType; readonly reason: unknown }> = []
  const requests = new Map<string, string>()
  const layer = Layer.mergeAll(
    Layer.succeed(Transactor, {
      transact: (effect) => {
        const writes: Array<() => void> = []
        return Effect.provideService(effect, Writes, writes).pipe(
          Effect.tap(() => Effect.yieldNow),
          Effect.tap(() => Effect.sync(() => writes.forEach((write) => write())))
        )
      },
      afterCommit: (effect) => effect
    }),
    Layer.succeed(EventLog, {
      append: ({ data, type }) =>
        later(() => void events.push({ type, reason: "reason" in data ? data.reason : undefined })),
      feed: Stream.empty,
      recentIds: Effect.succeed([])
    }),
    Layer.succeed(Outbox, {
      put: () => Effect.void,
      putAll: () => Effect.void,
      prepareAll: () => Effect.succeed(Effect.void),
      replay: () => Effect.succeed(false),
      enable: () => Effect.void,
      cancel: () => Effect.void
    }),
    Layer.mock(SessionRepository, {
      openAssistance: ({ id }) =>
        Effect.as(
          later(() => void requests.set(id, "pending")),
          true
        ),
      setAssistanceAttempts: () => Effect.succeed(true),
      endAssistance: (id, status) =>
        Effect.suspend(() =>
          requests.get(id) === "pending"
            ? Effect.as(
                later(() => void requests.set(id, status)),
                true
              )
            : Effect.succeed(false)
        )
    })
  )
  return { events, requests, layer }
}

export const play = (given: ReadonlyArray<Command>, verdicts: Verdicts, choose: Choice, preempts: boolean): Seen => {
  const tables = makeTables()
  const order = chosenOrder(choose, preempts)
  const steps: Array<string> = []
  const note = (step: string) => Effect.sync(() => void steps.push(step))
  const broker = Effect.runSync(makeOtpBroker("account", timeout).pipe(Effect.provide(tables.layer)))

  const login = order.start(
    Effect.gen(function* () {
      let code = yield* broker.request("session", { ask: { type: "otp", descriptor }, prompt: "Log in to Banco Demo" })
      for (const verdict of verdicts) {
        yield* note(`typed ${Redacted.value(code)}`)
        yield* Effect.yieldNow
        if (verdict === "accepted") return yield* broker.accepted
        code = yield* broker.rejected
      }
    }).pipe(Effect.ensuring(broker.close))
  )
  let codes = 0
  const carryOut = (command: Command): Effect.Effect<unknown> => {
    switch (command) {
      case "submit": {
        const code = String(++codes).repeat(6)
        return broker.submit(Redacted.make(code)).pipe(
          Effect.flatMap(() => note(`took ${code}`)),
          Effect.ignore
        )
      }
      case "cancel":
        return broker.cancel.pipe(
          Effect.flatMap(() => note("cancelled")),
          Effect.ignore
        )
      case "timeOut":
        return Effect.sync(() => order.pass(timeout))
      case "hangUp":
        return Fiber.interrupt(login)
      case "close":
        return broker.close
    }
  }
  const fibers = given.map((command) => order.start(carryOut(command)))
  order.drain()
  // Whoever waits for nobody waits no longer than that.
  order.pass(timeout)
  order.drain()
  const exit = login.pollUnsafe()
  return {
    steps,
    loginEnded: exit !== undefined,
    cutOff: given.includes("hangUp") || given.includes("close"),
    commandsEnded: fibers.every((fiber) => fiber.pollUnsafe() !== undefined && !failed(fiber.pollUnsafe())),
    events: tables.events,
    requests: [...tables.requests.values()],
    pending: Effect.runSync(broker.pending)
  }
}

const failed = (exit: Exit.Exit<unknown> | undefined) => exit !== undefined && Exit.isFailure(exit)
