import { ActivityLog, ConciliationRequests, Outbox } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RecordingOutbox } from "../outbox.ts"
import { seedAccount, seedMovement, seedRequest, seedUser } from "../seed.ts"

const Base = Layer.provideMerge(Layer.merge(StoreLayers, RecordingOutbox), TestDatabase.layer)
const absent = "01990000-0000-7000-8000-000000000000"
const first = { limit: 50, offset: 0 } as const

const ids = (requests: ReadonlyArray<{ readonly id: string }>) => requests.map((request) => request.id)

layer(Layer.provideMerge(ConciliationRequests.layer, Base))("ConciliationRequests", (it) => {
  it.effect("lists a user's requests over all accounts, newest first, by status if asked", () =>
    Effect.gen(function* () {
      const requests = yield* ConciliationRequests
      const user = yield* seedUser()
      const account = yield* seedAccount(user.id)
      const second = yield* seedAccount(user.id)
      yield* seedRequest(yield* seedAccount(), { status: "pending" })
      const old = yield* seedRequest(account, { status: "matched", createdAt: "2026-11-18T00:00:00Z" })
      const newer = yield* seedRequest(second, { status: "pending", externalId: "A-1" })

      const listed = yield* requests.list(user.id, first)

      assert.deepStrictEqual(ids(listed), [newer.id, old.id])
      assert.deepInclude(listed[0], {
        accountId: second.id,
        accountName: "Main account",
        externalId: "A-1",
        status: "pending",
        amountMinor: 125_000n,
        currency: "EUR",
        senderName: "Ana Gomez"
      })
      assert.deepStrictEqual(ids(yield* requests.list(user.id, { ...first, status: "matched" })), [old.id])
      assert.deepStrictEqual(ids(yield* requests.list(user.id, { limit: 1, offset: 1 })), [old.id])
    })
  )

  it.effect("pages without gaps while requests arrive", () =>
    Effect.gen(function* () {
      const requests = yield* ConciliationRequests
      const account = yield* seedAccount()
      const seeded: Array<string> = []
      for (const micros of [1, 2, 3]) {
        seeded.unshift(
          (yield* seedRequest(account, { status: "pending", createdAt: `2026-11-20T10:00:00.00000${micros}Z` })).id
        )
      }

      const page = yield* requests.list(account.userId, { limit: 2, offset: 0 })
      yield* seedRequest(account, { status: "pending", createdAt: "2026-11-21T00:00:00Z" })
      const rest = yield* requests.list(account.userId, { ...first, before: ids(page)[1] ?? "" })

      assert.deepStrictEqual([...ids(page), ...ids(rest)], seeded)
    })
  )

  it.effect("refuses a cursor that is no request of the user", () =>
    Effect.gen(function* () {
      const requests = yield* ConciliationRequests
      const account = yield* seedAccount()
      yield* seedRequest(account, { status: "pending" })
      const foreign = yield* seedRequest(yield* seedAccount(), { status: "pending", createdAt: "2026-11-30T00:00:00Z" })

      const errors = yield* Effect.forEach([foreign.id, absent, "first"], (before) =>
        Effect.flip(requests.list(account.userId, { ...first, before }))
      )

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(3).fill("UnknownCursor")
      )
    })
  )

  it.effect("reads a request with its attempts in order and its active match", () =>
    Effect.gen(function* () {
      const requests = yield* ConciliationRequests
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const request = yield* seedRequest(account, { status: "matched" })
      const earlier = yield* seedMovement(account.id)
      const movement = yield* seedMovement(account.id)
      const attempt = (id: string, number: number, result: string) =>
        sql`insert into attempts values (${id}, ${request.id}, ${number}, ${result}, 'code', ${`reason ${number}`},
          ${sql.literal(`'{"ruleset": "1", "preset": "default", "script_version": null, "coverage": null, "candidates":
            [{"movement_id": "${movement}", "score": ${number}, "role": "match", "evidence": []}]}'`)}, now())`
      const before = yield* requests.get(account.userId, request.id)
      const unexplained = yield* requests.explanation(account.userId, request.id)

      yield* attempt(movement, 2, "matched")
      yield* attempt(earlier, 1, "not_found")
      yield* sql`insert into matches values (${earlier}, ${request.id}, ${earlier}, false, now(), now())`
      yield* sql`insert into matches values (${movement}, ${request.id}, ${movement}, true, now())`
      const detail = yield* requests.get(account.userId, request.id)

      assert.deepStrictEqual([before.attempts, before.match, unexplained], [[], null, null])
      assert.deepStrictEqual(
        detail.attempts.map((each) => [each.attemptNumber, each.result, each.reason]),
        [
          [1, "not_found", "reason 1"],
          [2, "matched", "reason 2"]
        ]
      )
      assert.deepInclude(detail.match, {
        id: movement,
        requestId: request.id,
        bankTransactionId: movement,
        isPrimary: true,
        amountMinor: 125_050n
      })
      const explanation = yield* requests.explanation(account.userId, request.id)
      assert.deepInclude(explanation, { attemptNumber: 2, result: "matched", code: "code", reason: "reason 2" })
      assert.deepStrictEqual(explanation?.explanation.candidates[0]?.score, 2)
      assert.deepStrictEqual(
        explanation?.movements.map(({ amountMinor, id }) => [id, amountMinor]),
        [[movement, 125_050n]]
      )
    })
  )

  it.effect("hides a request from other users, and with its deleted account", () =>
    Effect.gen(function* () {
      const requests = yield* ConciliationRequests
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const request = yield* seedRequest(account, { status: "pending" })
      const deleted = yield* seedAccount(account.userId)
      const gone = yield* seedRequest(deleted, { status: "pending" })
      yield* sql`update accounts set deleted_at = now() where id = ${deleted.id}`
      const stranger = yield* seedUser()
      const attempts = ([userId, requestId]: readonly [string, string]) =>
        Effect.all([
          Effect.flip(requests.get(userId, requestId)),
          Effect.flip(requests.explanation(userId, requestId)),
          Effect.flip(requests.notify(userId, requestId))
        ])

      const errors = yield* Effect.forEach(
        [
          [stranger.id, request.id],
          [account.userId, gone.id],
          [account.userId, absent],
          [account.userId, "order"]
        ] as const,
        attempts
      )

      assert.deepStrictEqual(
        errors.flat().map((error) => error._tag),
        Array(12).fill("RequestNotFound")
      )
      assert.deepStrictEqual(yield* requests.list(stranger.id, first), [])
      assert.deepStrictEqual(ids(yield* requests.list(account.userId, first)), [request.id])
    })
  )

  it.effect("counts a user's requests by every status", () =>
    Effect.gen(function* () {
      const requests = yield* ConciliationRequests
      const account = yield* seedAccount()
      for (const status of ["pending", "pending", "not_found", "failed"]) yield* seedRequest(account, { status })

      const summary = yield* requests.summary(account.userId)

      assert.deepStrictEqual(summary, {
        pending: 2,
        processing: 0,
        matched: 0,
        ambiguous: 0,
        not_found: 1,
        expired: 0,
        cancelled: 0,
        failed: 1,
        needsPerson: 1,
        needsPersonOf: {
          pending: 0,
          processing: 0,
          matched: 0,
          ambiguous: 0,
          not_found: 0,
          expired: 0,
          cancelled: 0,
          failed: 1
        },
        takenBack: 0,
        closedOf: {
          pending: 0,
          processing: 0,
          matched: 0,
          ambiguous: 0,
          not_found: 0,
          expired: 0,
          cancelled: 0,
          failed: 0
        }
      })
    })
  )

  it.effect("replays the webhook of an outcome, and says in the activity when there is none yet", () =>
    Effect.gen(function* () {
      const requests = yield* ConciliationRequests
      const activity = yield* ActivityLog
      const outbox = yield* Outbox
      const account = yield* seedAccount()
      const told = yield* seedRequest(account, { status: "matched" })
      const open = yield* seedRequest(account, { status: "pending", externalId: "A-7" })
      yield* outbox.put({ accountId: account.id, lane: "result", event: "matched", requestId: told.id, body: "{}" })

      yield* requests.notify(account.userId, told.id)
      const quiet = yield* activity.list(account.id, { limit: 10 })
      yield* requests.notify(account.userId, open.id)

      const entries = yield* activity.list(account.id, { limit: 10 })
      assert.lengthOf(quiet, 0)
      assert.deepStrictEqual(
        entries.map((entry) => [entry.kind, entry.data["external_id"]]),
        [["notify.nothing_to_send", "A-7"]]
      )
    })
  )
})
