/** From a statement to who pays whom, on a real database: intake, polling and matching with their SQL. */
import { AccountRepository } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  bodies,
  daysAgo,
  enrolled,
  match,
  order,
  poll,
  scrape,
  Services,
  shopOrders,
  statuses
} from "../matchingWorld.ts"
import { posted } from "../outbox.ts"

const many = process.env["VERIFY"] === "1" ? 10_000 : 1_000

layer(Services, { excludeTestServices: true })("from a statement to who pays whom", (it) => {
  it.effect("matches by a cut name, tells several candidates once, and leaves the unpaid order pending", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [
        order("A-1", "120.50", "María del Carmen García López"),
        order("A-2", "210.00", "Ahmed Benali"),
        order("A-3", "999.99", "Olga Iwanowa")
      ]
      yield* poll(accountId)
      const rows = [
        { amount: "120.50", description: "TRF DE GARCIA LOPEZ MARIA DEL CARM" },
        { amount: "210.00", description: "TRF DE BENALI AHMED" },
        { amount: "210.00", description: "TRF DE BENALI AHMED" }
      ]
      const first = yield* scrape(accountId, epoch, rows)
      yield* match(accountId, first.scrapeId)
      const second = yield* scrape(accountId, epoch, rows)
      yield* match(accountId, second.scrapeId)

      assert.strictEqual(first.inserted, 3)
      assert.strictEqual(second.inserted, 0)
      assert.deepStrictEqual(bodies(accountId), [
        '{"external_id":"A-1","status":"matched","amount":120.5,"currency":"EUR","name":"María del Carmen García López","shop":"one"}',
        '{"external_id":"A-2","status":"ambiguous","amount":210,"currency":"EUR","name":"Ahmed Benali","shop":"one"}'
      ])
      // One attempt when it was first seen and one per complete scrape: with a retry limit of 1 the unpaid one rests now.
      assert.deepStrictEqual(yield* statuses(accountId), ["A-1 matched", "A-2 ambiguous", "A-3 not_found"])
    })
  )

  it.effect("wakes an order that rests when its payment comes", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("B-1", "50.00", "Jonas Weber")]
      yield* poll(accountId)
      for (const _ of [1, 2]) yield* match(accountId, (yield* scrape(accountId, epoch, [])).scrapeId)
      assert.deepStrictEqual(yield* statuses(accountId), ["B-1 not_found"])

      const paid = yield* scrape(accountId, epoch, [{ amount: "50.00", description: "TRF DE WEBER JONAS" }])
      yield* match(accountId, paid.scrapeId)

      assert.deepStrictEqual(yield* statuses(accountId), ["B-1 matched"])
    })
  )

  it.effect(
    "writes and tells what it decides of hundreds of orders in the order of the requests, whatever their amounts",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch } = yield* enrolled("reconcile")
        const syllables = ["bal", "cen", "dir", "fos", "gum", "lar", "men", "nir", "pol", "ruz"]
        const word = (nth: number) => [0, 1, 2].map((place) => syllables[Math.floor(nth / 10 ** place) % 10]).join("")
        const name = (nth: number) => `${word(nth)} ${word(3 * nth + 11)} ${word(7 * nth + 5)}`
        const amount = (nth: number) => `${10 + (nth % 13)}.00`
        const all = Array.from({ length: 650 }, (_, nth) => nth)
        shopOrders.pending = all.map((nth) => order(`o${nth}`, amount(nth), name(nth)))
        yield* poll(accountId)
        const paid = all.filter((nth) => nth % 3 !== 0)
        const taken = yield* scrape(
          accountId,
          epoch,
          paid.map((nth) => ({ amount: amount(nth), description: `TRF DE ${name(nth).toUpperCase()}` }))
        )
        const result = yield* match(accountId, taken.scrapeId)

        assert.isAtLeast(result.matched, 400)
        const sql = yield* SqlClient.SqlClient
        const numbered = yield* sql`select count(*)::int as count,
          count(*) filter (where id > before)::int as "inOrder", count(distinct request_id)::int as requests
        from (select t.id, t.request_id, lag(t.id) over (order by t.request_id) as before
          from attempts t join conciliation_requests r on r.id = t.request_id
          where r.account_id = ${accountId} and t.attempt_number = 2) t`
        const { attempts } = result
        assert.deepStrictEqual(numbered, [{ count: attempts, inOrder: attempts - 1, requests: attempts }])
        const told = posted.flatMap((entry) => (entry.accountId === accountId ? [entry.requestId ?? ""] : []))
        assert.strictEqual(told.length, result.matched + result.ambiguous)
        assert.deepStrictEqual(told, [...told].sort())
      })
  )

  it.effect("cancels an order that two polls in a row miss, and reopens it when it comes back", () =>
    Effect.gen(function* () {
      const { accountId } = yield* enrolled("reconcile")
      shopOrders.pending = [order("C-1", "1.00", "One"), order("C-2", "2.00", "Two")]
      yield* poll(accountId)
      shopOrders.pending = [order("C-2", "2.00", "Two")]
      yield* poll(accountId)
      const after1 = yield* statuses(accountId)
      yield* poll(accountId)
      const after2 = yield* statuses(accountId)
      shopOrders.pending = [order("C-1", "1.00", "One"), order("C-2", "2.00", "Two")]
      yield* poll(accountId)
      const back = yield* statuses(accountId)

      assert.strictEqual(after1[0], "C-1 pending")
      assert.strictEqual(after2[0], "C-1 cancelled")
      assert.strictEqual(back[0], "C-1 pending")
    })
  )

  it.effect("brings nothing back that a change of mode has ended while the shop was asked", () =>
    Effect.gen(function* () {
      const { accountId, user } = yield* enrolled("reconcile")
      const sql = yield* SqlClient.SqlClient
      shopOrders.pending = [order("J-1", "1.00", "One")]
      yield* poll(accountId)
      shopOrders.pending = [order("J-1", "1.00", "One"), order("J-2", "2.00", "Two")]
      shopOrders.meanwhile = Effect.andThen(
        sql`update users set operation_mode = 'passthrough' where id = ${user.id}`,
        sql`update conciliation_requests set status = 'cancelled' where user_id = ${user.id}`
      ).pipe(Effect.orDie)
      const polled = yield* poll(accountId)

      assert.deepStrictEqual(polled.appeared, [])
      assert.deepStrictEqual(yield* statuses(accountId), ["J-1 cancelled"])
    })
  )

  it.effect("sends each movement of passthrough once, when it is booked and has a sender", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA", pending: true },
        { amount: "-3.00", description: "CARD PAYMENT" }
      ])
      const before = bodies(accountId).length
      yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { amount: "-3.00", description: "CARD PAYMENT" }
      ])
      yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { amount: "-3.00", description: "CARD PAYMENT" }
      ])

      assert.strictEqual(before, 0)
      const sent = bodies(accountId)
      assert.strictEqual(sent.length, 1)
      assert.include(sent[0] ?? "", '"amount":15,"currency":"EUR","name":"ROSSI NADIA"')
    })
  )

  it.effect("takes thousands of movements in at once, and recognises all of them the next time", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const rows = Array.from({ length: many }, (_, n) => ({
        amount: `${1 + (n % 500)}.00`,
        description: `TRF DE PAGADOR ${n % 2_500}`
      }))
      const first = yield* scrape(accountId, epoch, rows)
      const second = yield* scrape(accountId, epoch, rows.toReversed())

      assert.deepStrictEqual([first.inserted, second.inserted, second.updated], [many, 0, 0])
      assert.strictEqual(bodies(accountId).length, many)
    })
  )

  it.effect("takes in nothing from before the window that was asked for, though the page shows it", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const taken = yield* scrape(accountId, epoch, [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { date: "2026-01-07", amount: "1842.50", description: "TRF DE TALLERES IBARRA SL" }
      ])

      assert.strictEqual(taken.inserted, 1)
      assert.strictEqual(bodies(accountId).length, 1)
    })
  )

  it.effect("tells nothing of before the account's first window, however far a later scrape overlaps", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      const rows = [
        { amount: "15.00", description: "TRF DE ROSSI NADIA" },
        { date: yield* daysAgo(3), amount: "40.00", description: "TRF DE WEBER JONAS" }
      ]
      yield* scrape(accountId, epoch, rows)
      const second = yield* scrape(accountId, epoch, rows)

      assert.strictEqual(second.inserted, 0)
      assert.strictEqual(bodies(accountId).length, 1)
    })
  )

  it.effect("reads back to an order older than the account's first window, and finds its payment there", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      const rows = [{ date: yield* daysAgo(3), amount: "40.00", description: "TRF DE WEBER JONAS" }]
      shopOrders.pending = []
      yield* poll(accountId)
      yield* scrape(accountId, epoch, rows)
      shopOrders.pending = [{ ...order("E-1", "40.00", "Jonas Weber"), created_at: `${yield* daysAgo(4)}T10:00:00Z` }]
      yield* poll(accountId)
      const second = yield* scrape(accountId, epoch, rows)
      yield* match(accountId, second.scrapeId)

      assert.strictEqual(second.inserted, 1)
      assert.deepStrictEqual(yield* statuses(accountId), ["E-1 matched"])
    })
  )

  it.effect("writes nothing for an actor that another activation has replaced", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("passthrough")
      yield* (yield* AccountRepository).activateActor(accountId)
      const refused = yield* Effect.flip(
        scrape(accountId, epoch, [{ amount: "15.00", description: "TRF DE ROSSI NADIA" }])
      )

      assert.strictEqual(refused._tag, "StaleActor")
      assert.deepStrictEqual(bodies(accountId), [])
    })
  )

  it.effect("makes no attempt count while the bank's list is incomplete", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("D-1", "50.00", "Jonas Weber")]
      yield* poll(accountId)
      for (const _ of [1, 2, 3]) {
        const taken = yield* scrape(accountId, epoch, [], false)
        yield* match(accountId, taken.scrapeId, false)
      }

      assert.deepStrictEqual(yield* statuses(accountId), ["D-1 pending"])
    })
  )
})
