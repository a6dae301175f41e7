/** Mailboxes that were given the same refresh token, at a provider that takes each one once and locks out who sends one twice. */
import {
  CodeRepository,
  DatabaseUnavailable,
  MailboxKeys,
  MailboxUnreadable,
  OutboundHttp,
  UserVault
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Context, DateTime, Deferred, Effect, Fiber, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { seedAccount } from "../seed.ts"

const ring = { current: "k1", keys: new Map([["k1", Redacted.make<Uint8Array>(new Uint8Array(32).fill(5))]]) }
const Base = Layer.provideMerge(Layer.orDie(UserVault.layer(ring)), Layer.provideMerge(StoreLayers, TestDatabase.layer))

const token_url = "https://provider.test/token"
const config = {
  host: "mail.test",
  port: 993,
  security: "tls",
  username: "ana",
  folder: "INBOX",
  oauth: { token_url, client_id: "client", refresh_token: "refresh 0" }
} as const

/** Answers come when `answering` is done. */
const makeProvider = () => {
  const asked: Array<string> = []
  const state = { valid: "refresh 0", count: 0, isLockedOut: false, asked }
  const gate: { answering: Effect.Effect<unknown> } = { answering: Effect.void }
  const http = Layer.mock(OutboundHttp, {
    send: Effect.fnUntraced(function* ({ body }) {
      const token = new URLSearchParams(new TextDecoder().decode(body ?? undefined)).get("refresh_token") ?? ""
      state.asked.push(token)
      if (token !== state.valid) state.isLockedOut = true
      const granted = { access_token: `access ${++state.count}`, refresh_token: `refresh ${state.count}` }
      if (!state.isLockedOut) state.valid = granted.refresh_token
      yield* gate.answering
      const answer = state.isLockedOut ? { error: "invalid_grant" } : granted
      const status = state.isLockedOut ? 400 : 200
      return { status, headers: {}, body: new TextEncoder().encode(JSON.stringify(answer)) }
    })
  })
  return { state, gate, http }
}

/** What a node has of its own: nothing of it is shared with another one but the tables. */
const node = (provider: ReturnType<typeof makeProvider>) =>
  Effect.map(Layer.build(Layer.fresh(Layer.provide(MailboxKeys.layer, provider.http))), (context) =>
    Context.get(context, MailboxKeys)
  )

const savedBy = Effect.fnUntraced(function* (keys: MailboxKeys["Service"], accountId: string) {
  const tokenPrint = yield* keys.printOf(accountId, config)
  yield* (yield* CodeRepository).saveMailbox(accountId, {
    senders: ["codes@bank.test"],
    subject: null,
    pattern: null,
    config: new Uint8Array([1]),
    addedAt: yield* DateTime.now,
    tokenPrint
  })
})

const tokensLeft = Effect.fnUntraced(function* (userId: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`select 1 from mailbox_tokens where user_id = ${userId}`).length
})

layer(Base, { excludeTestServices: true })("a refresh token that is good once", (it) => {
  it.effect("is sent once, by whichever account and node needs it, and the next one is there for all of them", () =>
    Effect.gen(function* () {
      const provider = makeProvider()
      const nodes = [yield* node(provider), yield* node(provider)] as const
      const first = yield* seedAccount()
      const accounts = [first, yield* seedAccount(first.userId), yield* seedAccount(first.userId)]
      for (const { id } of accounts) yield* savedBy(nodes[0], id)
      provider.gate.answering = Effect.all(Array.from({ length: 50 }, () => Effect.yieldNow))

      const keys = yield* Effect.forEach(
        [...accounts, ...accounts],
        ({ id }, place) => nodes[place % 2 === 0 ? 0 : 1].fetch(id, config),
        { concurrency: "unbounded" }
      )

      assert.deepStrictEqual(
        provider.state.asked,
        [0, 1, 2, 3, 4, 5].map((nth) => `refresh ${nth}`)
      )
      assert.strictEqual(new Set(keys.map((key) => JSON.stringify(Redacted.value(key)))).size, 6)
    }).pipe(Effect.scoped)
  )

  it.effect("is not lost with the login that wanted it, nor does another one send the old one meanwhile", () =>
    Effect.gen(function* () {
      const provider = makeProvider()
      const keys = yield* node(provider)
      const { id, userId } = yield* seedAccount()
      const other = yield* seedAccount(userId)
      for (const account of [id, other.id]) yield* savedBy(keys, account)
      const asked = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<void>()
      provider.gate.answering = Effect.andThen(Deferred.succeed(asked, undefined), Deferred.await(answer))

      const login = yield* Effect.forkChild(keys.fetch(id, config))
      yield* Deferred.await(asked)
      yield* Fiber.interrupt(login)
      const next = yield* Effect.forkChild(keys.fetch(other.id, config))
      yield* Deferred.succeed(answer, undefined)
      yield* Fiber.join(next)

      assert.deepStrictEqual(provider.state.asked, ["refresh 0", "refresh 1"])
    }).pipe(Effect.scoped)
  )

  it.effect("is not lost where the database is away when the next one comes", () =>
    Effect.gen(function* () {
      const provider = makeProvider()
      const codes = yield* CodeRepository
      const { id } = yield* seedAccount()
      let isAway = true
      const away = new DatabaseUnavailable({ message: "the database is away", outcome: "undone", cause: null })
      const keys = yield* node(provider).pipe(
        Effect.provideService(CodeRepository, {
          ...codes,
          leaveToken: (...turn) =>
            Effect.suspend(() => {
              if (!isAway) return codes.leaveToken(...turn)
              isAway = false
              return Effect.die(away)
            })
        })
      )
      yield* savedBy(keys, id)

      yield* keys.fetch(id, config)
      yield* keys.fetch(id, config)

      assert.deepStrictEqual(provider.state.asked, ["refresh 0", "refresh 1"])
    }).pipe(Effect.scoped)
  )

  it.effect("of another user is another one, and a refusal leaves the turn", () =>
    Effect.gen(function* () {
      const provider = makeProvider()
      const keys = yield* node(provider)
      const [one, two] = [yield* seedAccount(), yield* seedAccount()]
      yield* savedBy(keys, one.id)
      yield* savedBy(keys, two.id)
      assert.notStrictEqual(yield* keys.printOf(one.id, config), yield* keys.printOf(two.id, config))
      yield* keys.fetch(one.id, config)

      for (const _ of ["once", "again"]) {
        const refusal = yield* Effect.flip(keys.fetch(two.id, config))
        assert.instanceOf(refusal, MailboxUnreadable)
        assert.include(refusal.message, "invalid_grant")
      }
    }).pipe(Effect.scoped)
  )

  it.effect("goes with the last mailbox that opens with it, one that an earlier version saved among them", () =>
    Effect.gen(function* () {
      const provider = makeProvider()
      const keys = yield* node(provider)
      const sql = yield* SqlClient.SqlClient
      const { removeMailbox } = yield* CodeRepository
      const earlier = yield* seedAccount()
      const later = yield* seedAccount(earlier.userId)
      yield* savedBy(keys, earlier.id)
      yield* sql`update code_mailboxes set token_print = null where account_id = ${earlier.id}`
      yield* keys.fetch(earlier.id, config)
      yield* savedBy(keys, later.id)
      yield* keys.fetch(later.id, config)

      yield* removeMailbox(later.id)
      yield* keys.fetch(earlier.id, config)
      assert.strictEqual(yield* tokensLeft(earlier.userId), 1)
      yield* removeMailbox(earlier.id)
      assert.strictEqual(yield* tokensLeft(earlier.userId), 0)
    }).pipe(Effect.scoped)
  )
})
