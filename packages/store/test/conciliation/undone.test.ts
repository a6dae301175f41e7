/** An order whose match a person has undone: found where people look for work, settled again, also after it was withdrawn. */
import {
  AccountRepository,
  ConciliationRepository,
  ConciliationRequests,
  DueAccounts,
  Settlement,
  TaughtPayers,
  type TimelineRow
} from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  bodies,
  enrolled,
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

const pays = (...movementIds: ReadonlyArray<string>) => ({ movementIds, furtherRequestIds: [] })

/** An order that was matched by itself, and undone by a person. */
const undone = Effect.fnUntraced(function* (name: string, amount: string) {
  const world = yield* enrolled("reconcile")
  shopOrders.pending = [order(name, amount, "Jonas Weber")]
  yield* poll(world.accountId)
  const rows = [{ amount, description: "TRF DE WEBER JONAS" }]
  yield* match(world.accountId, (yield* scrape(world.accountId, world.epoch, rows)).scrapeId)
  const id = yield* requestId(world.accountId, name)
  yield* (yield* Settlement).unmatch(world.user, id)
  const needed = Effect.gen(function* () {
    const queries = yield* ConciliationRepository
    const { needsPerson, needsPersonOf } = yield* (yield* ConciliationRequests).summary(world.user.id)
    assert.strictEqual(
      Object.values(needsPersonOf).reduce((sum, count) => sum + count),
      needsPerson
    )
    // Whoever needs nobody is in the other half, and in it only.
    const named = yield* queries.searchRequests(world.user.id, { limit: 1, words: name })
    for (const statuses of [undefined, named.map(({ status }) => status)]) {
      const others = yield* queries.searchRequests(world.user.id, {
        limit: 10,
        needsPerson: false,
        ...(statuses === undefined ? {} : { statuses })
      })
      assert.strictEqual(
        others.some(({ externalId }) => externalId === name),
        needsPerson === 0
      )
    }
    const separated = yield* queries.searchRequests(world.user.id, { limit: 10, isSeparated: true })
    assert.strictEqual(separated.length, needsPerson)
    const ways = [{}, { accountId: world.accountId }, { words: name }, { statuses: ["pending", "cancelled"] }] as const
    const found = yield* Effect.forEach(ways, (way) =>
      queries.searchRequests(world.user.id, { limit: 10, needsPerson: true, ...way })
    )
    assert.deepStrictEqual(
      found.map((rows) => rows.length),
      ways.map(() => needsPerson)
    )
    return found[0]?.map(({ externalId }) => externalId)
  })
  return { ...world, id, needed, payment: yield* movementId(world.accountId, amount) }
})

/** The shop lists it no longer, and says so as often as it takes. */
const withdraw = Effect.fnUntraced(function* (accountId: string) {
  shopOrders.pending = [order("another", "1.00", "Nobody Atall")]
  yield* poll(accountId)
  yield* poll(accountId)
})

const found = Effect.fnUntraced(function* (userId: string, id: string) {
  const [request] = yield* (yield* ConciliationRepository).searchRequests(userId, { limit: 1, id })
  return request
})

const storyOf = Effect.fnUntraced(function* (id: string) {
  const story = yield* (yield* ConciliationRepository).timeline(id)
  return story.flatMap(({ code, kind, movement }: TimelineRow) =>
    kind === "listed" || kind === "attempt"
      ? []
      : [[kind, code ?? (movement === null ? "" : `${movement.amountMinor} ${movement.senderName}`)]]
  )
})

