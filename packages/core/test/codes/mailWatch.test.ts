/** When a mailbox is looked at, and which of its messages are handed on. */
import {
  ActivityLog,
  type AccountEvent,
  AwakeActors,
  CodeRepository,
  DatabaseUnavailable,
  EventLog,
  type LoginMoment,
  Mailboxes,
  MailboxUnreadable,
  type MailMessage,
  type Received,
  ReceivedCodes,
  watchMailboxesLayer
} from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Effect, Layer, PubSub, Redacted, Stream } from "effect"
import { TestClock } from "effect/testing"

const loginAt = DateTime.makeUnsafe("2026-11-20T09:00:00Z")
const waiting: LoginMoment = {
  question: { id: "one", descriptor: { length: 6, type: "numeric" } },
  loginAt,
  earlierUnanswered: false,
  otherLogin: false,
  otherLoginAtBank: false,
  codesElsewhere: []
}
const mail = (uid: number, from: string, subject: string): MailMessage => ({
  uid,
  from,
  subject,
  sentAt: loginAt,
  words: Effect.succeed(Redacted.make(`mail ${uid}`))
})

class State {
  moment = waiting
  /** The database. */
  away = false
  inbox: Array<MailMessage> = []
  opened = 0
  open = 0
  fault: MailboxUnreadable | undefined
  refused = false
  /** When it was saved; null: there is none. */
  addedAt: DateTime.Utc | null = loginAt
  awake = true
  /** How long a server takes to let somebody go. */
  goodbye = Duration.zero
  readonly told: Array<string> = []
  readonly taken: Array<Received> = []
}

const stage = Effect.gen(function* () {
  const feed = yield* PubSub.unbounded<AccountEvent>()
  const state = new State()
  const stored = {
    config: new Uint8Array(),
    senders: ["@bank.test"],
    subject: "Code",
    pattern: null,
    fault: null
  }
  const opening = Effect.acquireRelease(
    Effect.suspend(() => {
      state.opened += 1
      if (state.fault !== undefined) return Effect.fail(state.fault)
      state.open += 1
      return Effect.succeed({ look: () => Effect.sync(() => state.inbox.splice(0)) })
    }),
    () =>
      Effect.delay(
        Effect.sync(() => void (state.open -= 1)),
        state.goodbye
      )
  )
  yield* Layer.build(
    watchMailboxesLayer.pipe(
      Layer.provide(
        Layer.mergeAll(
          Layer.mock(ActivityLog, { add: ({ message }) => Effect.sync(() => void state.told.push(message)) }),
          Layer.mock(AwakeActors, {
            processId: "this one",
            find: () =>
              state.awake ? { status: Effect.die("not here"), lookAgain: Effect.void, seenWakes: () => 0n } : undefined
          }),
          Layer.mock(CodeRepository, {
            moment: () =>
              Effect.sync(() => {
                if (state.away) throw new DatabaseUnavailable({ message: "away", outcome: "undone", cause: null })
                return state.moment
              }),
            findMailbox: () =>
              Effect.sync(() =>
                state.addedAt === null ? null : { ...stored, refused: state.refused, addedAt: state.addedAt }
              ),
            noteMailbox: (_, __, { refused }) => Effect.sync(() => void (state.refused = refused))
          }),
          Layer.mock(EventLog, { feed: Stream.fromPubSub(feed) }),
          Layer.mock(Mailboxes, { open: () => opening }),
          Layer.mock(ReceivedCodes, {
            take: (received) =>
              Effect.sync(() => {
                state.taken.push(received)
                return "submitted" as const
              })
          })
        )
      )
    )
  )
  const ask = PubSub.publish(feed, {
    id: 1n,
    accountId: "account",
    userId: "user",
    version: 1n,
    type: "assistance.requested",
    data: {},
    occurredAt: loginAt
  })
  return { state, ask: Effect.andThen(TestClock.adjust(1), Effect.andThen(ask, TestClock.adjust(1))) }
})

