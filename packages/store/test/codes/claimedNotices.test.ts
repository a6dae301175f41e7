/** Who tells people, over nodes: one of them, and another one where that one has ended. */
import { NoticeRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { seedAccount } from "../seed.ts"

const uuid = () => SecureRandom.uuidV7Unsafe()

/** A code that is waited for, and where its owner is told. */
const asking = Effect.fnUntraced(function* (kind: "ntfy" | "telegram") {
  const sql = yield* SqlClient.SqlClient
  const { add } = yield* NoticeRepository
  const account = yield* seedAccount()
  const [assistanceId, channelId] = [uuid(), uuid()]
  yield* add({
    id: channelId,
    userId: account.userId,
    kind,
    name: "phone",
    config: new Uint8Array([1]),
    createdAt: yield* DateTime.now,
    language: "en",
    pageOrigin: null
  })
  yield* sql`insert into assistance_requests (id, account_id, session_id, descriptor, prompt, status, requested_at, expires_at)
    values (${assistanceId}, ${account.id}, ${uuid()}, '{"length": 6, "type": "numeric"}', 'x', 'pending', now(), now() + interval '5 minutes')`
  return { assistanceId, channelId, key: { assistanceId, attempt: 0, channelId } }
})

/** The node that has claimed it is heard of no more. */
const minutesPass = Effect.fnUntraced(function* (minutes: number, assistanceId: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update notices set claimed_at = claimed_at - ${minutes}::float8 * interval '1 minute' where assistance_id = ${assistanceId}`
})

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })("a notice", (it) => {
  it.effect("is sent by one node, and by another one if that one ended before it was sent", () =>
    Effect.gen(function* () {
      const { claimDue, sent } = yield* NoticeRepository
      const { assistanceId, key } = yield* asking("ntfy")
      const both = yield* Effect.all([claimDue, claimDue], { concurrency: 2 })
      assert.deepStrictEqual(
        both.flat().map((due) => due.assistanceId),
        [assistanceId]
      )
      yield* minutesPass(1, assistanceId)
      assert.lengthOf(yield* claimDue, 0)

      yield* minutesPass(2, assistanceId)
      const again = yield* Effect.all([claimDue, claimDue], { concurrency: 2 })
      assert.deepStrictEqual(
        again.flat().map((due) => [due.assistanceId, due.attempt]),
        [[assistanceId, 0]]
      )
      yield* sent(key, null)
      yield* minutesPass(5, assistanceId)
      assert.lengthOf(yield* claimDue, 0)
    })
  )

  it.effect("that no try can send is not tried again", () =>
    Effect.gen(function* () {
      const { claimDue, unsendable } = yield* NoticeRepository
      const { assistanceId, key } = yield* asking("ntfy")
      assert.lengthOf(yield* claimDue, 1)
      yield* unsendable(key)
      yield* minutesPass(5, assistanceId)
      assert.lengthOf(yield* claimDue, 0)
    })
  )

  it.effect("can be answered while it is being sent, and while nobody knows whether it was; not once it is over", () =>
    Effect.gen(function* () {
      const { asked, claimDue, claimEnded, sent } = yield* NoticeRepository
      const sql = yield* SqlClient.SqlClient
      const { assistanceId, key } = yield* asking("telegram")
      yield* asking("ntfy")
      yield* claimDue
      const facts = Effect.map(asked, (all) => all.map((one) => [one.assistanceId, one.attempt, one.reference]))

      assert.deepStrictEqual(yield* facts, [[assistanceId, 0, null]])
      yield* sent(key, "17")
      assert.deepStrictEqual(yield* facts, [[assistanceId, 0, "17"]])
      yield* sql`update assistance_requests set status = 'fulfilled', outcome = 'accepted', ended_at = now() where id = ${assistanceId}`
      assert.lengthOf(yield* claimEnded, 1)
      assert.lengthOf(yield* claimEnded, 0)
      assert.deepStrictEqual(yield* facts, [])
    })
  )
})
