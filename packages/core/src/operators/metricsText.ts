/** All metrics in Prometheus' text format, with how things stand at this moment. */
import { Duration, Effect, Exit, Fiber, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { childMemory } from "./childMemory.ts"
import { noticesOf } from "./metrics.ts"
import { operatorNoticeKinds } from "./OperatorNotices.ts"
import { OperatorRepository, type Standing } from "./OperatorRepository.ts"
import { version } from "../version.ts"

const patience = Duration.seconds(2)

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
const memoryOfChildren = gauge("child_memory_bytes", "Memory of the processes that this one has started (Linux only)")

const databaseUp = gauge("database_up", "1 while the database answers, else 0; what is counted in it is left out then")
const build = gauge("build_info", "The version that runs: always 1")

/** The framework's own, which it describes in its documentation alone. */
const described: Readonly<Record<string, string>> = {
  effect_cluster_entities: "Accounts that are looked after at the moment, by this node",
  effect_cluster_entity_mailbox_size: "Messages that wait for an account's actor",
  effect_cluster_entity_mailbox_size_max: "Of the accounts at this node, the most messages that wait for one",
  effect_cluster_runners: "Always 1, on each node: the sum is how many there are",
  effect_cluster_runners_healthy: "1 while this node answers the others, else 0",
  effect_cluster_shard_release: "How long this node took to give up a share of the accounts, in milliseconds",
  effect_cluster_shards: "Shares of the accounts that this node has",
  effect_cluster_shards_releasing: "Shares that this node is giving up",
  effect_cluster_singletons: "Tasks that one node of all runs, and this one does"
}

/** Each family has a HELP line, as Prometheus's own linter wants it. */
const withHelp = (text: string): string =>
  text.replaceAll(/^(# HELP (\S+) .*\n)?# TYPE (\S+) /gm, (line, help: string | undefined, _, name: string) =>
    help === undefined
      ? `# HELP ${name} ${described[name.replace(/^counterfoil_/, "")] ?? "Of the framework"}\n${line}`
      : line
  )

/** Families of the database, which can't be counted while it is away: stale numbers would pass for true ones. */
const ofDatabase =
  /^(# (HELP|TYPE) )?counterfoil_(outbox_messages|outbox_lag_seconds|otp_waiting|sessions_open|postgres_connections)\b.*\n/gm

/** A state that nothing is in any more must read 0, not what it was. */
const states = ["active", "idle", "idle in transaction", "idle in transaction (aborted)"]

/** Read each time that it is asked for; the event loop's delay is measured since the last time. */
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

  const showStanding = (standing: Standing) =>
    Effect.gen(function* () {
      for (const [status, count] of Object.entries(standing.outbox)) yield* outbox(count, { status })
      for (const state of states) yield* connections(standing.connections[state] ?? 0, { state })
      yield* outboxLag(standing.outboxLagSeconds)
      yield* codes(standing.codesWaiting)
      yield* sessions(standing.openSessions)
    })

  const scope = yield* Effect.scope
  /** What isn't known in time is left out: a scrape of Prometheus has a short deadline. */
  const asked = Effect.gen(function* () {
    const question = yield* Effect.forkIn(repository.standing, scope)
    const answer = yield* Fiber.join(question).pipe(Effect.timeout(patience), Effect.exit)
    if (question.pollUnsafe() === undefined) yield* Effect.forkIn(Fiber.interrupt(question), scope)
    if (Exit.isSuccess(answer)) yield* showStanding(answer.value)
    return Exit.isSuccess(answer)
  })

  return Effect.gen(function* () {
    const answered = yield* asked
    yield* databaseUp(answered ? 1 : 0)
    yield* build(1, { version, node: process.versions.node })
    yield* loopDelay(delay.percentile(50) / 1e9, { percentile: "50" })
    yield* loopDelay(delay.percentile(99) / 1e9, { percentile: "99" })
    yield* loopDelay(delay.max / 1e9, { percentile: "100" })
    delay.reset()
    yield* memory(process.memoryUsage.rss())
    for (const [kind, bytes] of Object.entries((yield* childMemory) ?? {})) yield* memoryOfChildren(bytes, { kind })
    const text = withHelp(yield* PrometheusMetrics.format({ prefix: "counterfoil" }))
    return answered ? text : text.replaceAll(ofDatabase, "")
  })
})
