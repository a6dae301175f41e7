/** What a poll makes of the shop's list, over real sockets and with its SQL. */
import { ActivityLog } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import type { ServerResponse } from "node:http"
import {
  type Asked,
  enrolledAt,
  lists,
  newShop,
  order,
  poll,
  PollServices,
  type Shop,
  statuses,
  told,
  withEtag
} from "./pollWorld.ts"

const conditions = (asked: ReadonlyArray<Asked>) => asked.map(({ headers }) => headers["if-none-match"] ?? "-")

layer(PollServices, { excludeTestServices: true })("a poll of the pending orders", (it) => {
  it.effect("withdraws nothing over items that have no id: any of them may be an order that seems to be missing", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      shop.answers((response) => response.end(lists("A", "B")))
      yield* poll(accountId)
      shop.answers((response) => response.end(JSON.stringify([{ id: "A" }, { id: "B" }])))
      for (const _ of [1, 2, 3]) assert.isTrue((yield* poll(accountId)).ok)
      const unreadable = yield* statuses(accountId)
      // The first empty answer after one with items counts for nothing, as ever.
      shop.answers((response) => response.end("[]"))
      yield* poll(accountId)
      yield* poll(accountId)

      assert.deepStrictEqual(unreadable, ["A pending", "B pending"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A pending", "B pending"])
    })
  )

  it.effect("reads the other orders of a list in which one has characters that no table can hold", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      const items = [
        order("A\u00001"),
        order("B\ud800"),
        order("C", { name: "Jonas\u0000 Weber\udfff", reference: "\u0000" }),
        order("D", { created_at: "0000-01-01T00:00:00Z" }),
        order("E", { created_at: "9999-12-31T23:59:59-05:00" }),
        order("F", { amount: "92233720368547758.07" }),
        order("G", { amount: "92233720368547758.08" }),
        order("H")
      ]
      shop.answers((response) => response.end(JSON.stringify(items)))
      const polls = [yield* poll(accountId), yield* poll(accountId)]

      assert.deepStrictEqual(
        polls.map(({ appeared, ok }) => [ok, appeared.length]),
        [
          [true, 3],
          [true, 0]
        ]
      )
      assert.deepStrictEqual(yield* statuses(accountId), ["C pending", "F pending", "H pending"])
    })
  )

  it.effect("brings an order back as it is listed now, not as it was", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      for (const list of [[order("A"), order("B")], [order("B")], [order("B")], [order("A", { amount: "11.00" })]]) {
        shop.answers((response) => response.end(JSON.stringify(list)))
        yield* poll(accountId)
      }

      const rows = yield* sql`select status, amount_minor from conciliation_requests
        where account_id = ${accountId} and external_id = 'A'`
      assert.deepStrictEqual(rows, [{ status: "pending", amount_minor: "1100" }])
    })
  )

  it.effect("changes nothing when it fails in the middle of the pages", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      shop.answers((response) => response.end(lists("A", "B")))
      yield* poll(accountId)
      shop.answers((response, { url }) =>
        url === "/orders"
          ? response.end(JSON.stringify({ orders: [order("B", { amount: "11.00" }), order("C")], next: "?page=2" }))
          : response.writeHead(500).end()
      )
      for (const _ of [1, 2, 3]) assert.isFalse((yield* poll(accountId, "asked")).ok)

      assert.deepStrictEqual(yield* statuses(accountId), ["A pending", "B pending"])
    })
  )

  it.effect("tells once of an item that can't be read, while it lasts", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      const bad = { external_id: "A", amount: "ten", currency: "EUR", name: "Jonas Weber" }
      for (const list of [[bad], [bad], [], [bad]]) {
        shop.answers((response) => response.end(JSON.stringify(list)))
        yield* poll(accountId)
      }

      const sentence =
        "orders.item_skipped: Order A could not be read: amount must be a decimal such as 12.50, without exponent, spaces or separators"
      assert.deepStrictEqual(yield* told(accountId), [sentence, sentence])
    })
  )

  it.effect("tells of each item in a word, too, and names the field where it may be one of several", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      const bad = [{ amount: "1" }, order("A", { reference: {} }), order("B", { created_at: "2199-01-01T00:00:00Z" })]
      shop.answers((response) => response.end(JSON.stringify(bad)))
      yield* poll(accountId)

      const entries = yield* (yield* ActivityLog).list(accountId, { limit: 10 })
      assert.deepStrictEqual(entries.map(({ data }) => data).toReversed(), [
        { index: 0, external_id: null, reason: "external_id_missing", field: null },
        { index: 1, external_id: "A", reason: "text_kind", field: "reference" },
        { index: 2, external_id: "B", reason: "date_ahead", field: null }
      ])
      assert.match(entries.at(-1)?.message ?? "", /^An order \(number 1 of the list\) could not be read: /)
      assert.deepStrictEqual(yield* statuses(accountId), [])
    })
  )
})

