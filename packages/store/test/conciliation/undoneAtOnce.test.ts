/** A choice that a person takes back at once was a slip: it unlearns nothing that was said of the payer before. */
import { ConciliationRequests, Settlement } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { enrolled, match, movementId, order, poll, requestId, scrape, Services, shopOrders } from "../matchingWorld.ts"

const pays = (movement: string) => ({ movementIds: [movement], furtherRequestIds: [] })
const petra = (amount: string) => ({ amount, description: "TRF DE PETRA LANG" })

/** What the third order's payment by Petra comes to, once the second was matched with another of hers and that was undone. */
const codeAfter = Effect.fnUntraced(function* (minutes: number) {
  const sql = yield* SqlClient.SqlClient
  const settlement = yield* Settlement
  const { accountId, epoch, user } = yield* enrolled("reconcile")
  shopOrders.pending = [
    order("U-1", "80.00", "Jonas Weber"),
    order("U-2", "95.00", "Jonas Weber"),
    order("U-3", "60.00", "Jonas Weber")
  ]
  yield* poll(accountId)
  const known = [petra("80.00"), petra("33.00")]
  const first = yield* scrape(accountId, epoch, known)
  yield* match(accountId, first.scrapeId)
  yield* settlement.resolve(user, yield* requestId(accountId, "U-1"), pays(yield* movementId(accountId, "80.00")))
  const second = yield* requestId(accountId, "U-2")
  yield* settlement.resolve(user, second, pays(yield* movementId(accountId, "33.00")))
  yield* sql`update matches set created_at = created_at - make_interval(mins => ${minutes}) where request_id = ${second}`
  yield* sql`update matches set created_at = created_at - interval '1 day' where request_id <> ${second}`
  yield* settlement.unmatch(user, second)
  const { scrapeId } = yield* scrape(accountId, epoch, [...known, petra("60.00")])
  yield* match(accountId, scrapeId)
  const explained = yield* (yield* ConciliationRequests).explanation(user.id, yield* requestId(accountId, "U-3"))
  return explained?.code
})

layer(Services, { excludeTestServices: true })("a choice that was taken back", (it) => {
  it.effect("leaves the payer known for other orders of the name, where it was taken back within the hour", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codeAfter(5), "matched_alias")
    })
  )

  it.effect("speaks against the payer where it had stood for longer", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codeAfter(90), "not_found_name")
    })
  )
})
