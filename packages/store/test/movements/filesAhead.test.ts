/** Files of days that are still to come, or long past; and what a bank takes back, or says it is for. */
import { ConciliationRepository, MovementIntake, Movements, StatementReader, Statements } from "@counterfoil/core"
import { addDays, type Statement } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { clockAt } from "../clockAt.ts"
import { cancelled } from "../outbox.ts"
import {
  bodies,
  daysAgo,
  enrolled,
  match,
  movementId,
  order,
  poll,
  scrape,
  Services,
  shopOrders,
  statuses,
  told
} from "../matchingWorld.ts"

/** As if a file had been read as this statement. */
const upload = (by: { readonly id: string; readonly email: string }, accountId: string, statement: Statement) =>
  Effect.flatMap(Statements, ({ upload: take }) => take(by, { accountId, content: "" })).pipe(
    Effect.provide(Statements.layer),
    Effect.provideService(
      StatementReader,
      StatementReader.of({ read: () => Effect.succeed({ format: "camt053", statement }) })
    )
  )

/** Of a bank without a script, whose days are those of UTC: it may be tomorrow in Madrid. */
const tomorrow = Effect.map(DateTime.now, (now) => addDays(DateTime.formatIsoDate(now), 1))

const row = (date: string, amount: string, description: string) => ({ date, currency: "EUR", amount, description })
const kindsSince = (from: number, accountId: string) =>
  told.slice(from).flatMap(([id, kind, message]) => (id === accountId && kind === "movements.removed" ? [message] : []))