layer(PollServices, { excludeTestServices: true })("a list that has not changed", (it) => {
  it.effect("counts as the same list again: orders that it lacked are missing twice, the others stay", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      shop.answers(withEtag('"1"', lists("A", "B")))
      yield* poll(accountId)
      yield* poll(accountId)
      shop.answers(withEtag('W/"2"', lists("B")))
      yield* poll(accountId)
      const once = yield* statuses(accountId)
      yield* poll(accountId)
      const twice = yield* statuses(accountId)
      yield* poll(accountId)
      yield* poll(accountId)
      shop.answers(withEtag('"3"', lists("A", "B")))
      const { appeared } = yield* poll(accountId)

      assert.deepStrictEqual(once, ["A pending", "B pending"])
      assert.deepStrictEqual(twice, ["A cancelled", "B pending"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A pending", "B pending"])
      assert.strictEqual(appeared.length, 1)
      assert.deepStrictEqual(conditions(shop.asked).slice(0, 4), ["-", '"1"', '"1"', 'W/"2"'])
    })
  )

  it.effect("that is empty counts as an empty answer that repeats", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      shop.answers((response) => response.end(lists("A")))
      yield* poll(accountId)
      shop.answers(withEtag('"none"', "[]"))
      const seen: Array<ReadonlyArray<string>> = []
      for (const _ of [1, 2, 3]) {
        yield* poll(accountId)
        seen.push(yield* statuses(accountId))
      }

      assert.deepStrictEqual(seen, [["A pending"], ["A pending"], ["A cancelled"]])
      assert.deepStrictEqual(conditions(shop.asked), ["-", "-", '"none"', '"none"'])
    })
  )

  it.effect("is read once more for an order that was opened again beside it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      const set = (status: string, id: string) =>
        sql`update conciliation_requests set status = ${status} where account_id = ${accountId} and external_id = ${id}`
      shop.answers((response) => response.end(lists("A", "B")))
      yield* poll(accountId)
      yield* set("matched", "A")
      shop.answers(withEtag('"B"', lists("B")))
      yield* poll(accountId)
      // As an unmatch does, and as leaving the mode does.
      yield* set("pending", "A")
      yield* poll(accountId)
      yield* poll(accountId)
      const withdrawn = yield* statuses(accountId)
      yield* set("cancelled", "B")
      yield* poll(accountId)

      // Asked conditionally, and then whole, where the list was not applied to what is open.
      assert.deepStrictEqual(conditions(shop.asked), ["-", "-", '"B"', "-", '"B"', '"B"', "-"])
      assert.deepStrictEqual(withdrawn, ["A cancelled", "B pending"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A cancelled", "B pending"])
    })
  )

  it.effect("is asked for by the time of its last change where that is all there is", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      const changed = "Fri, 20 Nov 2026 10:00:00 GMT"
      const answersAt = (date: string) =>
        shop.answers((response) => response.writeHead(200, { "last-modified": changed, date }).end(lists("A")))
      // In the second of its answer it may still change unseen.
      answersAt(changed)
      yield* poll(accountId)
      answersAt("Fri, 20 Nov 2026 10:00:01 GMT")
      yield* poll(accountId)
      yield* poll(accountId)

      assert.deepStrictEqual(
        shop.asked.map(({ headers }) => headers["if-modified-since"] ?? "-"),
        ["-", "-", changed]
      )
    })
  )

  it.effect("is read whole from time to time, and under other settings", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* newShop
      const { accountId, save } = yield* enrolledAt(shop)
      shop.answers(withEtag('"1"', lists("A")))
      yield* poll(accountId)
      yield* sql`update order_polls set read_at = read_at - interval '61 minutes' where account_id = ${accountId}`
      yield* poll(accountId)
      yield* poll(accountId)
      yield* save({ retryLimit: 5 })
      yield* poll(accountId)

      assert.deepStrictEqual(conditions(shop.asked), ["-", "-", '"1"', "-"])
    })
  )

  it.effect(
    "is not asked for where it has several pages, nor by POST, and a 304 that nobody asked for is a failure",
    () =>
      Effect.gen(function* () {
        const shop = yield* newShop
        const paged = yield* enrolledAt(shop)
        shop.answers((response, { url }) =>
          response
            .writeHead(200, { etag: '"1"' })
            .end(url === "/orders" ? JSON.stringify({ orders: [], next: "/orders?page=2" }) : lists("A"))
        )
        yield* poll(paged.accountId)
        yield* poll(paged.accountId)
        const posted = yield* enrolledAt(shop, { pollingMethod: "POST" })
        shop.answers((response) => response.writeHead(200, { etag: '"1"' }).end(lists("A")))
        yield* poll(posted.accountId)
        yield* poll(posted.accountId)
        shop.answers((response) => response.writeHead(304).end())

        assert.isFalse((yield* poll(posted.accountId)).ok)
        assert.deepStrictEqual([...new Set(conditions(shop.asked))], ["-"])
      })
  )
})

