/** Prometheus metrics: on a listener of their own, and for who has the token on the main one. */
import { makeMetricsText } from "@counterfoil/core"
import { Duration, Effect, Metric, Option } from "effect"
import { createServer } from "node:http"
import { type CounterfoilConfig, InvalidConfig } from "./config/CounterfoilConfig.ts"
import { Readiness } from "./readiness.ts"

const contentType = "text/plain; version=0.0.4; charset=utf-8"

const listen = Effect.fnUntraced(function* (host: string, port: number, text: Effect.Effect<string>) {
  const context = yield* Effect.context()
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return void response.writeHead(404).end()
    Effect.runPromiseWith(context)(text).then(
      (body) => response.writeHead(200, { "content-type": contentType }).end(body),
      () => response.writeHead(500).end()
    )
  })
  yield* Effect.acquireRelease(
    Effect.callback<void, InvalidConfig>((resume) => {
      server.once("error", (cause) =>
        resume(
          new InvalidConfig({
            message: `METRICS_PORT ${port} on ${host} can't be listened on (${cause.message}): set METRICS_PORT to another, or METRICS_HOST to an address of this machine`
          })
        )
      )
      server.listen(port, host, () => resume(Effect.void))
    }),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
})

const ready = Metric.gauge("ready", { description: "1 while GET /ready of this node answers 200, else 0" })

/** Figures from the database are counted when somebody reads the metrics. Where they are pushed nobody does, so we do. */
const between = Duration.seconds(10)

/** Answers what to serve on the main listener; none without a token. */
export const metrics = Effect.fnUntraced(function* (config: CounterfoilConfig) {
  const { metricsHost, metricsPort, metricsToken, otlp } = config
  if (Option.isNone(metricsPort) && Option.isNone(metricsToken) && Option.isNone(otlp)) return undefined
  const { lacks } = yield* Readiness
  const showReadiness = Effect.flatMap(lacks, ({ length }) => Metric.update(ready, length === 0 ? 1 : 0))
  const text = Effect.andThen(showReadiness, yield* makeMetricsText)
  if (Option.isSome(otlp)) yield* Effect.forkScoped(text.pipe(Effect.andThen(Effect.sleep(between)), Effect.forever))
  if (Option.isSome(metricsPort)) yield* listen(metricsHost, metricsPort.value, text)
  return Option.isSome(metricsToken) ? { token: metricsToken.value, text } : undefined
})
