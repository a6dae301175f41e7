import { ActivityLog } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { seedAccount } from "../seed.ts"

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer))("ActivityLog", (it) => {
  it.effect("tells an account's own entries, newest first, page by page", () =>
    Effect.gen(function* () {
      const activity = yield* ActivityLog
      const account = yield* seedAccount()
      const other = yield* seedAccount()
      yield* activity.add({ accountId: other.id, kind: "endpoint.paused", message: "of another account", data: {} })
      for (const n of [1, 2, 3])
        yield* activity.add({ accountId: account.id, kind: "endpoint.resumed", message: `entry ${n}`, data: {} })

      const page = yield* activity.list(account.id, { limit: 2 })
      const rest = yield* activity.list(account.id, { limit: 2, before: page[1]?.id ?? 0n })

      assert.deepStrictEqual(
        page.map((entry) => entry.message),
        ["entry 3", "entry 2"]
      )
      assert.deepStrictEqual(
        rest.map((entry) => [entry.message, entry.data]),
        [["entry 1", {}]]
      )
    })
  )

  it.effect("keeps the words of a bank or a script, cleaned of characters that Postgres can't hold", () =>
    Effect.gen(function* () {
      const activity = yield* ActivityLog
      const account = yield* seedAccount()

      yield* activity.add({
        accountId: account.id,
        kind: "orders.item_skipped",
        message: "a\0b",
        data: { index: 1, external_id: "A\0-\ud83d", reason: "amount_shape", field: null }
      })

      const [entry] = yield* activity.list(account.id, { limit: 1 })
      assert.strictEqual(entry?.message, "ab")
      assert.deepStrictEqual(entry?.data, { index: 1, external_id: "A-\ufffd", reason: "amount_shape", field: null })
    })
  )
})
