/** What effect/cluster logs of an outage, in words of ours: an operator knows no shards. */
import { Cause, Effect, Layer, Logger, LogLevel, References } from "effect"

const begins = "Shard lock storage is unhealthy"
const ends = "Shard lock storage has recovered"
const takesNone = "Could not acquire/release shards"

/** What goes with an outage or a stop, and ends with it. */
const withIt: ReadonlySet<unknown> = new Set([
  "Shard lock storage is still unhealthy",
  "Could not release shards, retrying",
  "Forced shard release is still pending; reacquisition is blocked until release completes",
  "No healthy runners available"
])

const betweenTellings = 10 * 60_000

/** The innermost error has the database's own words. */
const reasonOf = (cause: Cause.Cause<unknown>): string => {
  let error = Cause.squash(cause)
  while (error instanceof Error && error.cause instanceof Error) error = error.cause
  return error instanceof Error ? error.message : String(error)
}

type Line = Logger.Options<unknown>

/** Undefined: nothing that an operator needs to know. */
const translator = () => {
  let isAway = false
  let toldAt = Number.NEGATIVE_INFINITY

  const ours = (line: Line, message: string): Line => ({ ...line, message, cause: Cause.empty })

  /** Outside of an outage nothing else says it: no account is looked after by this node, or not all that could be. */
  const withoutAccounts = (line: Line): Line | undefined => {
    if (isAway || line.date.getTime() - toldAt < betweenTellings) return undefined
    toldAt = line.date.getTime()
    return ours(line, `this node can't take accounts, and tries again: ${reasonOf(line.cause)}`)
  }

  return (line: Line): Line | undefined => {
    const parts = [line.message].flat()
    if (parts.includes(begins)) {
      isAway = true
      return ours(line, "this node gives up its accounts: the database does not answer for the locks on them")
    }
    if (parts.includes(ends)) {
      isAway = false
      return ours(line, "this node takes accounts again: the database answers for the locks on them")
    }
    if (parts.includes(takesNone)) return withoutAccounts(line)
    return parts.some((part) => withIt.has(part)) ? undefined : line
  }
}

const isDebugging = ({ fiber }: Line): boolean =>
  LogLevel.isLessThanOrEqualTo(fiber.getRef(References.MinimumLogLevel), "Debug")

const translated = (loggers: ReadonlySet<Logger.Logger<unknown, unknown>>): Logger.Logger<unknown, void> => {
  const translate = translator()
  return Logger.make((line) => {
    const told = translate(line) ?? (isDebugging(line) ? { ...line, logLevel: "Debug" as const } : undefined)
    if (told !== undefined) for (const logger of loggers) logger.log(told)
  })
}

/** The same layer, whose log is that of its surroundings in our words. */
export const inOurWords = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.unwrap(
    Effect.map(Effect.service(Logger.CurrentLoggers), (loggers) =>
      Layer.provide(layer, Logger.layer([translated(loggers)]))
    )
  )