layer(Services, { excludeTestServices: true })("an order whose match was undone", (it) => {
  it.effect("leaves what paid it to its account's agenda, for when there was time to choose", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { accountId, epoch, id, payment, user } = yield* undone("U-9", "49.00")
      const settlement = yield* Settlement
      yield* settlement.resolve(user, id, pays(payment))
      yield* sql`delete from account_work where account_id = ${accountId}`
      const { agenda, restActor } = yield* AccountRepository
      const before = yield* agenda(accountId, 60_000)
      yield* restActor(accountId, { epoch, wakes: before?.wakes ?? -1n }, { afterMs: 3_600_000, because: "schedule" })
      yield* settlement.unmatch(user, id)
      const after = yield* agenda(accountId, 60_000)
      const isDue = sql`select 1 from account_due where account_id = ${accountId} and due_at <= now()`

      assert.deepStrictEqual([before?.workAt, after?.workQueued], [null, false])
      const wait = (after?.workAt?.epochMilliseconds ?? 0) - (after?.now.epochMilliseconds ?? 0)
      assert.isTrue(wait > 14 * 60_000 && wait <= 15 * 60_000, `${wait}`)
      // Its actor rests until then, not until it has rested as long as it wanted to before.
      assert.strictEqual((yield* isDue).length, 1)
      // While nothing may be matched it waits for nothing.
      yield* (yield* DueAccounts).setStatus(accountId, "paused")
      assert.isNull((yield* agenda(accountId, 60_000))?.workAt)
    })
  )

  it.effect("needs a person until it is settled, and is settled even after the shop has withdrawn it", () =>
    Effect.gen(function* () {
      const { accountId, id, needed, payment, user } = yield* undone("U-1", "41.00")
      const waiting = yield* needed
      yield* withdraw(accountId)
      const withdrawn = yield* statuses(accountId)
      const request = yield* found(user.id, id)
      const cancelled = yield* needed
      yield* (yield* Settlement).resolve(user, id, pays(payment))

      assert.deepStrictEqual([waiting, cancelled, yield* needed], [["U-1"], ["U-1"], []])
      assert.include(withdrawn, "U-1 cancelled")
      assert.deepStrictEqual(
        [request?.cancelledBecause, request?.cancelledAt !== null, request?.separatedAt !== null],
        ["withdrawn", true, true]
      )
      assert.include(yield* statuses(accountId), "U-1 matched")
      assert.deepStrictEqual(
        bodies(accountId).map((body) => body.includes('"U-1"') && body.includes('"matched"')),
        [true, true]
      )
      assert.deepStrictEqual(yield* storyOf(id), [
        ["matched", "4100 WEBER JONAS"],
        ["unmatched", "4100 WEBER JONAS"],
        ["cancelled", "withdrawn"],
        ["matched", "4100 WEBER JONAS"]
      ])
    })
  )

  it.effect("is found whatever a person has decided of it, and taken up again", () =>
    Effect.gen(function* () {
      const { accountId, id, needed, payment, user } = yield* undone("U-8", "48.00")
      const queries = yield* ConciliationRepository
      const requests = yield* ConciliationRequests
      const settlement = yield* Settlement
      const decided = Effect.map(queries.searchRequests(user.id, { limit: 10, isDecided: true }), (rows) =>
        rows.map(({ externalId, left }) => [externalId, left?.as])
      )
      const total = Effect.map(requests.summary(user.id), ({ takenBack }) => takenBack)
      const since = (yield* found(user.id, id))?.separatedAt
      const atFirst = [yield* decided, yield* total]
      yield* settlement.leave(user, id, "closed")
      const closed = [yield* needed, yield* decided, yield* total]
      yield* settlement.reopen(user, id)
      yield* settlement.reopen(user, id)
      const again = [yield* needed, yield* decided, yield* total]
      const sinceThen = (yield* found(user.id, id))?.separatedAt
      yield* settlement.resolve(user, id, pays(payment))
      // What is matched was not left: there is nothing to take up.
      yield* settlement.reopen(user, id)

      assert.deepStrictEqual(atFirst, [[], 1])
      assert.deepStrictEqual(closed, [[], [["U-8", "closed"]], 1])
      assert.deepStrictEqual(again, [["U-8"], [], 1])
      assert.deepStrictEqual(sinceThen, since)
      assert.deepStrictEqual([yield* needed, yield* decided, yield* total], [[], [], 0])
      assert.include(yield* statuses(accountId), "U-8 matched")
      const paid = yield* queries.ordersOfMovement(payment)
      assert.deepStrictEqual(
        paid.map(({ by, endedAt, endedBy, externalId }) => [externalId, by, endedAt !== null, endedBy]),
        [
          ["U-8", user.email, false, null],
          ["U-8", null, true, user.email]
        ]
      )
      assert.deepStrictEqual(
        told.flatMap(([account, kind, sentence]) =>
          account === accountId && kind.startsWith("request.") ? [[kind, sentence]] : []
        ),
        [
          ["request.unmatched", `${user.email} undid the match of order U-8`],
          ["request.left", `${user.email} closed order U-8`],
          ["request.reopened", `${user.email} took up again order U-8`],
          ["request.resolved", `${user.email} chose the payment of order U-8`]
        ]
      )
    })
  )

  it.effect("needs nobody once a person has left it as it is, or the shop has listed it again", () =>
    Effect.gen(function* () {
      const left = yield* undone("U-2", "42.00")
      yield* (yield* Settlement).leave(left.user, left.id)
      yield* (yield* Settlement).leave(left.user, left.id)
      const waiting = yield* found(left.user.id, left.id)
      const again = yield* undone("U-3", "43.00")
      yield* withdraw(again.accountId)
      shopOrders.pending = [order("U-3", "43.00", "Jonas Weber")]
      yield* poll(again.accountId)

      assert.deepStrictEqual([yield* left.needed, yield* again.needed], [[], []])
      assert.include(yield* statuses(left.accountId), "U-2 pending")
      // What was taken back stays on it.
      assert.deepStrictEqual(
        [
          waiting?.left?.as,
          waiting?.unmatched?.taught,
          waiting?.unmatched?.payments.map(({ amountMinor }) => amountMinor)
        ],
        ["waiting", true, [4200n]]
      )
      assert.deepStrictEqual((yield* storyOf(left.id)).at(-1), ["left", "waiting"])
      assert.deepStrictEqual((yield* storyOf(again.id)).slice(-2), [
        ["cancelled", "withdrawn"],
        ["listed_again", ""]
      ])
    })
  )

  it.effect("is asked for again when it was left waiting and its shop withdraws it, and not once it is closed", () =>
    Effect.gen(function* () {
      const settlement = yield* Settlement
      const { accountId, id, needed, user } = yield* undone("U-6", "46.00")
      const unread = yield* found(user.id, id)
      shopOrders.pending = [order("U-6", "46.00", "Jonas Weber"), order("another", "1.00", "Nobody Atall")]
      yield* poll(accountId)
      const listed = yield* found(user.id, id)
      yield* settlement.leave(user, id, "waiting")
      const left = yield* needed
      shopOrders.pending = [order("another", "1.00", "Nobody Atall")]
      yield* poll(accountId)
      const missed = yield* found(user.id, id)
      yield* poll(accountId)
      const withdrawn = yield* needed
      const refused = yield* Effect.flip(settlement.leave(user, id, "waiting"))
      yield* settlement.leave(user, id)
      const closed = yield* found(user.id, id)

      assert.deepStrictEqual([left, withdrawn, yield* needed], [[], ["U-6"], []])
      assert.strictEqual(refused._tag, "CannotSettle")
      // Of one that is left nobody asks whether it is listed.
      assert.deepStrictEqual([unread?.listed, listed?.listed, missed?.listed], [null, true, null])
      assert.deepStrictEqual(
        [closed?.status, closed?.left?.as, closed?.unmatched !== null],
        ["cancelled", "closed", true]
      )
    })
  )

  it.effect("may be closed before its shop's withdrawal has counted, and stays closed", () =>
    Effect.gen(function* () {
      const { accountId, id, needed, user } = yield* undone("U-7", "47.00")
      shopOrders.pending = [order("another", "1.00", "Nobody Atall")]
      yield* poll(accountId)
      const missed = yield* found(user.id, id)
      yield* (yield* Settlement).leave(user, id, "closed")
      yield* poll(accountId)

      assert.strictEqual(missed?.listed, false)
      assert.deepStrictEqual([(yield* found(user.id, id))?.status, yield* needed], ["cancelled", []])
    })
  )

  it.effect("waits for nobody once it is closed, though its shop lists it and payments seem to fit", () =>
    Effect.gen(function* () {
      const { accountId, epoch, id, needed, user } = yield* undone("U-12", "52.00")
      const queries = yield* ConciliationRepository
      const names = (filter: object) =>
        Effect.map(queries.searchRequests(user.id, { limit: 10, ...filter }), (rows) =>
          rows.map(({ externalId }) => externalId)
        )
      yield* (yield* Settlement).leave(user, id, "closed")
      const waiting = { needsPerson: false, statuses: ["pending", "processing"] } as const
      const [all, open, closed] = [
        yield* names(waiting),
        yield* names({ ...waiting, isClosed: false }),
        yield* names({ isClosed: true })
      ]
      const { closedOf, pending } = yield* (yield* ConciliationRequests).summary(user.id)
      // Two further payments come that fit equally well.
      const rows = [{ amount: "52.00", description: "TRF DE WEBER JONAS" }]
      yield* match(accountId, (yield* scrape(accountId, epoch, [...rows, ...rows, ...rows])).scrapeId)

      assert.deepStrictEqual([all, open, closed], [["U-12"], [], ["U-12"]])
      assert.deepStrictEqual([pending, closedOf.pending], [1, 1])
      assert.include(yield* statuses(accountId), "U-12 ambiguous")
      assert.deepStrictEqual(yield* needed, [])
    })
  )

  it.effect("is found with what was undone when its shop lists it again, and taken up again", () =>
    Effect.gen(function* () {
      const { accountId, id, needed, user } = yield* undone("U-13", "53.00")
      const queries = yield* ConciliationRepository
      const requests = yield* ConciliationRequests
      yield* withdraw(accountId)
      shopOrders.pending = [order("U-13", "53.00", "Jonas Weber")]
      yield* poll(accountId)
      const decided = yield* queries.searchRequests(user.id, { limit: 10, isDecided: true })
      const { pending, takenBack } = yield* requests.summary(user.id)
      const listed = yield* needed
      yield* (yield* Settlement).reopen(user, id)
      const taken = yield* needed
      yield* (yield* Settlement).leave(user, id, "closed")
      yield* withdraw(accountId)

      // Nobody has decided of it but its shop: no person left it.
      assert.deepStrictEqual(
        decided.map(({ externalId, left, status }) => [externalId, left, status]),
        [["U-13", null, "pending"]]
      )
      assert.deepStrictEqual([pending, takenBack, listed, taken, yield* needed], [2, 1, [], ["U-13"], []])
      assert.notInclude((yield* storyOf(id)).map(([kind]) => kind).slice(0, -2), "left")
    })
  )

  it.effect("has what it taught of the payer's name forgotten, all of it", () =>
    Effect.gen(function* () {
      const { accountId, id, payment, user } = yield* undone("U-8", "48.00")
      const settlement = yield* Settlement
      const payers = yield* TaughtPayers
      const taught = (yield* payers.list(accountId)).map(({ confirmed, senderName }) => [senderName, confirmed])
      yield* settlement.resolve(user, id, pays(payment))
      const confirmed = (yield* payers.list(accountId)).map(({ confirmed: is }) => is)
      yield* settlement.unmatch(user, id)
      const before = yield* found(user.id, id)
      yield* settlement.forget(user, id)
      const after = yield* found(user.id, id)

      assert.deepStrictEqual([taught, confirmed], [[["WEBER JONAS", false]], [true]])
      assert.deepStrictEqual([before?.unmatched?.taught, after?.unmatched?.taught], [true, false])
      assert.deepStrictEqual(yield* payers.list(accountId), [])
    })
  )

  it.effect("is left by its own user only, and needs nobody once it has expired", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { id, needed } = yield* undone("U-4", "44.00")
      const other = yield* enrolled("reconcile")
      const refused = yield* Effect.flip((yield* Settlement).leave(other.user, id))
      const before = yield* needed
      yield* sql`update conciliation_requests set status = 'expired' where id = ${id}`

      assert.strictEqual(refused._tag, "RequestNotFound")
      assert.deepStrictEqual([before, yield* needed], [["U-4"], []])
    })
  )

  it.effect("is offered again what could have paid it, each payment at its place, whether it was undone or not", () =>
    Effect.gen(function* () {
      const { accountId, epoch, user } = yield* enrolled("reconcile")
      shopOrders.pending = [order("U-5", "45.00", "Jonas Weber")]
      yield* poll(accountId)
      const rows = [1, 2].map((nth) => ({ amount: "45.00", description: `TRF DE WEBER JONAS ${nth}` }))
      yield* match(accountId, (yield* scrape(accountId, epoch, rows)).scrapeId)
      const id = yield* requestId(accountId, "U-5")
      const explain = Effect.map((yield* ConciliationRequests).explanation(user.id, id), (found) => ({
        code: found?.code,
        offered: found?.explanation.candidates.map(({ movement_id: movement, role }) => [movement, role]) ?? []
      }))
      const ambiguous = yield* explain
      const [first = "", second = ""] = ambiguous.offered.map(([movement = ""]) => movement)
      yield* (yield* Settlement).resolve(user, id, pays(first))
      const chosen = yield* explain
      yield* (yield* Settlement).unmatch(user, id)

      assert.strictEqual(chosen.code, "matched_by_person")
      assert.deepStrictEqual(yield* explain, {
        code: ambiguous.code,
        offered: [
          [first, "separated"],
          [second, "contender"]
        ]
      })
    })
  )
})
