/** What a person settles stays settled, and a pass never decides against it. */
import { ConciliationRepository, ConciliationRequests, Conciliator, Settlement, TaughtPayers } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  bodies,
  enrolled,
  haveChosen,
  match,
  matchesOf,
  movementId,
  order,
  poll,
  requestId,
  retryLimits,
  scrape,
  Services,
  shopOrders,
  statuses
} from "../matchingWorld.ts"
import { cancelled } from "../outbox.ts"

const pays = (...movementIds: ReadonlyArray<string>) => ({ movementIds, furtherRequestIds: [] })

/** Each order with the amounts of the payments that it has now. */
const paidWith = Effect.fnUntraced(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`select c.external_id as "order", array_agg(m.amount_minor::text order by x.nth_payment) as payments
    from matches x join conciliation_requests c on c.id = x.request_id join movements m on m.id = x.movement_id
    where x.active and c.account_id = ${accountId} group by 1 order by 1`
})

layer(Services, { excludeTestServices: true })("an order that a person settles", (it) => {
  it.effect("lets a person choose the payment, and knows the payer's name from then on", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("F-1", "80.00", "Jonas Weber"), order("F-2", "95.00", "Jonas Weber")]
      yield* poll(accountId)
      const wife = { amount: "80.00", description: "TRF DE PETRA LANG" }
      const first = yield* scrape(accountId, epoch, [wife])
      yield* match(accountId, first.scrapeId)
      const before = yield* statuses(accountId)
      yield* (yield* Settlement).resolve(
        user,
        yield* requestId(accountId, "F-1"),
        pays(yield* movementId(accountId, "80.00"))
      )
      const second = yield* scrape(accountId, epoch, [wife, { amount: "95.00", description: "TRF DE PETRA LANG" }])
      yield* match(accountId, second.scrapeId)
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, yield* requestId(accountId, "F-2"))

      assert.deepStrictEqual(before, ["F-1 pending", "F-2 pending"])
      assert.deepStrictEqual(yield* statuses(accountId), ["F-1 matched", "F-2 matched"])
      assert.strictEqual(explained?.code, "matched_alias")
      assert.deepStrictEqual(
        bodies(accountId).map((body) => body.includes('"matched"')),
        [true, true]
      )
    })
  )

  it.effect("is found by its payer, and money by whether it pays an order", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const queries = yield* ConciliationRepository
      shopOrders.pending = [order("P-1", "81.00", "Jonas Weber"), order("P-2", "82.00", "Petra Weber")]
      yield* poll(accountId)
      const wife = { amount: "81.00", description: "TRF DE Inés Lang" }
      yield* match(
        accountId,
        (yield* scrape(accountId, epoch, [wife, { amount: "7.00", description: "TRF DE Inés Lang" }])).scrapeId
      )
      yield* (yield* Settlement).resolve(
        user,
        yield* requestId(accountId, "P-1"),
        pays(yield* movementId(accountId, "81.00"))
      )
      const ordersOf = (words: string) =>
        Effect.map(queries.searchRequests(user.id, { limit: 10, words }), (rows) =>
          rows.map(({ externalId, match: found }) => [externalId, found?.by ?? null])
        )
      const money = (filter: { readonly pays?: boolean; readonly direction?: "in" | "out"; readonly words?: string }) =>
        Effect.map(queries.searchMovements(user.id, { limit: 10, ...filter }), (rows) =>
          rows.map(({ amountMinor, pays: order }) => [amountMinor, order?.externalId ?? null])
        )

      assert.deepStrictEqual(yield* ordersOf("ines lan"), [["P-1", user.email]])
      // Once, though its own name has the word too; and not by what else the bank says.
      assert.deepStrictEqual((yield* ordersOf("weber")).length, 2)
      assert.deepStrictEqual(yield* ordersOf("trf"), [])
      assert.deepStrictEqual(yield* money({ pays: true }), [[8100n, "P-1"]])
      assert.deepStrictEqual(yield* money({ pays: false }), [[700n, null]])
      assert.deepStrictEqual(yield* money({ pays: false, direction: "out" }), [])
      // By its order's id, whole: the payment that it has, not one that it had.
      assert.deepStrictEqual(yield* money({ words: " P-1 " }), [[8100n, "P-1"]])
      assert.deepStrictEqual(yield* money({ words: "P-1", pays: true, direction: "in" }), [[8100n, "P-1"]])
      assert.deepStrictEqual(yield* money({ words: "p-1" }), [[8100n, "P-1"]])
      assert.deepStrictEqual(yield* money({ words: "P-" }), [])
      // And what else the bank says of it, in either order; not something that it doesn't say.
      assert.deepStrictEqual(yield* money({ words: "lang p-1" }), [[8100n, "P-1"]])
      assert.deepStrictEqual(yield* money({ words: "P-1 Lang" }), [[8100n, "P-1"]])
      assert.deepStrictEqual(yield* money({ words: "P-1 nobody" }), [])
      assert.deepStrictEqual(yield* money({ words: "P-1", pays: false }), [])
      yield* (yield* Settlement).unmatch(user, yield* requestId(accountId, "P-1"))
      assert.deepStrictEqual(yield* money({ words: "P-1" }), [])
    })
  )

  it.effect("never matches again what a person has separated, until a person chooses it again", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const settlement = yield* Settlement
      shopOrders.pending = [order("G-1", "33.00", "Jonas Weber")]
      yield* poll(accountId)
      const rows = [{ amount: "33.00", description: "TRF DE WEBER JONAS" }]
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const id = yield* requestId(accountId, "G-1")
      yield* settlement.unmatch(user, id)
      const told = bodies(accountId).length
      yield* haveChosen(accountId)
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const after = yield* statuses(accountId)
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, id)
      const movement = yield* movementId(accountId, "33.00")
      yield* settlement.resolve(user, id, pays(movement))
      yield* settlement.resolve(user, id, pays(movement))

      assert.deepStrictEqual([after, explained?.code], [["G-1 pending"], "not_found_barred"])
      assert.deepStrictEqual(yield* statuses(accountId), ["G-1 matched"])
      assert.strictEqual(told, 1)
      assert.strictEqual(bodies(accountId).length, 2)
      assert.deepInclude(cancelled, { requestId: id, event: "matched" })
      assert.deepStrictEqual(yield* matchesOf(id), [
        { active: false, chosen: false, ended: true },
        { active: true, chosen: true, ended: false }
      ])
    })
  )

  it.effect(
    "says why a person's choice can't be: no credit, another order's, another currency, taken out, not open",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        shopOrders.pending = [order("H-1", "10.00", "Jonas Weber"), order("H-2", "11.00", "Nadia Rossi")]
        yield* poll(accountId)
        const taken = yield* scrape(accountId, epoch, [
          { amount: "10.00", description: "TRF DE WEBER JONAS" },
          { amount: "-4.00", description: "CARD PAYMENT" },
          { amount: "11.01", description: "TRF DE X", currency: "USD" },
          { amount: "11.02", description: "TRF DE Y", pending: true },
          { amount: "11.03", description: "TRF DE Z" }
        ])
        yield* match(accountId, taken.scrapeId)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update movements set excluded_at = now() where account_id = ${accountId} and amount_minor = 1103`
        const h2 = yield* requestId(accountId, "H-2")
        const refusalOf = (request: string, movement: string) =>
          Effect.gen(function* () {
            const error = yield* Effect.flip((yield* Settlement).resolve(user, request, pays(movement)))
            return error._tag === "CannotSettle" ? error.message : error._tag
          })
        const refusals = yield* Effect.forEach(["10.00", "-4.00", "11.01", "11.02", "11.03"], (amount) =>
          Effect.flatMap(movementId(accountId, amount), (movement) => refusalOf(h2, movement))
        )
        yield* sql`update conciliation_requests set status = 'processing' where id = ${h2}`

        assert.deepStrictEqual(refusals, [
          "The movement pays order H-1: unmatch that one first",
          "The movement is not a credit",
          "The movement is in USD, the order in EUR",
          "The movement is not booked yet",
          "The movement is excluded: include it first"
        ])
        yield* sql`update movements set excluded_at = null where account_id = ${accountId}`
        const other = yield* movementId(accountId, "11.03")
        assert.deepStrictEqual(
          yield* Effect.all([
            refusalOf(h2, other),
            refusalOf(yield* requestId(accountId, "H-1"), other),
            refusalOf(yield* requestId(accountId, "H-1"), accountId)
          ]),
          [
            "The order is processing and can't be matched",
            "The order is matched with another movement: unmatch it first",
            "MovementNotFound"
          ]
        )
      })
  )

  it.effect("lets the pass and a person settle one movement at the same time only one after the other", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("I-1", "60.00", "Jonas Weber"), order("I-2", "61.00", "Nadia Rossi")]
      yield* poll(accountId)
      const taken = yield* scrape(accountId, epoch, [{ amount: "60.00", description: "TRF DE WEBER JONAS" }])
      const [request, movement] = [yield* requestId(accountId, "I-2"), yield* movementId(accountId, "60.00")]
      yield* Effect.all(
        [
          match(accountId, taken.scrapeId),
          Effect.exit(Effect.flatMap(Settlement, (settlement) => settlement.resolve(user, request, pays(movement))))
        ],
        { concurrency: "unbounded" }
      )

      const matched = (yield* statuses(accountId)).filter((line) => line.endsWith("matched"))
      assert.strictEqual(matched.length, 1)
    })
  )

  it.effect("gives one payment to several orders, tells each as matched, and separates one without the others", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const settlement = yield* Settlement
      shopOrders.pending = ["J-1", "J-2", "J-3"].map((id, n) => order(id, `${10 + n}.00`, "Jonas Weber"))
      yield* poll(accountId)
      const rows = [{ amount: "33.00", description: "TRF DE PETRA LANG" }]
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const ids = yield* Effect.forEach(["J-1", "J-2", "J-3"], (id) => requestId(accountId, id))
      const [j1 = "", j2 = "", j3 = ""] = ids
      const movement = yield* movementId(accountId, "33.00")
      const choice = { movementIds: [movement], furtherRequestIds: [j2] }
      yield* settlement.resolve(user, j1, choice)
      yield* settlement.resolve(user, j1, choice)
      const first = bodies(accountId).length
      // It paid a third one too: what is told already isn't told again.
      yield* settlement.resolve(user, j2, { movementIds: [movement], furtherRequestIds: [j1, j3] })
      const all = yield* paidWith(accountId)
      const { matches } = yield* (yield* ConciliationRequests).get(user.id, j2)
      yield* settlement.unmatch(user, j1)
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const refused = yield* Effect.flip(settlement.resolve(user, j1, pays(movement)))

      assert.strictEqual(first, 2)
      assert.strictEqual(bodies(accountId).length, 3)
      assert.deepStrictEqual(
        all,
        ["J-1", "J-2", "J-3"].map((id) => ({ order: id, payments: ["3300"] }))
      )
      assert.deepStrictEqual(
        matches.map(({ alsoPays, isPrimary }) => [isPrimary, alsoPays.map(({ externalId }) => externalId)]),
        [[true, ["J-1", "J-3"]]]
      )
      assert.deepStrictEqual(yield* statuses(accountId), ["J-1 pending", "J-2 matched", "J-3 matched"])
      assert.deepInclude(refused, { message: "The movement pays order J-2: unmatch that one first" })
    })
  )

  it.effect("takes several payments for one order, and gives none of them to anybody else", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const settlement = yield* Settlement
      shopOrders.pending = [order("K-1", "100.00", "Jonas Weber"), order("K-2", "40.00", "Olga Iwanowa")]
      yield* poll(accountId)
      const rows = [
        { amount: "60.00", description: "TRF DE WEBER JONAS" },
        { amount: "40.00", description: "TRF DE IWANOWA OLGA O WEBER" }
      ]
      const taken = yield* scrape(accountId, epoch, rows)
      const [k1, k2] = [yield* requestId(accountId, "K-1"), yield* requestId(accountId, "K-2")]
      const parts = [yield* movementId(accountId, "60.00"), yield* movementId(accountId, "40.00")]
      const both = yield* Effect.flip(settlement.resolve(user, k1, { movementIds: parts, furtherRequestIds: [k2] }))
      yield* settlement.resolve(user, k1, pays(...parts))
      yield* match(accountId, taken.scrapeId)
      const { match: first, matches } = yield* (yield* ConciliationRequests).get(user.id, k1)

      assert.strictEqual(both._tag, "InvalidInput")
      assert.deepStrictEqual(yield* statuses(accountId), ["K-1 matched", "K-2 pending"])
      assert.deepStrictEqual(yield* paidWith(accountId), [{ order: "K-1", payments: ["6000", "4000"] }])
      assert.deepStrictEqual(
        [first?.amountMinor, matches.map(({ amountMinor }) => amountMinor)],
        [6_000n, [6_000n, 4_000n]]
      )
      assert.strictEqual(bodies(accountId).length, 1)
      yield* settlement.unmatch(user, k1)
      assert.deepStrictEqual(yield* paidWith(accountId), [])
    })
  )

  it.effect("gives a movement that two people choose at once to one of their orders only", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = ["L-1", "L-2", "L-3"].map((id) => order(id, "70.00", `Nobody ${id}`))
      yield* poll(accountId)
      yield* scrape(accountId, epoch, [{ amount: "71.00", description: "TRF DE PETRA LANG" }])
      const movement = yield* movementId(accountId, "71.00")
      const [l1, l2, l3] = yield* Effect.forEach(["L-1", "L-2", "L-3"], (id) => requestId(accountId, id))
      const choose = (request = "", further: ReadonlyArray<string> = []) =>
        Effect.flatMap(Settlement, (settlement) =>
          Effect.exit(settlement.resolve(user, request, { movementIds: [movement], furtherRequestIds: further }))
        )
      const exits = yield* Effect.all([choose(l1), choose(l2, l3 === undefined ? [] : [l3]), choose(l3)], {
        concurrency: "unbounded"
      })
      const won = exits.map((exit) => exit._tag === "Success")
      const matched = (yield* statuses(accountId)).filter((line) => line.endsWith("matched"))

      // The second choice and the third agree with each other, in either order.
      const first = matched[0] === "L-1 matched"
      assert.deepStrictEqual(won, first ? [true, false, false] : [false, true, true])
      assert.deepStrictEqual(matched, first ? ["L-1 matched"] : ["L-2 matched", "L-3 matched"])
      assert.strictEqual((yield* paidWith(accountId)).length, matched.length)
      assert.strictEqual(bodies(accountId).length, matched.length)
    })
  )

  it.effect(
    "leaves an order that is separated while others expire to its person, and expires it after that, once",
    () =>
      Effect.gen(function* () {
        const { accountId, epoch, user } = yield* enrolled("reconcile")
        shopOrders.pending = [order("M-1", "55.00", "Jonas Weber")]
        yield* poll(accountId)
        const taken = yield* scrape(accountId, epoch, [{ amount: "55.00", description: "TRF DE WEBER JONAS" }])
        yield* match(accountId, taken.scrapeId)
        const sql = yield* SqlClient.SqlClient
        yield* sql`update conciliation_requests set first_seen_at = now() - interval '6 days' where account_id = ${accountId}`
        const id = yield* requestId(accountId, "M-1")
        const expire = Effect.flatMap(Conciliator, (conciliator) => conciliator.expire(accountId))
        const [, meanwhile] = yield* Effect.all(
          [Effect.flatMap(Settlement, (settlement) => settlement.unmatch(user, id)), expire],
          { concurrency: "unbounded" }
        )
        const between = [yield* expire, yield* statuses(accountId)]
        yield* haveChosen(accountId)
        const later = yield* expire

        assert.deepStrictEqual([meanwhile, between, later], [0, [0, ["M-1 pending"]], 1])
        assert.deepStrictEqual(yield* statuses(accountId), ["M-1 expired"])
        assert.deepStrictEqual(yield* paidWith(accountId), [])
        assert.strictEqual(bodies(accountId).filter((body) => body.includes('"expired"')).length, 1)
      })
  )

  it.effect("shows what was taught of a payer's name, and forgets it for good when its owner says so", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      const [settlement, payers] = [yield* Settlement, yield* TaughtPayers]
      retryLimits.set(accountId, 100)
      const shown = Effect.map(payers.list(accountId), (all) =>
        all.map(({ confirmed, name, senderName }) => [name, senderName, confirmed])
      )
      const prices = ["20.00", "21.00", "22.00", "23.00"]
      shopOrders.pending = prices.map((price, n) => order(`N-${n}`, price, "Jonas Weber"))
      yield* poll(accountId)
      const rows = prices.map((amount) => ({ amount, description: "TRF DE PETRA LANG" }))
      const read = Effect.fnUntraced(function* (count: number) {
        yield* match(accountId, (yield* scrape(accountId, epoch, rows.slice(0, count))).scrapeId)
      })
      yield* read(1)
      yield* settlement.resolve(user, yield* requestId(accountId, "N-0"), pays(yield* movementId(accountId, "20.00")))
      yield* read(2)
      const confirmed = yield* shown
      yield* settlement.unmatch(user, yield* requestId(accountId, "N-1"))
      const separated = yield* shown
      yield* read(3)
      const { explanation } = yield* Effect.flatMap(ConciliationRequests, (requests) =>
        Effect.flatMap(requestId(accountId, "N-2"), (id) => requests.explanation(user.id, id))
      ).pipe(Effect.map((found) => found ?? { explanation: undefined }))
      const [taught] = yield* payers.list(accountId)
      yield* payers.forget(user, accountId, taught?.id ?? "")
      const again = yield* Effect.flip(payers.forget(user, accountId, taught?.id ?? ""))
      yield* read(4)

      assert.deepStrictEqual(confirmed, [["Jonas Weber", "PETRA LANG", true]])
      assert.deepStrictEqual(separated, [["Jonas Weber", "PETRA LANG", false]])
      assert.deepStrictEqual(
        explanation?.candidates[0]?.evidence.map(({ bits, kind }) => [kind, bits]),
        [
          ["name", -13],
          ["alias", -6]
        ]
      )
      assert.deepStrictEqual([again._tag, yield* shown], ["PayerNotFound", []])
      assert.deepStrictEqual((yield* statuses(accountId))[3], "N-3 pending")
    })
  )
})
