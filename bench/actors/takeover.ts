/** Two nodes: how long the accounts of one are without an actor once it is killed, or asked to stop. */
import { setTimeout as delay } from "node:timers/promises"
import type { BenchPostgres } from "../lib/postgres.ts"
import { startCounterfoil, untilReady } from "./rest.ts"

type Epochs = ReadonlyMap<string, string>

const epochsOf = async (postgres: BenchPostgres): Promise<Epochs> => {
  const rows = await postgres.query("select id, epoch::text from accounts")
  return new Map(rows.map((row) => [String(Object(row).id), String(Object(row).epoch)]))
}

const changed = (before: Epochs, after: Epochs): ReadonlyArray<string> =>
  [...after].flatMap(([id, epoch]) => (before.get(id) === epoch ? [] : [id]))

/** Until no account has changed its actor for a while. */
const untilSteady = async (postgres: BenchPostgres, quietMs: number): Promise<Epochs> => {
  let last = await epochsOf(postgres)
  for (let since = Date.now(); Date.now() - since < quietMs; await delay(200)) {
    const now = await epochsOf(postgres)
    if (changed(last, now).length > 0) since = Date.now()
    last = now
  }
  return last
}

export interface Takeover {
  readonly accounts: number
  /** Sorted: from the signal until another node had written that the account is its own. */
  readonly seconds: ReadonlyArray<number>
  readonly lost: number
}

const watch = async (postgres: BenchPostgres, before: Epochs, theirs: ReadonlySet<string>): Promise<Takeover> => {
  const began = performance.now()
  const at = new Map<string, number>()
  while (at.size < theirs.size && performance.now() - began < 45_000) {
    const seconds = (performance.now() - began) / 1000
    for (const id of changed(before, await epochsOf(postgres))) if (theirs.has(id) && !at.has(id)) at.set(id, seconds)
    await delay(25)
  }
  const seconds = [...at.values()].sort((a, b) => a - b)
  return { accounts: theirs.size, seconds, lost: theirs.size - at.size }
}

/** A second node joins a first one that has all accounts, and goes again by each of the signals. */
export const measureTakeover = async (
  postgres: BenchPostgres,
  signals: ReadonlyArray<"SIGKILL" | "SIGTERM">
): Promise<ReadonlyMap<string, Takeover>> => {
  const first = await startCounterfoil(postgres.url, { CLUSTER: "socket" })
  const results = new Map<string, Takeover>()
  try {
    await untilReady(first.url)
    for (const signal of signals) {
      const before = await untilSteady(postgres, 2_000)
      const second = await startCounterfoil(postgres.url, { CLUSTER: "socket" })
      await untilReady(second.url)
      const shared = await untilSteady(postgres, 4_000)
      const theirs = new Set(changed(before, shared))
      second.process.kill(signal)
      results.set(signal, await watch(postgres, shared, theirs))
      await second.stop()
    }
  } finally {
    await first.stop()
  }
  return results
}
