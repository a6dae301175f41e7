/** Deliveries per second and their latency beside pg-boss and graphile-worker, and what a hanging receiver does to others. */
import { Database, EmbeddedPostgres, migrate } from "@counterfoil/store"
import { Effect, Layer, Redacted } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { availableParallelism, cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Contender } from "./Contender.ts"
import { startOurs } from "./ours.ts"
import { startGraphileWorker, startPgBoss } from "./peers.ts"
import { type Receivers, startReceivers } from "./Receivers.ts"

const endpoints = 50
const messages = Number(process.env["BENCH_DELIVERIES"] ?? 5_000)
const perCommit = 100

const migrations = fileURLToPath(new URL("../../sql/migrations", import.meta.url))

const median = (values: ReadonlyArray<number>) => quantile(values, 0.5)
const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const arrived = async (receivers: Receivers, count: number, atMostMs: number) => {
  const until = Date.now() + atMostMs
  while ((await receivers.count()) < count) {
    if (Date.now() > until) throw new Error(`only ${await receivers.count()} of ${count} were delivered`)
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
  await arrived(receivers, count, 120_000)
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
  await arrived(receivers, committed.size, 30_000)
  const seen = await receivers.seen()
  return [...committed].map(([id, at]) => Math.max(0, (seen.get(id) ?? Number.NaN) - at))
}

const measure = async (contender: Contender, receivers: Receivers) => {
  await rateOf(contender, receivers, 2_000)
  const rates: Array<number> = []
  for (let nth = 0; nth < 3; nth += 1) rates.push(await rateOf(contender, receivers, messages))
  const latencies = await latenciesOf(contender, receivers, 500, -1)
  const figures = { rate: median(rates), p50: median(latencies), p99: quantile(latencies, 0.99) }
  console.log(
    `${contender.name.padEnd(16)} ${figures.rate.toFixed(0).padStart(6)} deliveries/s   p50 ${figures.p50} ms   p99 ${figures.p99} ms`
  )
  return figures
}

/** How far the 99th percentile of the others moves while one receiver never answers. */
const shiftOf = async (contender: Contender, receivers: Receivers): Promise<number> => {
  const calm = await latenciesOf(contender, receivers, 1_000, -1)
  await receivers.hang(0)
  const beside = await latenciesOf(contender, receivers, 1_000, 0)
  await receivers.hang(-1)
  const [before, after] = [quantile(calm, 0.99), quantile(beside, 0.99)]
  console.log(`p99 of 49 receivers: ${before} ms, beside a hanging one ${after} ms`)
  return (after / before - 1) * 100
}

const compare = async (url: Redacted.Redacted<string>): Promise<void> => {
  const receivers = await startReceivers(endpoints)
  const plainUrl = Redacted.value(url)
  const rates: Array<number> = []
  console.log(`${messages} messages to ${endpoints} receivers, ${perCommit} a commit, commits wait for the disk`)
  console.log(`${cpus()[0]?.model ?? "unknown processor"}, ${availableParallelism()} cores, Node ${process.version}`)
  for (const start of [startPgBoss, startGraphileWorker]) {
    const peer = await start(plainUrl, receivers.urls)
    rates.push((await measure(peer, receivers)).rate)
    await peer.stop()
  }
  const ours = await startOurs(url, receivers.urls)
  const { rate } = await measure(ours, receivers)
  const shift = await shiftOf(ours, receivers)
  await ours.stop()
  receivers.stop()
  console.log(`metric rate_vs_best_peer ${(rate / Math.max(...rates)).toFixed(2)} times`)
  console.log(`metric deliveries_per_second ${rate.toFixed(0)} 1/s`)
  console.log(`metric p99_shift_percent ${shift.toFixed(1)} %`)
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
    yield* Effect.promise(() => compare(url))
  }).pipe(Effect.scoped, Effect.runPromise)
