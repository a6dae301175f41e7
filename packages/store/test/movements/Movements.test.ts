import { Accounts, ActivityLog, eventLogLayer, Movements, Outbox, OutboxNotifier } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { posted, RecordingOutbox, replayed } from "../outbox.ts"
import { seedAccount, seedMovement } from "../seed.ts"
import { TestVault } from "../vault.ts"

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)
const movementsWith = <E, R>(outbox: Layer.Layer<Outbox, E, R>) =>
  Movements.layer.pipe(
    Layer.provideMerge(Accounts.layer),
    Layer.provide(eventLogLayer),
    Layer.provideMerge(outbox),
    Layer.provideMerge(TestVault)
  )
const Services = movementsWith(RecordingOutbox)

const absent = "01990000-0000-7000-8000-000000000000"

const ids = (movements: ReadonlyArray<{ readonly id: string }>) => movements.map((movement) => movement.id)

const seedSettings = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into account_settings (id, account_id, webhook_url, webhook_address, webhook_extra_fields, created_at, updated_at)
    values (${accountId}, ${accountId}, ${"https://shop.test"}, ${"https://shop.test"}, '{"shop": "A", "amount": 1}', now(), now())`
})

layer(Layer.provideMerge(Services, Base))("Movements", (it) => {
  it.effect("lists an account's own movements, newest first, stable among equal times", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const account = yield* seedAccount()
      yield* seedMovement((yield* seedAccount()).id)
      const old = yield* seedMovement(account.id, { receivedAt: "2026-11-18T00:00:00Z" })
      const twin = yield* seedMovement(account.id)
      const otherTwin = yield* seedMovement(account.id)
      const all = [...[twin, otherTwin].sort().reverse(), old]

      const listed = yield* movements.list(account.id, { limit: 10, offset: 0 })

      assert.deepStrictEqual(ids(listed), all)
      assert.deepStrictEqual(ids(yield* movements.list(account.id, { limit: 1, offset: 1 })), all.slice(1, 2))
      assert.deepInclude(listed[0], {
        accountId: account.id,
        amountMinor: "125050",
        currency: "EUR",
        senderName: "Ana Gomez",
        receivedAt: new Date("2026-11-20T10:00:00.000Z"),
        notifiedAt: null,
        excludedAt: null,
        possibleDuplicateOf: []
      })
    })
  )

  it.effect("pages without gaps while movements arrive, though they differ by microseconds only", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const account = yield* seedAccount()
      const seeded: Array<string> = []
      for (const micros of [1, 2, 3, 4, 5]) {
        seeded.unshift(yield* seedMovement(account.id, { receivedAt: `2026-11-20T10:00:00.00000${micros}Z` }))
      }

      const first = yield* movements.list(account.id, { limit: 2, offset: 0 })
      yield* seedMovement(account.id, { receivedAt: "2026-11-21T00:00:00Z" })
      const second = yield* movements.list(account.id, { limit: 2, offset: 0, before: ids(first)[1] ?? "" })
      const third = yield* movements.list(account.id, { limit: 2, offset: 0, before: ids(second)[1] ?? "" })

      assert.deepStrictEqual([...ids(first), ...ids(second), ...ids(third)], seeded)
    })
  )

  it.effect("lists by whose the account is in the same look, and nothing of another's or of a deleted one", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const page = { limit: 2, offset: 0 }
      const account = yield* seedAccount()
      const stranger = yield* seedAccount()
      for (const _ of [1, 2, 3]) yield* seedMovement(account.id)

      const own = yield* movements.listOwn(account.userId, account.id, page)
      assert.deepStrictEqual(own, yield* movements.list(account.id, page))
      assert.strictEqual(own.length, 2)
      assert.deepStrictEqual(yield* movements.listOwn(stranger.userId, account.id, page), [])
      assert.deepStrictEqual(yield* movements.listOwn(account.userId, "not an id", page), [])

      yield* sql`update accounts set deleted_at = now() where id = ${account.id}`
      assert.deepStrictEqual(yield* movements.listOwn(account.userId, account.id, page), [])
    })
  )

  it.effect("refuses a cursor that is no movement of the account", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const account = yield* seedAccount()
      const foreign = yield* seedMovement((yield* seedAccount()).id)

      const errors = yield* Effect.forEach([foreign, absent, "first"], (before) =>
        Effect.flip(movements.list(account.id, { limit: 2, offset: 0, before }))
      )

      assert.deepStrictEqual(
        errors.map((error) => error._tag),
        Array(3).fill("UnknownCursor")
      )
    })
  )

  it.effect("leaves out movements that the bank took back before anybody was told of them", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* seedMovement(account.id, { removed: true })
      const told = yield* seedMovement(account.id, { removed: true })
      yield* sql`update movements set queued_at = now() where id = ${told}`

      const listed = yield* movements.list(account.id, { limit: 10, offset: 0 })

      assert.deepStrictEqual(ids(listed), [told])
    })
  )

  it.effect("takes a movement out once, and in again", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const account = yield* seedAccount()
      const id = yield* seedMovement(account.id)
      const at = yield* DateTime.now

      const excluded = yield* movements.exclude(account.id, id)
      yield* TestClock.adjust("1 minute")
      const again = yield* movements.exclude(account.id, id)
      const included = yield* movements.include(account.id, id)

      assert.deepStrictEqual([excluded.excludedAt, again.excludedAt, included.excludedAt], [at, at, null])
    })
  )

  it.effect("takes in a possible duplicate as a movement of its own when a person includes it", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const [known, held] = [yield* seedMovement(account.id), yield* seedMovement(account.id)]
      yield* sql`update movements set held_for = array[${known}]::uuid[] where id = ${held}`
      const holds = sql`select cardinality(held_for) as holds from movements where id = ${held}`
      yield* movements.exclude(account.id, held)
      const excluded = yield* holds
      yield* movements.include(account.id, held)

      assert.deepStrictEqual([...excluded, ...(yield* holds)], [{ holds: 1 }, { holds: 0 }])
    })
  )

  it.effect("keeps a possible duplicate that is gone from being told by a person who includes it", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      const [known, held] = [yield* seedMovement(account.id), yield* seedMovement(account.id)]
      yield* sql`update movements set held_for = array[${known}]::uuid[], removed_at = now() where id = ${held}`

      const included = yield* movements.include(account.id, held)

      assert.deepStrictEqual(included.possibleDuplicateOf, [known])
    })
  )

  it.effect("touches no movement through another account", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const id = yield* seedMovement((yield* seedAccount()).id)
      const stranger = yield* seedAccount()
      const attempts = (movementId: string) =>
        Effect.all([
          Effect.flip(movements.exclude(stranger.id, movementId)),
          Effect.flip(movements.include(stranger.id, movementId)),
          Effect.flip(movements.notify(stranger.id, movementId))
        ])

      const errors = yield* Effect.forEach([id, absent, "movement"], attempts)

      assert.deepStrictEqual(
        errors.flat().map((error) => error._tag),
        Array(9).fill("MovementNotFound")
      )
      assert.lengthOf(
        posted.filter((entry) => entry.movementId === id),
        0
      )
    })
  )

  it.effect("sends a movement that was never sent once, and replays it from then on", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* seedSettings(account.id)
      const id = yield* seedMovement(account.id)

      yield* Effect.forEach([1, 2, 3], () => movements.notify(account.id, id), { concurrency: "unbounded" })

      const entries = posted.filter((entry) => entry.movementId === id)
      const [row] = yield* sql`select queued_at is not null as queued from movements where id = ${id}`
      assert.lengthOf(entries, 1)
      assert.deepInclude(entries[0], { accountId: account.id, lane: "result", event: "movement" })
      assert.strictEqual(
        entries[0]?.body,
        `{"id":"${id}","amount":1250.5,"currency":"EUR","name":"Ana Gomez","received_at":"2026-11-20T10:00:00.000Z","shop":"A"}`
      )
      assert.lengthOf(
        replayed.filter((of) => "movementId" in of && of.movementId === id),
        3
      )
      assert.deepStrictEqual(row, { queued: true })
    })
  )

  it.effect("says in the activity that there is nowhere to send to without settings", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const activity = yield* ActivityLog
      const account = yield* seedAccount()
      const id = yield* seedMovement(account.id)

      yield* movements.notify(account.id, id)

      const [entry] = yield* activity.list(account.id, { limit: 1 })
      assert.strictEqual(entry?.kind, "notify.nothing_to_send")
      assert.lengthOf(
        posted.filter((each) => each.movementId === id),
        0
      )
    })
  )
})

const Queued = movementsWith(Layer.provide(Outbox.layer, OutboxNotifier.layer))

layer(Layer.provideMerge(Queued, Base))("A movement whose webhook waits", (it) => {
  it.effect("is not sent once it is excluded, and sent under the same id when it is included again", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* seedSettings(account.id)
      const [id, other] = [yield* seedMovement(account.id), yield* seedMovement(account.id)]
      const outbox = sql`select status, message_id as "messageId" from outbox where movement_id = ${id} order by id`
      for (const each of [id, other]) yield* movements.notify(account.id, each)
      yield* movements.exclude(account.id, id)
      yield* movements.exclude(account.id, id)
      const excluded = yield* outbox
      yield* movements.include(account.id, id)
      yield* movements.include(account.id, id)
      const included = yield* outbox

      assert.deepStrictEqual(
        [...excluded, ...included].map(({ status }) => status),
        ["cancelled", "cancelled", "pending"]
      )
      assert.strictEqual(included[1]?.["messageId"], included[0]?.["messageId"])
      assert.deepStrictEqual(yield* sql`select status from outbox where movement_id = ${other}`, [
        { status: "pending" }
      ])
    })
  )

  it.effect("is not sent by being included when it was sent before it was excluded", () =>
    Effect.gen(function* () {
      const movements = yield* Movements
      const sql = yield* SqlClient.SqlClient
      const account = yield* seedAccount()
      yield* seedSettings(account.id)
      const id = yield* seedMovement(account.id)
      yield* movements.notify(account.id, id)
      yield* sql`update outbox set status = 'delivered' where movement_id = ${id}`
      yield* movements.exclude(account.id, id)
      yield* movements.include(account.id, id)

      assert.deepStrictEqual(yield* sql`select status from outbox where movement_id = ${id}`, [{ status: "delivered" }])
    })
  )
})
