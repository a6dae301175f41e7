/** Two polls of one account at once, as when a node takes it over from one that still asks; over real sockets and with their SQL. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import type { ServerResponse } from "node:http"
import { enrolledAt, lists, newShop, poll, PollServices, statuses } from "./pollWorld.ts"

layer(PollServices, { excludeTestServices: true })("two polls of the pending orders at once", (it) => {
  it.effect("count an order that both lack as missing once", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      shop.answers((response) => response.end(lists("A", "B")))
      yield* poll(accountId)
      const asked: Array<ServerResponse> = []
      const both = yield* Deferred.make<void>()
      shop.answers((response) => {
        if (asked.push(response) === 2) Deferred.doneUnsafe(both, Effect.void)
      })
      const polling = yield* Effect.forkChild(
        Effect.all([poll(accountId), poll(accountId)], { concurrency: "unbounded" })
      )
      yield* Deferred.await(both)
      for (const response of asked) response.end(lists("A", "C", "D"))
      const polls = yield* Fiber.join(polling)
      const meanwhile = yield* statuses(accountId)
      shop.answers((response) => response.end(lists("A", "C", "D")))
      yield* poll(accountId)

      assert.deepStrictEqual(
        polls.map(({ appeared }) => appeared.length).toSorted((one, other) => one - other),
        [0, 2]
      )
      assert.deepStrictEqual(meanwhile, ["A pending", "B pending", "C pending", "D pending"])
      assert.deepStrictEqual(yield* statuses(accountId), ["A pending", "B cancelled", "C pending", "D pending"])
    })
  )
})
