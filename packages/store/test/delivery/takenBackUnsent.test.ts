/** Payments that the bank took back before their webhooks left, with the outbox as it is; nothing is sent meanwhile. */
import { Movements, StatementReader, Statements } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { daysAgo, enrolled, movementId, scrape, ServicesWithOutbox, silentAccounts } from "../matchingWorld.ts"

const Rows = Schema.Array(Schema.Struct({ message: Schema.String, status: Schema.String }))

/** Of the payment of 80.00, in the order they were made. */
const messages = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.flatMap(
    sql`select o.message_id as message, o.status from outbox o join movements m on m.id = o.movement_id
      where o.account_id = ${accountId} and m.amount_minor = 8000 order by o.created_at, o.id`,
    Schema.decodeUnknownEffect(Rows)
  )
})
const standing = (accountId: string) => Effect.map(messages(accountId), (all) => all.map(({ status }) => status))

const paid = { amount: "80.00", description: "TRF DE WEBER JONAS" }

/** A payment that is to be told, and an older one. */
const told = Effect.gen(function* () {
  const world = yield* enrolled("passthrough")
  const { accountId, epoch } = world
  const older = { date: yield* daysAgo(1), amount: "90.00", description: "TRF DE GIL EVA" }
  const shows = (...rows: ReadonlyArray<{ readonly amount: string; readonly description: string }>) =>
    scrape(accountId, epoch, [...rows, older])
  yield* shows(paid)
  assert.deepStrictEqual(yield* standing(accountId), ["pending"])
  return { accountId, shows, user: world.user, id: yield* movementId(accountId, "80.00") }
})

const goes = Effect.fnUntraced(function* ({ shows }: Effect.Success<typeof told>) {
  yield* shows()
  yield* shows()
})

layer(ServicesWithOutbox, { excludeTestServices: true })(
  "a payment that the bank took back before it was told",
  (it) => {
    it.effect("is told no more once the bank doesn't show it, and under the same id once it does again", () =>
      Effect.gen(function* () {
        const world = yield* told
        const { accountId, shows } = world
        yield* shows()
        assert.deepStrictEqual(yield* standing(accountId), ["pending"])
        yield* shows()
        assert.deepStrictEqual(yield* standing(accountId), ["cancelled"])

        yield* shows(paid)
        assert.deepStrictEqual(yield* standing(accountId), ["cancelled", "pending"])
        assert.strictEqual(new Set((yield* messages(accountId)).map(({ message }) => message)).size, 1)
        yield* shows(paid)
        assert.deepStrictEqual(yield* standing(accountId), ["cancelled", "pending"])
      })
    )

    it.effect(
      "is told once, under the same id, where a file has it in other words, and the page again after that",
      () =>
        Effect.gen(function* () {
          const world = yield* told
          const { accountId, shows, user } = world
          yield* goes(world)
          const date = yield* daysAgo(0)
          const movements = [{ date, currency: "EUR", amount: "80.00", description: "JONAS WEBER" }]
          const statement = { movements, coverage: { from: date, to: date, complete: true } }
          yield* Effect.flatMap(Statements, ({ upload }) => upload(user, { accountId, content: "" })).pipe(
            Effect.provide(Statements.layer),
            Effect.provideService(StatementReader, { read: () => Effect.succeed({ format: "camt053", statement }) })
          )
          yield* shows(paid)
          yield* shows(paid)

          assert.deepStrictEqual(yield* standing(accountId), ["cancelled", "pending"])
          assert.strictEqual(new Set((yield* messages(accountId)).map(({ message }) => message)).size, 1)
        })
    )

    it.effect("is not told where payments are told to nobody by the time the bank shows it again", () =>
      Effect.gen(function* () {
        const world = yield* told
        const { accountId, id, shows } = world
        yield* goes(world)
        silentAccounts.add(accountId)
        yield* shows(paid)

        assert.deepStrictEqual(yield* standing(accountId), ["cancelled"])
        const sql = yield* SqlClient.SqlClient
        const notified = yield* sql`select from movements where id = ${id} and notified_at is not null`
        assert.strictEqual(notified.length, 1)
      })
    )

    it.effect("isn't told by whoever takes it in again, before the bank shows it", () =>
      Effect.gen(function* () {
        const world = yield* told
        const { accountId, id, shows } = world
        const { exclude, include } = yield* Movements
        yield* exclude(accountId, id)
        yield* goes(world)
        yield* include(accountId, id)
        assert.deepStrictEqual(yield* standing(accountId), ["cancelled"])

        yield* shows(paid)
        assert.deepStrictEqual(yield* standing(accountId), ["cancelled", "pending"])
      })
    )

    it.effect("isn't told while it is taken out, though the bank shows it again", () =>
      Effect.gen(function* () {
        const world = yield* told
        const { accountId, id, shows } = world
        const { exclude, include } = yield* Movements
        yield* goes(world)
        yield* exclude(accountId, id)
        yield* shows(paid)
        assert.deepStrictEqual(yield* standing(accountId), ["cancelled"])

        yield* include(accountId, id)
        assert.deepStrictEqual(yield* standing(accountId), ["cancelled", "pending"])
      })
    )

    it.effect("isn't told by whoever takes it in again, once the bank has booked it back", () =>
      Effect.gen(function* () {
        const { accountId, id, shows } = yield* told
        const { exclude, include } = yield* Movements
        yield* exclude(accountId, id)
        yield* shows({ amount: "-80.00", description: "DEVOLUCION TRF WEBER JONAS" }, paid)
        yield* include(accountId, id)

        assert.deepStrictEqual(yield* standing(accountId), ["cancelled"])
      })
    )
  }
)
