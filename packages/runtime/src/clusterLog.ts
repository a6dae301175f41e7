/** What effect/cluster logs of an outage, in words of ours: an operator knows no shards. */
import { Cause, Effect, Layer, Logger } from "effect"

/** Undefined: what goes with an outage or a stop, and ends with it. */
const ours: ReadonlyMap<unknown, string | undefined> = new Map([
  [
    "Shard lock storage is unhealthy",
    "this node gives up its accounts: the database does not answer for the locks on them"
  ],
  ["Shard lock storage has recovered", "this node takes accounts again: the database answers for the locks on them"],
  ["Shard lock storage is still unhealthy", undefined],
  ["Could not acquire/release shards", undefined],
  ["Could not release shards, retrying", undefined],
  ["Forced shard release is still pending; reacquisition is blocked until release completes", undefined],
  ["No healthy runners available", undefined]
])

const translated = (logger: Logger.Logger<unknown, unknown>): Logger.Logger<unknown, unknown> =>
  Logger.make((options) => {
    const said = [options.message].flat().find((part) => ours.has(part))
    if (said === undefined) return logger.log(options)
    const message = ours.get(said)
    return message === undefined ? undefined : logger.log({ ...options, message, cause: Cause.empty })
  })

/** The same layer, whose log is that of its surroundings in our words. */
export const inOurWords = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.unwrap(
    Effect.map(Effect.service(Logger.CurrentLoggers), (loggers) =>
      Layer.provide(layer, Logger.layer([...loggers].map(translated)))
    )
  )