layer(Services, { excludeTestServices: true })("a file", (it) => {
  it.effect("that lists what is booked tomorrow: it is matched once tomorrow has come, without any further file", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      const { bookDatedAhead } = yield* Movements
      const ahead = yield* tomorrow
      const today = addDays(ahead, -1)
      shopOrders.pending = [order("F-1", "80.00", "Jonas Weber"), order("F-2", "81.00", "Leo Paz")]
      yield* poll(accountId)
      const file = yield* upload(user, accountId, {
        movements: [
          row(ahead, "80.00", "JONAS WEBER"),
          { ...row(ahead, "81.00", "LEO PAZ"), pending: true },
          row(today, "5.00", "EVA GIL")
        ],
        coverage: { from: today, to: ahead, complete: true }
      })
      yield* match(accountId, file.scrapeId)
      const early = yield* bookDatedAhead
      assert.deepStrictEqual(yield* statuses(accountId), ["F-1 pending", "F-2 pending"])

      // A day goes by, and what the file brought is done.
      yield* sql`delete from account_work where account_id = ${accountId}`
      yield* sql`update movements set booked_date = booked_date - 1, books_on = books_on - 1 where account_id = ${accountId}`
      const booked = [yield* bookDatedAhead, yield* bookDatedAhead]
      const work = yield* sql`select kind, counts from account_work where account_id = ${accountId} and not counts`
      yield* match(accountId, file.scrapeId)

      assert.deepStrictEqual([early, ...booked], [0, 1, 0])
      assert.deepStrictEqual(work, [{ kind: "match", counts: false }])
      assert.deepStrictEqual(yield* statuses(accountId), ["F-1 matched", "F-2 not_found"])
    })
  )

  it.effect(
    "that lists what is booked tomorrow has it taken back by a return that it lists for tomorrow, too, as what was matched before",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        const sql = yield* SqlClient.SqlClient
        const ahead = yield* tomorrow
        const yesterday = yield* daysAgo(1)
        shopOrders.pending = [order("A-1", "80.00", "Jonas Weber"), order("A-2", "90.00", "Eva Gil")]
        yield* poll(accountId)
        const read = yield* scrape(accountId, epoch, [
          { date: yesterday, amount: "90.00", description: "TRF DE GIL EVA" }
        ])
        yield* match(accountId, read.scrapeId)
        const before = told.length
        const file = yield* upload(user, accountId, {
          movements: [
            row(ahead, "-90.00", "DEVOLUCION GIL EVA"),
            row(ahead, "-80.00", "DEVOLUCION WEBER JONAS"),
            row(ahead, "80.00", "TRF DE WEBER JONAS")
          ],
          coverage: { from: ahead, to: ahead, complete: true }
        })
        assert.deepStrictEqual(kindsSince(before, accountId), [])
        yield* sql`update movements set booked_date = booked_date - 1, books_on = books_on - 1
        where account_id = ${accountId} and books_on is not null`
        assert.strictEqual(yield* (yield* Movements).bookDatedAhead, 3)
        yield* match(accountId, file.scrapeId)

        assert.deepStrictEqual(yield* statuses(accountId), ["A-1 not_found", "A-2 matched"])
        assert.deepStrictEqual(kindsSince(before, accountId), [
          "The bank has booked a movement back. Still matched to what is gone: A-2"
        ])
        const id = yield* movementId(accountId, "90.00")
        assert.deepInclude(cancelled, { movementIds: [id], bookedBack: [id] })
      })
  )

  it.effect("that lists what is booked tomorrow is told once it is, of a user whose payments are passed on", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* enrolled("passthrough")
      const sql = yield* SqlClient.SqlClient
      const ahead = yield* tomorrow
      const today = addDays(ahead, -1)
      yield* upload(user, accountId, {
        movements: [row(ahead, "80.00", "JONAS WEBER")],
        coverage: { from: today, to: ahead, complete: true }
      })
      assert.lengthOf(bodies(accountId), 0)
      yield* sql`update movements set books_on = books_on - 1 where account_id = ${accountId}`
      yield* (yield* Movements).bookDatedAhead
      assert.lengthOf(bodies(accountId), 1)
    })
  )

  it.effect(
    "that comes again tells nothing twice, though the page has its payment on the day after the file's last",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("passthrough")
        const [today, yesterday] = [yield* daysAgo(0), yield* daysAgo(1)]
        const file = upload(user, accountId, {
          movements: [row(yesterday, "80.00", "WEBER JONAS")],
          coverage: { from: yesterday, to: yesterday, complete: true }
        })
        yield* file
        yield* scrape(accountId, epoch, [{ date: today, amount: "80.00", description: "TRF DE WEBER JONAS" }])
        const again = yield* file
        assert.deepInclude(again, { inserted: 1, held: 1 })
        assert.lengthOf(bodies(accountId), 1)
        assert.deepInclude(yield* file, { inserted: 0 })
      })
  )

  it.effect("that says it is of the whole month doesn't make the days to come known", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const intake = yield* MovementIntake
      const today = yield* daysAgo(0)
      shopOrders.pending = []
      yield* scrape(accountId, epoch, [])
      yield* upload(user, accountId, {
        movements: [row(today, "5.00", "EVA GIL")],
        coverage: { from: today, to: addDays(today, 20), complete: true }
      })
      // The script is mended 25 days later.
      const later = Date.now() + 25 * 86_400_000
      const since = yield* clockAt(later)(intake.readBackTo(accountId, "Europe/Madrid"))
      assert.isAtMost(Date.parse(since), Date.parse(today))
    })
  )

  it.effect("of days before the account's first one is news all the same", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* enrolled("passthrough")
      const [yesterday, before] = [yield* daysAgo(1), yield* daysAgo(5)]
      const whole = (from: string, to: string) => ({ from, to, complete: true })
      yield* upload(user, accountId, {
        movements: [row(yesterday, "5.00", "EVA GIL")],
        coverage: whole(yesterday, yesterday)
      })
      yield* upload(user, accountId, {
        movements: [row(before, "6.00", "LEO PAZ")],
        coverage: whole(before, yesterday)
      })
      assert.lengthOf(bodies(accountId), 2)
    })
  )
})

