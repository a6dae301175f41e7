/** Whose turn it is to read what is written to a bot of Telegram's, over nodes. */
import { NoticeRepository } from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const [one, two] = ["01990000-0000-7000-8000-000000000001", "01990000-0000-7000-8000-000000000002"]
const minute = Duration.minutes(1)

layer(Layer.provideMerge(StoreLayers, TestDatabase.layer), { excludeTestServices: true })("a bot's turn", (it) => {
  it.effect("is one node's until it leaves or has been silent for too long; the next goes on where it was", () =>
    Effect.gen(function* () {
      const { holdBot, leaveBot, noteUpdate } = yield* NoticeRepository
      const turn = (holder: string) => ({ bot: "bot", holder })

      assert.deepStrictEqual(yield* holdBot(turn(one), minute), { nextUpdate: null })
      assert.isNull(yield* holdBot(turn(two), minute))
      assert.deepStrictEqual(yield* holdBot({ bot: "another", holder: two }, minute), { nextUpdate: null })
      yield* noteUpdate(turn(two), 99n)
      yield* leaveBot(turn(two))
      yield* noteUpdate(turn(one), 8n)
      assert.deepStrictEqual(yield* holdBot(turn(one), minute), { nextUpdate: 8n })
      assert.isNull(yield* holdBot(turn(two), minute))

      yield* leaveBot(turn(one))
      assert.deepStrictEqual(yield* holdBot(turn(two), Duration.zero), { nextUpdate: 8n })
      assert.deepStrictEqual(yield* holdBot(turn(one), minute), { nextUpdate: 8n })
    })
  )

  it.effect("forgets after a day which update was next, as Telegram may number them anew", () =>
    Effect.gen(function* () {
      const { holdBot, noteUpdate } = yield* NoticeRepository
      const sql = yield* SqlClient.SqlClient
      const turn = { bot: "quiet", holder: one }
      yield* holdBot(turn, minute)
      yield* noteUpdate(turn, 8n)
      yield* sql`update telegram_bots set noted_at = clock_timestamp() - interval '25 hours' where bot = 'quiet'`
      assert.deepStrictEqual(yield* holdBot(turn, minute), { nextUpdate: null })
    })
  )
})
