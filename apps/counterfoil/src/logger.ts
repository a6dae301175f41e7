/** Logs: one line each, JSON for machines, pretty on a terminal (`LOG_FORMAT`), from `LOG_LEVEL` on. They go to the standard error stream. */
import { type InvalidConfig, loggingFromEnv } from "@counterfoil/runtime"
import { Effect, Layer, Logger, References } from "effect"
import { lineWriter } from "./logLines.ts"

/** As Effect's own lines are. */
const asJson = (message: string) =>
  JSON.stringify({ message, level: "WARN", timestamp: new Date().toISOString(), annotations: {}, spans: {} })

const sentence = (message: string) => `counterfoil: ${message}`

const pretty = Logger.layer([Logger.consolePretty()]).pipe(Layer.merge(Layer.succeed(Logger.LogToStderr, true)))
const json = Logger.layer([Logger.map(Logger.formatJson, lineWriter(asJson))])

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
  Logger.map(
    Logger.make<unknown, string>(({ message }) =>
      sentence((Array.isArray(message) ? message : [message]).map(String).join(" "))
    ),
    lineWriter(sentence)
  )
])
