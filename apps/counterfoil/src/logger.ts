/** Logs: one line each, JSON for machines, pretty on a terminal (`LOG_FORMAT`), from `LOG_LEVEL` on. They go to the standard error stream. */
import { type InvalidConfig, loggingFromEnv } from "@counterfoil/runtime"
import { Cause, Context, Effect, type Fiber, Layer, Logger, References } from "effect"
import { lineWriter, whileRead, writeLine } from "./logLines.ts"

/** As Effect's own lines are. */
const asJson = (message: string) =>
  JSON.stringify({ message, level: "WARN", timestamp: new Date().toISOString(), annotations: {}, spans: {} })

const sentence = (message: string) => `counterfoil: ${message}`

/**
 * What is logged may be in the words of a bank's script or page. A terminal obeys control characters, and a line of theirs could
 * pass for one of ours.
 */
const tame = (part: unknown): unknown => (typeof part === "string" ? tameText(part) : part)
const tameText = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, "\u{fffd}").replaceAll("\n", "\n    ")

type Logging = Fiber.Fiber<unknown, unknown>

/** The fiber that logs, as far as a line is made of it: what stands beside a message is asked of it. */
const tameBeside = (fiber: Logging): Logging => {
  const beside = Object.entries(fiber.getRef(References.CurrentLogAnnotations))
  const tamed = Object.fromEntries(beside.map(([name, value]) => [name, tame(value)]))
  return Object.create(fiber, {
    context: { value: Context.add(fiber.context, References.CurrentLogAnnotations, tamed) }
  })
}

const onTerminal = Logger.consolePretty()
const whileTerminalIsRead = whileRead((leftOut) => writeLine(sentence(leftOut)))
const tamed = Logger.make<unknown, void>(({ cause, fiber, message, ...line }) => {
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const causes = cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]
  whileTerminalIsRead(() =>
    onTerminal.log({ ...line, message: [...parts, ...causes].map(tame), cause: Cause.empty, fiber: tameBeside(fiber) })
  )
})
const pretty = Logger.layer([tamed]).pipe(Layer.merge(Layer.succeed(Logger.LogToStderr, true)))
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
      sentence(tameText((Array.isArray(message) ? message : [message]).map(String).join(" ")))
    ),
    lineWriter(sentence)
  )
])
