/** All metrics in Prometheus' text format, with how things stand at this moment. */
import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { noticesOf } from "./metrics.ts"
import { operatorNoticeKinds } from "./OperatorNotices.ts"
import { OperatorRepository } from "./OperatorRepository.ts"

const gauge = (name: string, description: string) => {
  const made = Metric.gauge(name, { description })
  return (value: number, labels: Readonly<Record<string, string>> = {}) =>
    Metric.update(Metric.withAttributes(made, labels), value)
}

const outbox = gauge("outbox_messages", "Messages that are not delivered, in the whole database")
const outboxLag = gauge("outbox_lag_seconds", "How long ago the oldest message that is due was due")
const codes = gauge("otp_waiting", "Logins that wait for a code, in the whole database")
const sessions = gauge("sessions_open", "Sessions at banks, in the whole database")
const connections = gauge("postgres_connections", "Our connections to Postgres, of all nodes")
const loopDelay = gauge("event_loop_delay_seconds", "Lateness of the event loop since the last reading")
const memory = gauge("resident_memory_bytes", "Memory of this process")

/** A state that nothing is in any more must read 0, not what it was. */
const states = ["active", "idle", "idle in transaction", "idle in transaction (aborted)"]

/** Reads anew each time; the event loop's delay is since the last time. */
export const makeMetricsText = Effect.gen(function* () {
  const repository = yield* OperatorRepository
  const delay = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const histogram = monitorEventLoopDelay({ resolution: 20 })
      histogram.enable()
      return histogram
    }),
    (histogram) => Effect.sync(() => histogram.disable())
  )

  yield* Effect.forEach(operatorNoticeKinds, noticesOf, { discard: true })

  return Effect.gen(function* () {
    const standing = yield* repository.standing
    for (const [status, count] of Object.entries(standing.outbox)) yield* outbox(count, { status })
    for (const state of states) yield* connections(standing.connections[state] ?? 0, { state })
    yield* outboxLag(standing.outboxLagSeconds)
    yield* codes(standing.codesWaiting)
    yield* sessions(standing.openSessions)
    yield* loopDelay(delay.percentile(50) / 1e9, { quantile: "0.5" })
    yield* loopDelay(delay.percentile(99) / 1e9, { quantile: "0.99" })
    yield* loopDelay(delay.max / 1e9, { quantile: "1" })
    delay.reset()
    yield* memory(process.memoryUsage.rss())
    return yield* PrometheusMetrics.format({ prefix: "counterfoil" })
  })
})
