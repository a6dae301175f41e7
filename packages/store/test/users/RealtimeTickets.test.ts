import { RealtimeTickets, UserRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { seedUser } from "../seed.ts"

const Base = Layer.provideMerge(StoreLayers, TestDatabase.layer)

const ownerOf = ({ id }: { readonly id: string }) => ({ id, sessionVersion: 1 })

layer(Layer.provideMerge(RealtimeTickets.layer(), Base))("RealtimeTickets", (it) => {
  it.effect("lets its user in once, even if it is shown several times at once", () =>
    Effect.gen(function* () {
      const tickets = yield* RealtimeTickets
      const user = yield* seedUser()

      const { ticket, ttlSeconds } = yield* tickets.issue(ownerOf(user))
      const redeemed = yield* Effect.all(
        [1, 2, 3].map(() => tickets.redeem(ticket)),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(ttlSeconds, 30)
      assert.match(Redacted.value(ticket), /^[A-Za-z0-9_-]{43}$/)
      assert.sameMembers(
        redeemed.map((holder) => holder?.userId ?? null),
        [user.id, null, null]
      )
      assert.isNull(yield* tickets.redeem(ticket))
    })
  )

  it.effect("ends with a change of the password, also if a session of the old password issues it afterwards", () =>
    Effect.gen(function* () {
      const tickets = yield* RealtimeTickets
      const users = yield* UserRepository
      const user = yield* seedUser()
      const before = yield* tickets.issue(ownerOf(user))
      yield* users.setPassword(user.id, "another hash")
      const late = yield* tickets.issue(ownerOf(user))
      const after = yield* tickets.issue({ id: user.id, sessionVersion: 2 })

      const redeemed = yield* Effect.forEach([before, late, after], ({ ticket }) => tickets.redeem(ticket))

      assert.deepStrictEqual(redeemed, [null, null, { userId: user.id, sessionVersion: 2, allTypes: false }])
    })
  )

  it.effect("is stored as a hash only", () =>
    Effect.gen(function* () {
      const tickets = yield* RealtimeTickets
      const sql = yield* SqlClient.SqlClient
      const { ticket } = yield* tickets.issue(ownerOf(yield* seedUser()))

      const rows = yield* sql`select t::text as row from realtime_tickets t`

      const bytes = Buffer.from(Redacted.value(ticket), "base64url").toString("hex")
      assert.notInclude(JSON.stringify(rows), Redacted.value(ticket))
      assert.notInclude(JSON.stringify(rows), bytes)
    })
  )

  it.effect("lets nobody in with a ticket that was never issued", () =>
    Effect.gen(function* () {
      const tickets = yield* RealtimeTickets

      const redeemed = yield* Effect.forEach(["", "x".repeat(43)], (text) => tickets.redeem(Redacted.make(text)))

      assert.deepStrictEqual(redeemed, [null, null])
    })
  )

  it.effect("lets nobody in after its time, and is cleared away by later ones", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tickets = yield* RealtimeTickets
      const user = yield* seedUser()
      const { ticket } = yield* tickets.issue(ownerOf(user))
      const stale = yield* tickets.issue(ownerOf(user))
      yield* sql`update realtime_tickets set expires_at = now() - interval '1 second' where user_id = ${user.id}`

      const redeemed = yield* tickets.redeem(ticket)
      yield* tickets.issue(ownerOf(user))

      const rows = yield* sql`select 1 from realtime_tickets where user_id = ${user.id}`
      assert.isNull(redeemed)
      assert.lengthOf(rows, 1)
      assert.isNull(yield* tickets.redeem(stale.ticket))
    })
  )
})
