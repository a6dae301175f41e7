/**
 * Requests of a user that change something, on this node: each leaves rows behind, some of them for ever, or sets work going. What
 * has a limit of its own isn't counted, nor what takes away: a person whose program runs wild can still stop it.
 */
import { HasOwnLimit } from "@counterfoil/api"
import { makeLimiter } from "@counterfoil/core"
import { Context, Duration, Effect, Layer } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { RequestRefused } from "../http/RequestRefused.ts"

/** Of those of a minute an hour may hold so many times as many. */
const minutesOfAnHour = 10

export class ChangeLimits extends Context.Service<
  ChangeLimits,
  {
    /** Counts a request to this endpoint, if it is one that counts; beyond the limit it is refused (429). */
    readonly admit: (userId: string, endpoint: HttpApiEndpoint.Top) => Effect.Effect<void>
  }
>()("@counterfoil/server/limits/ChangeLimits") {
  static readonly layer = ({ changesPerMinute }: { readonly changesPerMinute: number }) =>
    Layer.sync(ChangeLimits, () => {
      const changesPerHour = changesPerMinute * minutesOfAnHour
      const changes = makeLimiter([
        { limit: changesPerMinute, window: Duration.minutes(1) },
        { limit: changesPerHour, window: Duration.hours(1) }
      ])
      const message =
        `At most ${changesPerMinute} changes a minute and ${changesPerHour} an hour: ` +
        "wait, or ask the server's operator to raise CHANGES_PER_MINUTE"
      return ChangeLimits.of({
        admit: (userId, endpoint) =>
          isChange(endpoint) && endpoint.method !== "DELETE"
            ? Effect.catchTag(changes.take(userId), "LimitReached", ({ retryAfterSeconds }) =>
                Effect.die(
                  new RequestRefused({ status: 429, message, headers: { "retry-after": `${retryAfterSeconds}` } })
                )
              )
            : Effect.void
      })
    })
}

export const isChange = ({ annotations, method }: HttpApiEndpoint.Top): boolean =>
  method !== "GET" && !Context.get(annotations, HasOwnLimit)
