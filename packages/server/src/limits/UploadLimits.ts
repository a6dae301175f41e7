/** Statement files per user: each is up to 5 MiB in memory until its turn to be read. */
import { makeLimiter } from "@counterfoil/core"
import { Context, Data, Duration, Effect, Layer } from "effect"
import { makeAtOnce } from "./atOnce.ts"

/** Files of one user that are being read or wait for it. */
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
      const atOnce = makeAtOnce(
        filesAtOnce,
        () =>
          new TooManyUploads({
            message: `${filesAtOnce} of your statements are being read already: wait for their answers before the next`,
            retryAfterSeconds: 5
          })
      )
      const takeOfHour = (userId: string) =>
        Effect.catchTag(hourly.take(userId), "LimitReached", ({ retryAfterSeconds }) => {
          const message = `At most ${uploadsPerHour} statements an hour: wait, send longer ones, or ask the server's operator to raise UPLOADS_PER_HOUR`
          return new TooManyUploads({ message, retryAfterSeconds })
        })

      return UploadLimits.of({
        admit: (userId) => (upload) => atOnce(userId)(Effect.andThen(takeOfHour(userId), upload))
      })
    })
}
