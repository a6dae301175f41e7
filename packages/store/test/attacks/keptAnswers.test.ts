/** A receiver that answers each of a million messages by 16 KiB: they would be kept for weeks, and fill the disk. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { startReceiver } from "../delivery/Receiver.ts"
import { Base, inAnHour, put, withWorker } from "../delivery/support.ts"
import { attemptsOf, newAccount } from "../delivery/world.ts"

layer(Base, { excludeTestServices: true })("What receivers answer", (it) => {
  it.effect.each([200, 500])("at length is kept as it is a few times an hour for each account: %s", (status) =>
    Effect.gen(function* () {
      const shop = yield* startReceiver((response) => response.writeHead(status).end("no! ".padEnd(100_000, "x")))
      const lengthsOf = Effect.fnUntraced(function* (accountId: string, count: number) {
        yield* Effect.forEach(Array(count).keys(), () => put(accountId))
        for (;;) {
          const attempts = yield* attemptsOf(accountId)
          const texts = attempts.map(({ response }) => response).filter((text) => text !== null)
          if (texts.length === count) return texts.map((text) => text.length).sort((a, b) => b - a)
        }
      })
      const greedy = yield* lengthsOf((yield* newAccount({ webhookUrl: shop.url })).id, 23)
      const modest = yield* lengthsOf((yield* newAccount({ webhookUrl: shop.url })).id, 1)

      assert.deepStrictEqual(greedy, [...Array<number>(20).fill(16 * 1024), ...Array<number>(3).fill(513)])
      assert.deepStrictEqual(modest, [16 * 1024])
    }).pipe(withWorker({ resultDelay: inAnHour }))
  )

  it.effect("in a few words is always kept", () =>
    Effect.gen(function* () {
      const shop = yield* startReceiver((response) => response.writeHead(200).end("y".repeat(512)))
      const { id } = yield* newAccount({ webhookUrl: shop.url })
      yield* Effect.forEach(Array(23).keys(), () => put(id))
      for (;;) {
        const attempts = yield* attemptsOf(id)
        if (attempts.every(({ response }) => response !== null) && attempts.length === 23) break
      }
      assert.isTrue((yield* attemptsOf(id)).every(({ response }) => response?.length === 512))
    }).pipe(withWorker())
  )
})
