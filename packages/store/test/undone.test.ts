/** An order whose match a person has undone: found where people look for work, settled again, also after it was withdrawn. */
import { ConciliationRepository, ConciliationRequests, Settlement, type TimelineRow } from "@counterfoil/core"
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
  statuses
} from "./matchingWorld.ts"

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
    const { needsPerson } = yield* (yield* ConciliationRequests).summary(world.user.id)
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

const storyOf = Effect.fnUntraced(function* (id: string) {
  const story = yield* (yield* ConciliationRepository).timeline(id)
  return story.flatMap(({ code, kind, movement }: TimelineRow) =>
    kind === "listed" || kind === "attempt"
      ? []
      : [[kind, code ?? (movement === null ? "" : `${movement.amountMinor} ${movement.senderName}`)]]
  )
})

layer(Services, { excludeTestServices: true })("an order whose match was undone", (it) => {
  it.effect("needs a person until it is settled, and is settled even after the shop has withdrawn it", () =>
    Effect.gen(function* () {
      const { accountId, id, needed, payment, user } = yield* undone("U-1", "41.00")
      const waiting = yield* needed
      yield* withdraw(accountId)
      const withdrawn = yield* statuses(accountId)
      const [found] = yield* (yield* ConciliationRepository).searchRequests(user.id, { limit: 1, id })
      const cancelled = yield* needed
      yield* (yield* Settlement).resolve(user, id, pays(payment))

      assert.deepStrictEqual([waiting, cancelled, yield* needed], [["U-1"], ["U-1"], []])
      assert.include(withdrawn, "U-1 cancelled")
      assert.deepStrictEqual(
        [found?.cancelledBecause, found?.cancelledAt !== null, found?.separatedAt !== null],
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

  it.effect("needs nobody once a person has left it as it is, or the shop has listed it again", () =>
    Effect.gen(function* () {
      const left = yield* undone("U-2", "42.00")
      yield* (yield* Settlement).leave(left.user, left.id)
      yield* (yield* Settlement).leave(left.user, left.id)
      const again = yield* undone("U-3", "43.00")
      yield* withdraw(again.accountId)
      shopOrders.pending = [order("U-3", "43.00", "Jonas Weber")]
      yield* poll(again.accountId)

      assert.deepStrictEqual([yield* left.needed, yield* again.needed], [[], []])
      assert.include(yield* statuses(left.accountId), "U-2 pending")
      assert.deepStrictEqual((yield* storyOf(again.id)).slice(-2), [
        ["cancelled", "withdrawn"],
        ["listed_again", ""]
      ])
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

  it.effect("is offered again what else could have paid it, and what was undone last of all", () =>
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
          [second, "contender"],
          [first, "separated"]
        ]
      })
    })
  )
})
