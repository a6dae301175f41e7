/**
 * Twenty thousand rows of one scrape through the real intake into a real Postgres: how long it takes, and how long the event
 * loop stands still meanwhile. New at first, then all of them known. Commits don't wait for the disk.
 */
import {
  AccountPolicy,
  Accounts,
  defaultAccountPolicy,
  eventLogLayer,
  type IntakeInput,
  MovementIntake,
  movementIntakeLayer,
  Outbox,
  OutboxNotifier,
  Vault
} from "@counterfoil/core"
import { addDays } from "@counterfoil/domain"
import { Database, migrate, StoreLayers } from "@counterfoil/store"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { fileURLToPath } from "node:url"
import { seedAccounts } from "../../tools/simulate/accounts.ts"
import { watchLoop } from "../hostile/loopWatch.ts"
import { startPostgres } from "../lib/postgres.ts"
import { roundsWithin, warmed } from "../lib/rounds.ts"
import { metric, metricOfRounds, note, times } from "../lib/report.ts"

const rows = 20_000
const rounds = times("BENCH_ROUNDS", 7, 3)
/** A server that has been up for a while is what is measured. */
const warmUps = 1
const days = 100
const migrations = fileURLToPath(new URL("../../sql/migrations", import.meta.url))
const ring = { current: "bench", keys: new Map([["bench", Redacted.make(new Uint8Array(32).fill(7))]]) }

const today = new Date().toISOString().slice(0, 10)
const first = addDays(today, 1 - days)

const movements = Array.from({ length: rows }, (_, nth) => ({
  date: addDays(today, -Math.floor((nth * days) / rows)),
  amount: `${(nth * 37) % 900}.${String(nth % 100).padStart(2, "0")}`,
  currency: "EUR",
  description: `TRANSFERENCIA DE CLIENTE ${nth % 4_000} REF ${nth}`,
  counterparty: `Cliente ${nth % 4_000}`
}))

const manifest: IntakeInput["manifest"] = {
  bank: "bank",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "UTC",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
}

const inputOf = (accountId: string): IntakeInput => ({
  accountId,
  epoch: 0n,
  sessionId: null,
  scriptId: null,
  jobId: null,
  manifest,
  since: first,
  statement: { movements, coverage: { from: first, to: today, complete: true } }
})

const layersOf = (url: string) => {
  const database = Database.layer({ url: Redacted.make(url), maxConnections: 4 })
  const store = Layer.mergeAll(StoreLayers, OutboxNotifier.layer).pipe(Layer.provideMerge(database))
  const outbox = Outbox.layer.pipe(Layer.provideMerge(Vault.layer(ring)), Layer.provideMerge(store))
  const accounts = Layer.provideMerge(Accounts.layer, outbox)
  const logs = Layer.merge(eventLogLayer, Layer.succeed(AccountPolicy, defaultAccountPolicy))
  return movementIntakeLayer.pipe(Layer.provideMerge(logs), Layer.provideMerge(accounts))
}

export const measureTaken = async (): Promise<void> => {
  note(`${rows} rows of one scrape, at first all new, then all known; ${rounds} rounds after ${warmUps}`)
  const postgres = await startPostgres()
  const runtime = ManagedRuntime.make(layersOf(postgres.url))
  try {
    const database = Database.layer({ url: Redacted.make(postgres.url), maxConnections: 1 })
    await Effect.runPromise(Effect.provide(migrate({ directory: migrations }), database))
    const urls = Array.from({ length: warmUps + rounds }, (_, nth) => `https://shop-${nth}.test/hook`)
    const accounts = [...(await runtime.runPromise(seedAccounts(urls))).keys()]
    const watch = watchLoop()
    const taken = { new: Array<number>(), known: Array<number>(), cpu: Array<number>() }
    const stalls = { new: Array<number>(), known: Array<number>() }
    for (const round of warmed(warmUps, roundsWithin(0.95, rounds))) {
      const accountId = accounts[warmUps + round] ?? ""
      for (const kind of ["new", "known"] as const) {
        const input = inputOf(accountId)
        watch.take()
        const cpu = process.cpuUsage()
        const began = performance.now()
        const { inserted } = await runtime.runPromise(Effect.flatMap(MovementIntake, ({ take }) => take(input)))
        const took = performance.now() - began
        if (inserted !== (kind === "new" ? rows : 0)) throw new Error(`${inserted} of ${rows} rows were new`)
        if (round < 0) continue
        const used = process.cpuUsage(cpu)
        taken[kind].push(took)
        stalls[kind].push(watch.take().busy)
        if (kind === "new") taken.cpu.push((used.user + used.system) / 1000)
      }
    }
    watch.stop()
    metricOfRounds(`intake_${rows}_ms`, taken.new, "ms")
    metricOfRounds(`intake_${rows}_cpu`, taken.cpu, "ms")
    metricOfRounds(`intake_${rows}_known_ms`, taken.known, "ms")
    metric(`intake_${rows}_longest_stall_ms`, Math.max(...stalls.new), "ms", stalls.new)
    metric(`intake_${rows}_known_longest_stall_ms`, Math.max(...stalls.known), "ms", stalls.known)
  } finally {
    await runtime.dispose()
    await postgres.stop()
  }
}
