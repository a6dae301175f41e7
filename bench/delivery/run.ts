/** Deliveries per second and their latency beside pg-boss and graphile-worker, and what a hanging receiver does to others. */
import { Database, EmbeddedPostgres, migrate } from "@counterfoil/store"
import { Cause, Effect, Layer, Redacted } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Contender } from "./Contender.ts"
import { startLimit } from "./limit.ts"
import { startOurs } from "./ours.ts"
import { startGraphileWorker, startPgBoss } from "./peers.ts"
import { roundsWithin } from "../lib/rounds.ts"
import { describeMachine, median, metric, metricOfRounds, note, times } from "../lib/report.ts"
import { type Receivers, startReceivers } from "./Receivers.ts"

const endpoints = 50
const messages = times("BENCH_DELIVERIES", 5_000, 1_000)
const rounds = times("BENCH_ROUNDS", 5, 3)
const warmUp = times("BENCH_WARM_UPS", 6_000, 1_500)
/** Commits at 50 a second. */
const trickle = times("BENCH_TRICKLE", 500, 60)
const perCommit = 100

const migrations = fileURLToPath(new URL("../../sql/migrations", import.meta.url))

const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const arrived = async ({ name }: Contender, receivers: Receivers, count: number, atMostMs: number) => {
  const until = Date.now() + atMostMs
  while ((await receivers.count()) < count) {
    if (Date.now() > until) throw new Error(`only ${await receivers.count()} of ${count} were delivered by ${name}`)
    await delay(20)
  }
}

/** Enqueues while it delivers; from the first commit to the last arrival. */
const rateOf = async (contender: Contender, receivers: Receivers, count: number): Promise<number> => {
  await receivers.seen()
  const began = Date.now()
  for (let from = 0; from < count; from += perCommit) {
    await contender.enqueue(
      Array.from({ length: Math.min(perCommit, count - from) }, (_, nth) => (from + nth) % endpoints)
    )
  }
  await arrived(contender, receivers, count, 120_000)
  const last = Math.max(...(await receivers.seen()).values())
  return count / ((last - began) / 1000)
}

/** Milliseconds from commit to arrival at a steady trickle, of those that arrive. */
const latenciesOf = async (contender: Contender, receivers: Receivers, commits: number, skip: number) => {
  await receivers.seen()
  const committed = new Map<string, number>()
  for (let nth = 0; nth < commits; nth += 1) {
    const next = delay(20)
    const [id] = await contender.enqueue([nth % endpoints])
    if (id !== undefined && nth % endpoints !== skip) committed.set(id, Date.now())
    await next
  }
  await arrived(contender, receivers, committed.size, 30_000)
  const seen = await receivers.seen()
  return [...committed].map(([id, at]) => Math.max(0, (seen.get(id) ?? Number.NaN) - at))
}

/** How far the 99th percentile of the others moves while one receiver never answers. */
const shiftOf = async (contender: Contender, receivers: Receivers): Promise<number> => {
  const calm = await latenciesOf(contender, receivers, 2 * trickle, -1)
  await receivers.hang(0)
  const beside = await latenciesOf(contender, receivers, 2 * trickle, 0)
  await receivers.hang(-1)
  const [before, after] = [quantile(calm, 0.99), quantile(beside, 0.99)]
  note(`p99 of 49 receivers: ${before} ms, beside a hanging one ${after} ms`)
  return (after / before - 1) * 100
}

/** All are up and take turns, so that a busy moment hits them alike; who has nothing to do asks for work twice a second. */
const measureAll = async (contenders: ReadonlyArray<Contender>, receivers: Receivers) => {
  for (const contender of contenders) await rateOf(contender, receivers, warmUp)
  const rates = contenders.map(() => Array<number>())
  for (const round of roundsWithin(0.7, rounds)) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const nth = (round + turn) % contenders.length
      const contender = contenders[nth]
      if (contender !== undefined) rates[nth]?.push(await rateOf(contender, receivers, messages))
    }
  }
  for (const [nth, contender] of contenders.entries()) {
    const latencies = await latenciesOf(contender, receivers, trickle, -1)
    const name = contender.name.replaceAll("-", "_")
    metricOfRounds(`deliveries_${name}_per_second`, rates[nth] ?? [], "1/s")
    metric(`deliveries_${name}_p50`, median(latencies), "ms")
    metric(`deliveries_${name}_p99`, quantile(latencies, 0.99), "ms")
  }
  return rates
}

const compare = async (url: Redacted.Redacted<string>): Promise<void> => {
  const receivers = await startReceivers(endpoints)
  const plainUrl = Redacted.value(url)
  describeMachine()
  note(
    `${messages} messages to ${endpoints} receivers, ${perCommit} a commit, commits wait for the disk; ${rounds} rounds in turns`
  )
  const peers = [await startPgBoss(plainUrl, receivers.urls), await startGraphileWorker(plainUrl, receivers.urls)]
  const ours = await startOurs(url, receivers.urls)
  const limit = await startLimit(plainUrl, receivers.urls)
  const [own = [], least = [], ...theirs] = await measureAll([ours, limit, ...peers], receivers)
  for (const other of [limit, ...peers]) await other.stop()
  const shift = await shiftOf(ours, receivers)
  await ours.stop()
  receivers.stop()
  const bests = own.map((_, round) => Math.max(...theirs.map((rates) => rates[round] ?? Number.NaN)))
  const against = (others: ReadonlyArray<number>) => (rate: number, round: number) =>
    rate / (others[round] ?? Number.NaN)
  metricOfRounds("rate_vs_best_peer", own.map(against(bests)), "times")
  metricOfRounds("rate_vs_limit", own.map(against(least)), "times")
  metricOfRounds("limit_vs_best_peer", least.map(against(bests)), "times")
  metricOfRounds("deliveries_per_second", own, "1/s")
  metric("p99_shift_percent", shift, "%")
}

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-bench-"))
    chmodSync(home, 0o711)
    return home
  }),
  (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
)

/** Prints the figures; a Postgres of its own lives as long. */
export const run = (): Promise<void> =>
  Effect.gen(function* () {
    const home = yield* temporaryHome
    const context = yield* Layer.build(EmbeddedPostgres.layer({ home }))
    const { url } = yield* Effect.provideContext(EmbeddedPostgres, context)
    yield* Effect.provide(migrate({ directory: migrations }), Database.layer({ url, maxConnections: 1 }))
    // Before Postgres ends, and with it the process, by the peers' connections.
    const tell = (cause: Cause.Cause<never>) => Effect.sync(() => console.error(Cause.pretty(cause)))
    yield* Effect.tapCause(
      Effect.promise(() => compare(url)),
      tell
    )
  }).pipe(Effect.scoped, Effect.runPromise)
