/** Logs: one line each, JSON for machines, pretty on a terminal (`LOG_FORMAT`), from `LOG_LEVEL` on. They go to the standard error stream. */
import { type InvalidConfig, loggingFromEnv } from "@counterfoil/runtime"
import { Effect, Layer, Logger, References } from "effect"

const toStderr = <Message>(format: Logger.Logger<Message, string>) =>
  Logger.map(format, (line) => {
    process.stderr.write(`${line}\n`)
  })

const pretty = Logger.layer([Logger.consolePretty()]).pipe(Layer.merge(Layer.succeed(Logger.LogToStderr, true)))
const json = Logger.layer([toStderr(Logger.formatJson)])

export const logger: Layer.Layer<never, InvalidConfig> = Layer.unwrap(
  Effect.map(loggingFromEnv, ({ format, level }) =>
    Layer.merge(
      (format ?? (process.stderr.isTTY ? "pretty" : "json")) === "pretty" ? pretty : json,
      Layer.succeed(References.MinimumLogLevel, level)
    )
  )
)

/** For commands whose output people read: each entry is one plain sentence, whatever `LOG_FORMAT` says. */
export const plainLogger: Layer.Layer<never> = Logger.layer([
  toStderr(
    Logger.make(({ message }) => `counterfoil: ${(Array.isArray(message) ? message : [message]).map(String).join(" ")}`)
  )
])
