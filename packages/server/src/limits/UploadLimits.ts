/** Statement files per user: each is up to 5 MiB in memory until its turn to be read. */
import { Context, Data, Duration, Effect, Layer } from "effect"
import { makeLimiter } from "./Limiter.ts"

/** Of one user, read or waiting to be read. */
const filesAtOnce = 4

/** `message` says the limit, and what to do. */
export class TooManyUploads extends Data.TaggedError("TooManyUploads")<{
  readonly message: string
  readonly retryAfterSeconds: number
}> {}

export class UploadLimits extends Context.Service<
  UploadLimits,
  {
    /** Counts one while it runs, and for an hour. */
    readonly admit: (
      userId: string
    ) => <A, E, R>(upload: Effect.Effect<A, E, R>) => Effect.Effect<A, E | TooManyUploads, R>
  }
>()("@counterfoil/server/limits/UploadLimits") {
  static readonly layer = ({ uploadsPerHour }: { readonly uploadsPerHour: number }) =>
    Layer.sync(UploadLimits, () => {
      const hourly = makeLimiter([{ limit: uploadsPerHour, window: Duration.hours(1) }])
      const open = new Map<string, number>()

      const change = (userId: string, by: 1 | -1) => {
        const count = (open.get(userId) ?? 0) + by
        if (count === 0) open.delete(userId)
        else open.set(userId, count)
      }
      const enter = Effect.fnUntraced(function* (userId: string) {
        if ((open.get(userId) ?? 0) >= filesAtOnce) {
          const message = `${filesAtOnce} of your statements are being read already: wait for their answers before the next`
          return yield* new TooManyUploads({ message, retryAfterSeconds: 5 })
        }
        yield* Effect.catchTag(hourly.take(userId), "LimitReached", ({ retryAfterSeconds }) => {
          const message = `At most ${uploadsPerHour} statements an hour: wait, send longer ones, or ask the server's operator to raise UPLOADS_PER_HOUR`
          return new TooManyUploads({ message, retryAfterSeconds })
        })
        change(userId, 1)
      })

      return UploadLimits.of({
        admit: (userId) => (upload) =>
          Effect.acquireUseRelease(
            enter(userId),
            () => upload,
            () => Effect.sync(() => change(userId, -1))
          )
      })
    })
}