describe("an account's mailbox", () => {
  it.effect(
    "is open while a code is waited for, and only messages of the named senders and subject are handed on",
    () =>
      Effect.gen(function* () {
        const { ask, state } = yield* stage
        state.inbox = [mail(1, "codes@bank.test", "Your code"), mail(2, "codes@evil.test", "Your code")]
        assert.strictEqual(state.opened, 0)
        yield* ask
        assert.strictEqual(state.open, 1)
        state.inbox = [mail(3, "codes@bank.test", "Offers"), mail(4, "CODES@Bank.Test", "CODE")]
        yield* TestClock.adjust("3 seconds")
        // A second question of the same login is heard by the same watch.
        yield* ask
        state.moment = { ...waiting, question: null }
        yield* TestClock.adjust("3 seconds")

        assert.deepStrictEqual(
          state.taken.map(({ channel, message }) => [channel, Redacted.value(message.text), message.sender]),
          [
            ["email", "mail 1", "@bank.test"],
            ["email", "mail 4", "@bank.test"]
          ]
        )
        assert.deepStrictEqual([state.opened, state.open], [1, 0])
      }).pipe(Effect.scoped)
  )

  it.effect("is opened again for a login that asks while it is being closed", () =>
    Effect.gen(function* () {
      const { ask, state } = yield* stage
      state.goodbye = Duration.seconds(1)
      yield* ask
      state.moment = { ...waiting, question: null }
      yield* TestClock.adjust("3 seconds")
      state.moment = { ...waiting, question: { id: "two", descriptor: { length: 6, type: "numeric" } } }
      yield* ask
      state.goodbye = Duration.zero
      yield* TestClock.adjust("1 second")

      assert.deepStrictEqual([state.opened, state.open], [2, 1])
    }).pipe(Effect.scoped)
  )

  it.effect("that is saved, saved anew or taken away while a code is waited for is read as it is then", () =>
    Effect.gen(function* () {
      const { ask, state } = yield* stage
      state.addedAt = null
      yield* ask
      state.addedAt = loginAt
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual([state.opened, state.open], [1, 1])
      state.addedAt = DateTime.add(loginAt, { minutes: 1 })
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual([state.opened, state.open], [2, 1])
      state.addedAt = null
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual([state.opened, state.open], [2, 0])
      state.inbox = [mail(1, "codes@bank.test", "Code")]
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(state.taken, [])
    }).pipe(Effect.scoped)
  )

  it.effect("is looked at again once the database is back", () =>
    Effect.gen(function* () {
      const { ask, state } = yield* stage
      yield* ask
      state.away = true
      yield* TestClock.adjust("3 seconds")
      state.away = false
      state.inbox = [mail(1, "codes@bank.test", "Code")]
      yield* TestClock.adjust("15 seconds")

      assert.deepStrictEqual([state.taken.length, state.open], [1, 1])
    }).pipe(Effect.scoped)
  )

  it.effect("is left to the node where the login is under way", () =>
    Effect.gen(function* () {
      const { ask, state } = yield* stage
      state.awake = false
      yield* ask

      assert.strictEqual(state.opened, 0)
    }).pipe(Effect.scoped)
  )

  it.effect("is tried again after a fault, but never after its password was refused; its owner is told", () =>
    Effect.gen(function* () {
      const { ask, state } = yield* stage
      state.fault = new MailboxUnreadable({ message: "no connection", refused: false })
      yield* ask
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(state.opened, 2)
      state.fault = new MailboxUnreadable({ message: "the password was refused", refused: true })
      yield* TestClock.adjust("1 minute")
      yield* ask
      yield* TestClock.adjust("1 minute")

      assert.strictEqual(state.opened, 3)
      // Its owner has saved it with another one, while the login waits.
      state.fault = undefined
      state.refused = false
      state.addedAt = DateTime.add(loginAt, { minutes: 2 })
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual([state.opened, state.open], [4, 1])
      assert.deepStrictEqual(
        [...new Set(state.told)],
        [
          "The account's mailbox gave no code: no connection",
          "The account's mailbox gave no code: the password was refused"
        ]
      )
    }).pipe(Effect.scoped)
  )
})
