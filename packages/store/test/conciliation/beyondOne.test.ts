/** Where one order and one payment aren't all there is to it; and a bank that shows what is known otherwise. */
import { ConciliationRequests, Settlement, StatementRefused } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  bodies,
  daysAgo,
  enrolled,
  haveChosen,
  feeTolerances,
  match,
  movementId,
  order,
  poll,
  requestId,
  scrape,
  Services,
  shopOrders,
  statuses,
  told
} from "../matchingWorld.ts"

/** What was read so far has been known for longer than an order may be later than its payment. */
const known = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update movements set first_seen_at = first_seen_at - interval '16 minutes' where account_id = ${accountId}`
})

const readAndMatch = Effect.fnUntraced(function* (
  accountId: string,
  epoch: bigint,
  rows: Parameters<typeof scrape>[2]
) {
  const { scrapeId } = yield* scrape(accountId, epoch, rows)
  yield* match(accountId, scrapeId)
  const atFirst = yield* statuses(accountId)
  yield* known(accountId)
  yield* match(accountId, scrapeId)
  return atFirst
})

layer(Services, { excludeTestServices: true })("beyond one order and one payment", (it) => {
  it.effect(
    "tells a payment for several orders, an order in several payments and a difference as ambiguous, and matches none",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        shopOrders.pending = [
          order("A-1", "120.00", "Begoña Unzueta"),
          order("A-2", "80.50", "Begoña Unzueta"),
          order("B-1", "300.00", "Jonas Weber"),
          order("C-1", "75.00", "Olga Iwanowa")
        ]
        yield* poll(accountId)
        const atFirst = yield* readAndMatch(accountId, epoch, [
          { amount: "200.50", description: "TRF DE UNZUETA BEGONA" },
          { amount: "250.00", description: "TRF DE JONAS WEBER" },
          { amount: "50.00", description: "TRF DE WEBER JONAS" },
          { amount: "74.20", description: "TRF DE OLGA IWANOWA" }
        ])
        const requests = yield* ConciliationRequests
        const beyond = Effect.fnUntraced(function* (externalId: string) {
          const explained = yield* requests.explanation(user.id, yield* requestId(accountId, externalId))
          return explained?.beyondOne.map(({ differenceMinor, kind, movements, orders }) => [
            kind,
            movements.map(({ amountMinor }) => amountMinor),
            orders.map((each) => each.externalId),
            differenceMinor
          ])
        })

        assert.deepStrictEqual(yield* beyond("A-1"), [["one_for_several", [20_050n], ["A-1", "A-2"], 0n]])
        assert.deepStrictEqual(yield* beyond("A-2"), [["one_for_several", [20_050n], ["A-2", "A-1"], 0n]])
        assert.deepStrictEqual(
          (yield* beyond("B-1"))?.map(([kind, , orders]) => [kind, orders]),
          [["several_for_one", ["B-1"]]]
        )
        assert.deepStrictEqual(yield* beyond("C-1"), [["partial", [7_420n], ["C-1"], -80n]])
        // An order of a payment's own amount may still be listed.
        assert.deepStrictEqual(atFirst, ["A-1 pending", "A-2 pending", "B-1 pending", "C-1 pending"])
        assert.deepStrictEqual(yield* statuses(accountId), [
          "A-1 ambiguous",
          "A-2 ambiguous",
          "B-1 ambiguous",
          "C-1 ambiguous"
        ])
        assert.deepStrictEqual(
          bodies(accountId).map((body) => body.includes('"ambiguous"')),
          [true, true, true, true]
        )
        const told = yield* requests.explanation(user.id, yield* requestId(accountId, "C-1"))
        assert.deepStrictEqual(
          [told?.code, told?.explanation.candidates.map(({ evidence, role }) => [role, evidence.at(-1)])],
          ["ambiguous_partial", [["contender", { kind: "amount", bits: 0, difference: "-0.80" }]]]
        )
      })
  )

  it.effect("tells a payment of another amount once, wakes an order that rests, and still matches the exact one", () =>
    Effect.gen(function* () {
      const { accountId, epoch } = yield* enrolled("reconcile")
      shopOrders.pending = [order("D-1", "90.00", "Jonas Weber"), order("D-2", "45.00", "Petra Lang")]
      yield* poll(accountId)
      const read = Effect.fnUntraced(function* (...rows: Parameters<typeof scrape>[2]) {
        yield* readAndMatch(accountId, epoch, rows)
        return yield* statuses(accountId)
      })
      const rested = [yield* read(), yield* read()].at(-1)
      const less = { amount: "89.50", description: "TRF DE WEBER JONAS" }
      const told = yield* read(less)
      const again = [yield* read(less), yield* read(less)].at(-1)
      // Another order of the same amount appears: its pass looks at this one too.
      shopOrders.pending = [...shopOrders.pending, order("D-3", "90.00", "Olga Iwanowa")]
      yield* poll(accountId)
      const once = bodies(accountId).length
      const exact = yield* read(less, { amount: "90.00", description: "TRF DE WEBER JONAS" })

      assert.deepStrictEqual(rested, ["D-1 not_found", "D-2 not_found"])
      assert.deepStrictEqual(told, ["D-1 ambiguous", "D-2 not_found"])
      assert.deepStrictEqual([again, once], [told, 1])
      assert.deepStrictEqual(exact, ["D-1 matched", "D-2 not_found", "D-3 not_found"])
      assert.strictEqual(bodies(accountId).length, 2)
    })
  )

  it.effect("matches what is less by a fee only where the account tolerates it, and says by how much", () =>
    Effect.gen(function* () {
      const outcomes = yield* Effect.forEach([null, "0.50"], (tolerance) =>
        Effect.gen(function* () {
          const { accountId, epoch, user } = yield* enrolled("reconcile")
          if (tolerance !== null) feeTolerances.set(accountId, tolerance)
          shopOrders.pending = [order("E-1", "90.00", "Jonas Weber"), order("E-2", "70.00", "Petra Lang")]
          yield* poll(accountId)
          yield* readAndMatch(accountId, epoch, [
            { amount: "89.50", description: "TRF DE WEBER JONAS" },
            { amount: "69.49", description: "TRF DE PETRA LANG" }
          ])
          const explained = yield* (yield* ConciliationRequests).explanation(
            user.id,
            yield* requestId(accountId, "E-1")
          )
          return [yield* statuses(accountId), explained?.code, explained?.explanation.candidates[0]?.evidence.at(-1)]
        })
      )
      const less = { kind: "amount", bits: 0, difference: "-0.50" }
      assert.deepStrictEqual(outcomes, [
        [["E-1 ambiguous", "E-2 ambiguous"], "ambiguous_partial", less],
        [["E-1 matched", "E-2 ambiguous"], "matched_less_fee", less]
      ])
    })
  )

  it.effect(
    "tells nothing more of a payment that a person has separated from the order, nor shows it to whoever looks",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        shopOrders.pending = [order("G-1", "90.00", "Jonas Weber")]
        yield* poll(accountId)
        const rows = [{ amount: "89.50", description: "TRF DE WEBER JONAS" }]
        const id = yield* requestId(accountId, "G-1")
        yield* readAndMatch(accountId, epoch, rows)
        const settlement = yield* Settlement
        yield* settlement.resolve(user, id, {
          movementIds: [yield* movementId(accountId, "89.50")],
          furtherRequestIds: []
        })
        yield* settlement.unmatch(user, id)
        yield* haveChosen(accountId)
        yield* readAndMatch(accountId, epoch, rows)
        const explained = yield* (yield* ConciliationRequests).explanation(user.id, id)

        assert.deepStrictEqual(yield* statuses(accountId), ["G-1 not_found"])
        assert.deepStrictEqual([explained?.code, explained?.beyondOne.length], ["not_found_amount", 0])
      })
  )

  it.effect("sets a list aside in which all dates have moved, keeps it for its owner, and tells nothing of it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, epoch } = yield* enrolled("passthrough")
      const names = [
        "ANA RUIZ",
        "LUIS MORA",
        "EVA SANZ",
        "PABLO GIL",
        "JUAN VEGA",
        "INES SOTO",
        "RITA PENA",
        "HUGO RIOS"
      ]
      const rows = names.map((name, index) => ({ amount: `${100 + index}.00`, description: `TRF DE ${name}` }))
      yield* scrape(accountId, epoch, rows)
      const first = bodies(accountId).length
      const yesterday = yield* daysAgo(1)
      const news = { amount: "999.00", description: "TRF DE QUIEN PAGA HOY" }
      const refused = yield* Effect.flip(
        scrape(accountId, epoch, [...rows.map((row) => ({ ...row, date: yesterday })), news])
      )

      assert.strictEqual(first, 8)
      assert.instanceOf(refused, StatementRefused)
      assert.strictEqual(
        refused.message,
        "8 of the 8 known movements of these days are gone, and 8 rows of the same amounts are there instead, 1 day earlier: the bank seems to show the same movements otherwise."
      )
      assert.strictEqual(bodies(accountId).length, first)
      assert.deepStrictEqual(
        yield* sql`select status, fault = ${refused.message} as why, statement is not null as kept from scrapes
          where account_id = ${accountId} and status = 'quarantined'`,
        [{ status: "quarantined", why: true, kept: true }]
      )
      assert.include(
        told.filter(([account]) => account === accountId).map(([, kind]) => kind),
        "scrape.quarantined"
      )
    })
  )
})
