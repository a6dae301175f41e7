/** A list that could not be read while this node's clock was ahead is asked for as soon as any other, once the clock is right. */
import { assert, layer } from "@effect/vitest"
import { Clock, Duration, Effect } from "effect"
import { clockAt } from "../clockAt.ts"
import { enrolledAt, lists, newShop, poll, PollServices, statuses } from "./pollWorld.ts"

layer(PollServices, { excludeTestServices: true })("a poll that failed while the clock was ahead", (it) => {
  it.effect("is made again within half an hour", () =>
    Effect.gen(function* () {
      const shop = yield* newShop
      const { accountId } = yield* enrolledAt(shop)
      const now = yield* Clock.currentTimeMillis
      shop.answers((response) => response.writeHead(500).end())
      yield* poll(accountId).pipe(clockAt(now + Duration.toMillis("1 day")))

      shop.answers((response) => response.end(lists("A")))
      yield* poll(accountId).pipe(clockAt(now + Duration.toMillis("31 minutes")))

      assert.deepStrictEqual(yield* statuses(accountId), ["A pending"])
    })
  )
})