layer(Services, { excludeTestServices: true })("a payment", (it) => {
  it.effect("is listed before what its bank lists below it, on the same day", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const rows = ["LATEST", "LATER", "FIRST"].map((name, index) => ({
        amount: `${index + 1}.00`,
        description: `TRF DE ${name}`
      }))
      yield* scrape(accountId, epoch, rows)
      const listed = yield* (yield* Movements).list(accountId, { limit: 10, offset: 0 })
      assert.deepStrictEqual(
        listed.map(({ senderName }) => senderName),
        ["LATEST", "LATER", "FIRST"]
      )
    })
  )

  it.effect("that the bank books back after it was matched is told", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("R-1", "80.00", "Jonas Weber")]
      yield* poll(accountId)
      const paid = { amount: "80.00", description: "TRF DE WEBER JONAS" }
      const stray = { amount: "12.00", description: "TRF DE GIL EVA" }
      yield* match(accountId, (yield* scrape(accountId, epoch, [paid, stray])).scrapeId)
      const before = told.length
      const back = { amount: "-80.00", description: "DEVOLUCION TRF WEBER JONAS" }
      // Nobody relies on what was neither matched nor told.
      const other = { amount: "-12.00", description: "DEVOLUCION TRF GIL EVA" }
      yield* scrape(accountId, epoch, [paid, stray, back, other])
      yield* scrape(accountId, epoch, [paid, stray, back, other])

      assert.deepStrictEqual(kindsSince(before, accountId), [
        "The bank has booked a movement back. Still matched to what is gone: R-1"
      ])
    })
  )

  it.effect("that the bank books back before its message has left stays here", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const paid = { amount: "81.00", description: "TRF DE WEBER JONAS" }
      yield* scrape(accountId, epoch, [paid])
      yield* scrape(accountId, epoch, [paid, { amount: "-81.00", description: "DEVOLUCION TRF WEBER JONAS" }])
      const id = yield* movementId(accountId, "81.00")
      assert.deepInclude(cancelled, { movementIds: [id], bookedBack: [id] })
    })
  )

  it.effect("that says the reference of another order pays none of its namesake's, whatever that order costs", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const { references } = yield* ConciliationRepository
      const ofWeber = (id: string, amount: string, reference: string) => ({
        ...order(id, amount, "Jonas Weber"),
        reference
      })
      shopOrders.pending = [ofWeber("P-1", "90.00", "PED-1001"), ofWeber("P-2", "150.00", "PED-1002")]
      yield* poll(accountId)
      const part = { amount: "90.00", description: "TRF DE WEBER JONAS A CUENTA PED-1002" }
      yield* match(accountId, (yield* scrape(accountId, epoch, [part])).scrapeId)
      assert.deepStrictEqual(yield* statuses(accountId), ["P-1 pending", "P-2 pending"])

      const whole = { amount: "150.00", description: "TRF DE WEBER JONAS PED-1002" }
      yield* match(accountId, (yield* scrape(accountId, epoch, [part, whole])).scrapeId)
      const known = yield* references(accountId)
      assert.deepStrictEqual(known.map(({ isPaid, reference }) => `${reference} ${isPaid}`).sort(), [
        "PED-1001 false",
        "PED-1002 true"
      ])
      assert.include(yield* statuses(accountId), "P-2 matched")
    })
  )

  it.effect("that is excluded is not sent by being asked for", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const { exclude, include, notify } = yield* Movements
      yield* scrape(accountId, epoch, [{ amount: "33.00", description: "TRF DE WEBER JONAS" }])
      const id = yield* movementId(accountId, "33.00")
      yield* exclude(accountId, id)
      const before = [bodies(accountId).length, told.length] as const
      yield* notify(accountId, id)
      const said = told.slice(before[1]).filter(([account]) => account === accountId)

      assert.lengthOf(bodies(accountId), before[0])
      assert.deepStrictEqual(said, [
        [
          accountId,
          "notify.nothing_to_send",
          "A movement's webhook was asked for, but the movement is taken out: include it first"
        ]
      ])
      yield* include(accountId, id)
    })
  )
})
