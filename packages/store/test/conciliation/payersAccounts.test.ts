/** A payer's account is kept with the movement, found, learned from what a person settles, and forgotten when asked to. */
import { ConciliationRepository, ConciliationRequests, Rehearsal, Settlement, TaughtPayers } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  enrolled,
  match,
  movementId,
  order,
  poll,
  requestId,
  scrape,
  Services,
  shopOrders,
  statuses
} from "../matchingWorld.ts"

const pays = (...movementIds: ReadonlyArray<string>) => ({ movementIds, furtherRequestIds: [] })

const iban = "ES91 2100 0418 4502 0005 1332"
const kept = "ES9121000418450200051332"
const paid = (amount: string, name: string, counterpartyAccount?: string) => ({
  amount,
  description: `TRF DE ${name}`,
  ...(counterpartyAccount === undefined ? {} : { counterpartyAccount })
})

const codeOf = Effect.fnUntraced(function* (accountId: string, userId: string, externalId: string) {
  const id = yield* requestId(accountId, externalId)
  return (yield* (yield* ConciliationRequests).explanation(userId, id))?.code
})

/** Petra Lang has paid the first order of Jonas Weber, which a person said. */
const taught = Effect.fnUntraced(function* (account: string | undefined = iban) {
  const world = yield* enrolled("reconcile")
  shopOrders.pending = [order("A-1", "80.00", "Jonas Weber"), order("A-2", "95.00", "Jonas Weber")]
  yield* poll(world.accountId)
  const first = paid("80.00", "PETRA LANG", account)
  yield* match(world.accountId, (yield* scrape(world.accountId, world.epoch, [first])).scrapeId)
  yield* (yield* Settlement).resolve(
    world.user,
    yield* requestId(world.accountId, "A-1"),
    pays(yield* movementId(world.accountId, "80.00"))
  )
  /** What the next scrape shows besides, and what follows. */
  const next = (...rows: ReadonlyArray<ReturnType<typeof paid>>) =>
    Effect.gen(function* () {
      const scraped = yield* scrape(world.accountId, world.epoch, [first, ...rows])
      yield* match(world.accountId, scraped.scrapeId)
      return yield* statuses(world.accountId)
    })
  return { ...world, next }
})

layer(Services, { excludeTestServices: true })("a payer's account", (it) => {
  it.effect("that a person confirmed is known again under another name, in another spelling, and explained", () =>
    Effect.gen(function* () {
      const { accountId, next, user } = yield* taught()
      assert.deepStrictEqual(yield* next(paid("95.00", "TALLERES MORA SL", kept)), ["A-1 matched", "A-2 matched"])
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, yield* requestId(accountId, "A-2"))
      assert.strictEqual(explained?.code, "matched_alias_account")
      assert.strictEqual(explained?.movements[0]?.counterpartyAccount, kept)
      assert.strictEqual(explained?.explanation.ruleset, "6")
    })
  )

  it.effect("that nobody confirmed, or that ends alike only, matches nothing by itself", () =>
    Effect.gen(function* () {
      const { next } = yield* taught()
      const strangers = [
        paid("95.00", "TALLERES MORA SL", "DE89370400440532013000"),
        paid("95.00", "EVA SANZ", "**** 1332")
      ]
      assert.deepStrictEqual(yield* next(...strangers), ["A-1 matched", "A-2 not_found"])
    })
  )

  it.effect("through which three strangers have paid says nothing of who pays", () =>
    Effect.gen(function* () {
      const { next } = yield* taught()
      const others = [paid("1.00", "EVA SANZ", iban), paid("2.00", "TALLERES MORA SL", iban)]
      assert.deepStrictEqual(yield* next(...others, paid("95.00", "OTRA PERSONA", iban)), [
        "A-1 matched",
        "A-2 not_found"
      ])
    })
  )

  it.effect("is listed as it was taught, counts less once it was undone, and is forgotten with its name", () =>
    Effect.gen(function* () {
      const { accountId, next, user } = yield* taught()
      const payers = yield* TaughtPayers
      const [learned] = yield* payers.list(accountId)
      assert.deepInclude(learned, { name: "Jonas Weber", senderName: "PETRA LANG", account: kept, confirmed: true })
      yield* (yield* Settlement).unmatch(user, yield* requestId(accountId, "A-1"))
      const [undone] = yield* payers.list(accountId)
      assert.deepInclude(undone, { account: kept, confirmed: false })
      yield* next(paid("95.00", "JONAS WEBER", iban))
      const id = yield* requestId(accountId, "A-2")
      const explained = yield* (yield* ConciliationRequests).explanation(user.id, id)
      assert.deepStrictEqual(
        explained?.explanation.candidates[0]?.evidence.map(({ bits, kind }) => [kind, bits]),
        [
          ["name", 17],
          ["alias_account", -6]
        ]
      )
      yield* payers.forget(user, accountId, undone?.id ?? "")
      assert.deepStrictEqual(yield* payers.list(accountId), [])
    })
  )

  it.effect("is forgotten apart from another account of the same name", () =>
    Effect.gen(function* () {
      const { accountId, next, user } = yield* taught()
      const payers = yield* TaughtPayers
      yield* next(paid("95.00", "PETRA LANG", "DE89370400440532013000"))
      yield* (yield* Settlement).resolve(
        user,
        yield* requestId(accountId, "A-2"),
        pays(yield* movementId(accountId, "95.00"))
      )
      const before = yield* payers.list(accountId)
      const first = before.find(({ account }) => account === kept)
      yield* payers.forget(user, accountId, first?.id ?? "")
      assert.deepStrictEqual(
        (yield* payers.list(accountId)).map(({ account, senderName }) => [senderName, account]),
        before.filter((each) => each !== first).map(({ account, senderName }) => [senderName, account])
      )
    })
  )

  it.effect("counts in a rehearsal as in a pass", () =>
    Effect.gen(function* () {
      const { accountId, next, user } = yield* taught()
      yield* next(paid("95.00", "TALLERES MORA SL", kept))
      const rehearsed = yield* (yield* Rehearsal).rehearse(user.id, { preset: "default" })
      assert.strictEqual(rehearsed.ruleset, "6")
      assert.deepStrictEqual(yield* codeOf(accountId, user.id, "A-2"), "matched_alias_account")
      assert.strictEqual(rehearsed.counts.same, 1)
    })
  )

  it.effect("is found by its end, and whole however it is grouped, besides words and amounts", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      yield* scrape(accountId, epoch, [
        paid("80.00", "PETRA LANG", iban),
        paid("13.32", "EVA SANZ", "DE89370400440532013000"),
        paid("9.00", "LEO 1332"),
        paid("7.00", "IDA", "**** 1332")
      ])
      const queries = yield* ConciliationRepository
      const found = (words: string) =>
        Effect.map(queries.searchMovements(user.id, { limit: 10, words }), (rows) =>
          rows.map(({ amountMinor }) => Number(amountMinor)).sort((a, b) => a - b)
        )
      assert.deepStrictEqual(yield* found("1332"), [700, 900, 8000])
      assert.deepStrictEqual(yield* found("es91 2100 0418 4502 0005 1332"), [8000])
      assert.deepStrictEqual(yield* found("•••• 3000"), [1332])
      assert.deepStrictEqual(yield* found("332"), [])
      assert.deepStrictEqual(yield* found("2100"), [])
    })
  )
})
