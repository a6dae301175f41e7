/** Two nodes: how long accounts that are due wait for an actor once one of the nodes is killed, or asked to stop. */
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

/** All accounts are due now. */
const wakeAll = (postgres: BenchPostgres) =>
  postgres.query(`with woken as (update account_due set due_at = now(), wakes = wakes + 1 returning 1)
    select pg_notify('counterfoil_due', '') from (select count(*) from woken) w`)

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
  /** Sorted: from the signal until the node that is left had written that the account is its own. */
  readonly seconds: ReadonlyArray<number>
  readonly lost: number
}

const watch = async (postgres: BenchPostgres, before: Epochs): Promise<Takeover> => {
  const began = performance.now()
  await wakeAll(postgres)
  const at = new Map<string, number>()
  while (at.size < before.size && performance.now() - began < 45_000) {
    const seconds = (performance.now() - began) / 1000
    for (const id of changed(before, await epochsOf(postgres))) if (!at.has(id)) at.set(id, seconds)
    await delay(25)
  }
  const seconds = [...at.values()].sort((a, b) => a - b)
  return { accounts: before.size, seconds, lost: before.size - at.size }
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
      const second = await startCounterfoil(postgres.url, { CLUSTER: "socket" })
      await untilReady(second.url)
      // Both have their shards, and nothing is left to do.
      await wakeAll(postgres)
      const before = await untilSteady(postgres, 4_000)
      second.process.kill(signal)
      results.set(signal, await watch(postgres, before))
      await second.stop()
    }
  } finally {
    await first.stop()
  }
  return results
}