layer(PollServices, { excludeTestServices: true })("an endpoint that fails", (it) => {
  const minutesToNextPoll = Effect.fnUntraced(function* (accountId: string) {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql`select round(extract(epoch from next_poll_at - now()) / 60)::int as minutes
      from order_polls where account_id = ${accountId}`
    return row?.["minutes"]
  })

  it.effect("is left alone until its time has come, told of once, and again when it answers", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      shop.answers((response) => response.writeHead(500).end())
      yield* poll(accountId)
      const early = yield* poll(accountId)
      const calls = shop.asked.length
      yield* poll(accountId, "asked")
      const byHand = shop.asked.length
      const wait = yield* minutesToNextPoll(accountId)
      yield* sql`update order_polls set next_poll_at = now() - interval '1 second' where account_id = ${accountId}`
      shop.answers((response) => response.end(lists("A")))
      yield* poll(accountId)
      yield* poll(accountId)

      assert.deepStrictEqual([early.ok, calls, byHand, wait, shop.asked.length], [false, 1, 2, 2, 4])
      assert.deepStrictEqual(yield* told(accountId), [
        "orders.poll_failed: The pending orders could not be read: the endpoint answered 500; 200 was expected. They are asked for again, ever less often, at least every half hour",
        "orders.poll_recovered: The pending orders are read again, after 2 failed polls"
      ])
    })
  )

  it.effect("may say when to come back", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      shop.answers((response) => response.writeHead(503, { "retry-after": "720" }).end())
      yield* poll(accountId)
      const twelve = yield* minutesToNextPoll(accountId)
      shop.answers((response) => response.writeHead(429, { "retry-after": "86400" }).end())
      yield* poll(accountId, "asked")

      assert.deepStrictEqual([twelve, yield* minutesToNextPoll(accountId)], [12, 30])
    })
  )

  it.effect("is asked at once with other settings, and a new spell is told of", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId, save } = yield* enrolledAt(shop)
      shop.answers((response) => response.writeHead(401).end())
      yield* poll(accountId)
      yield* save({ pollingMethod: "POST" })
      yield* poll(accountId)

      assert.strictEqual(shop.asked.length, 2)
      assert.strictEqual((yield* told(accountId)).length, 2)
    })
  )

  it.effect("doesn't carry its validators over to the settings that it failed with", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId, save } = yield* enrolledAt(shop)
      shop.answers(withEtag('"1"', lists("A")))
      yield* poll(accountId)
      yield* save({ retryLimit: 7 })
      shop.answers((response) => response.writeHead(500).end())
      yield* poll(accountId)
      yield* poll(accountId, "asked")

      assert.deepStrictEqual(conditions(shop.asked), ["-", "-", "-"])
    })
  )

  /** A poll that waits for the shop's answer. */
  const asking = Effect.fnUntraced(function* (shop: Shop, accountId: string) {
    const asked = yield* Deferred.make<ServerResponse>()
    shop.answers((response) => Deferred.doneUnsafe(asked, Effect.succeed(response)))
    const polling = yield* Effect.forkChild(poll(accountId))
    return { polling, response: yield* Deferred.await(asked) }
  })

  for (const status of [200, 500]) {
    it.effect(`is heard by nobody when it answers ${status} after it was replaced`, () =>
      Effect.gen(function* () {
        const shop = yield* newShop
        const { accountId, save } = yield* enrolledAt(shop)
        const { polling, response } = yield* asking(shop, accountId)
        yield* save({ pendingOrdersEndpoint: `${shop.origin}/new` })
        response.writeHead(status).end(lists("A"))
        const { appeared } = yield* Fiber.join(polling)
        shop.answers((next) => next.end(lists("B")))
        yield* poll(accountId)

        assert.deepStrictEqual(appeared, [])
        assert.deepStrictEqual(yield* statuses(accountId), ["B pending"])
        assert.deepStrictEqual(yield* told(accountId), [])
      })
    )
  }

  it.effect("is heard by nobody when it answers while its replacement is being saved", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const shop = yield* newShop
      const { accountId, save } = yield* enrolledAt(shop)
      const { polling, response } = yield* asking(shop, accountId)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* save({ pendingOrdersEndpoint: `${shop.origin}/new` })
          response.end(lists("A"))
          yield* sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.pipe(
            Effect.repeat({ until: (waiting) => waiting.length > 0, schedule: Schedule.spaced("10 millis") })
          )
        })
      )
      yield* Fiber.join(polling)

      assert.deepStrictEqual(yield* statuses(accountId), [])
    })
  )
})
