/** What effect/cluster logs of an outage again at each try, every few seconds of hours: the outage itself is told once. */
import { Effect, Layer, Logger } from "effect"

const repeated = "Shard lock storage is still unhealthy"

const isRepeat = (message: unknown): boolean =>
  Array.isArray(message) ? message.includes(repeated) : message === repeated

const quiet = (logger: Logger.Logger<unknown, unknown>): Logger.Logger<unknown, unknown> =>
  Logger.make((options) => (isRepeat(options.message) ? undefined : logger.log(options)))

/** The same layer, whose log is that of its surroundings without the repeats. */
export const withoutRepeats = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.unwrap(
    Effect.map(Effect.service(Logger.CurrentLoggers), (loggers) =>
      Layer.provide(layer, Logger.layer([...loggers].map(quiet)))
    )
  )
