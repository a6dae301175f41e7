/** Where one order and one payment aren't all there is to it; and a bank that shows what is known otherwise. */
import { ConciliationRequests, StatementRefused } from "@counterfoil/core"
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
  requestId,
  scrape,
  Services,
  shopOrders,
  statuses,
  told
} from "./matchingWorld.ts"

layer(Services, { excludeTestServices: true })("beyond one order and one payment", (it) => {
  it.effect(
    "explains a payment for several orders, an order in several payments and a difference, and matches none",
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
        const taken = yield* scrape(accountId, epoch, [
          { amount: "200.50", description: "TRF DE UNZUETA BEGONA" },
          { amount: "250.00", description: "TRF DE JONAS WEBER" },
          { amount: "50.00", description: "TRF DE WEBER JONAS" },
          { amount: "74.20", description: "TRF DE OLGA IWANOWA" }
        ])
        yield* match(accountId, taken.scrapeId)
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
        assert.deepStrictEqual(yield* statuses(accountId), ["A-1 pending", "A-2 pending", "B-1 pending", "C-1 pending"])
        assert.deepStrictEqual(bodies(accountId), [])
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
