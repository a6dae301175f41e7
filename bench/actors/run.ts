/**
 * Commands while sessions run: how soon they are answered; accounts at rest: memory and start; accounts of a node that goes:
 * how soon another one has them.
 */
import { setTimeout as delay } from "node:timers/promises"
import { startPostgres } from "../lib/postgres.ts"
import { usageOf } from "../lib/child.ts"
import { describeMachine, isQuick, metric, note, percentile, times } from "../lib/report.ts"
import { enrolUpTo, startCounterfoil, timeDueQuery, untilReady } from "./rest.ts"
import { measureSessions } from "./sessions.ts"
import { measureTakeover } from "./takeover.ts"

const sizes = (process.env["BENCH_ACCOUNTS"] ?? (isQuick ? "10000" : "10000,100000")).split(",").map(Number)
const manyAccounts = times("BENCH_MANY_ACCOUNTS", 1_000_000, 0)
const sessions = times("BENCH_SESSIONS", 6, 2)
const takenOver = times("BENCH_TAKEOVER_ACCOUNTS", 300, 60)

/** That of a node that is asked to stop is the gentler one. */
const signals = isQuick ? (["SIGKILL"] as const) : (["SIGKILL", "SIGTERM"] as const)

const settleMs = isQuick ? 2_000 : 5_000
const restMs = isQuick ? 3_000 : 20_000

/** From the process's start until it listens, and to readiness: seconds; and a while later KiB of memory, and the share of a core that it takes at rest. */
const startAndWeigh = async (databaseUrl: string) => {
  const began = performance.now()
  const server = await startCounterfoil(databaseUrl)
  try {
    const listening = (performance.now() - began) / 1000
    await untilReady(server.url)
    const seconds = (performance.now() - began) / 1000
    await delay(settleMs)
    const before = usageOf(server.pid)
    await delay(restMs)
    const { cpu, resident } = usageOf(server.pid)
    return { listening, seconds, resident, core: (cpu - before.cpu) / restMs }
  } finally {
    await server.stop()
  }
}

/** Half of the sessions stay open, half log in with a code again and again. */
const commands = async (): Promise<void> => {
  const [watched, coded] = [Math.ceil(sessions / 2), Math.floor(sessions / 2)]
  note(`${sessions} sessions at a demo bank: ${watched} open and read every second, ${coded} with a code each time`)
  const postgres = await startPostgres()
  try {
    const { reads, ...latencies } = await measureSessions(postgres, {
      watched,
      coded,
      seconds: isQuick ? [6, 9] : [20, 45]
    })
    metric("reads_per_second", reads, "1/s")
    for (const [command, millis] of Object.entries(latencies)) {
      note(`${command}: ${millis.length} requests`)
      metric(`${command}_p50_ms`, percentile(millis, 50), "ms")
      metric(`${command}_p99_ms`, percentile(millis, 99), "ms")
    }
  } finally {
    await postgres.stop()
  }
}

export const run = async (): Promise<void> => {
  describeMachine()
  if (sessions > 0) await commands()
  note("accounts at rest: enrolled, with settings, the next run hours away; one server, Chromium not started")
  const postgres = await startPostgres()
  try {
    // The first start migrates.
    await (await startCounterfoil(postgres.url)).stop()
    const empty = await startAndWeigh(postgres.url)
    metric("listening_seconds", empty.listening, "s")
    metric("start_seconds_0", empty.seconds, "s")
    metric("memory_0", empty.resident / 1024, "MiB")
    metric("cpu_at_rest_0", empty.core, "cores")
    if (sizes.every((size) => takenOver <= size)) await takeover(postgres)
    for (const count of sizes) {
      await enrolUpTo(postgres, count)
      const { core, resident, seconds } = await startAndWeigh(postgres.url)
      metric(`start_seconds_${count}`, seconds, "s")
      metric(`cpu_at_rest_${count}`, core, "cores")
      metric(`memory_${count}`, resident / 1024, "MiB")
      metric(`memory_per_account_${count}`, (resident - empty.resident) / count, "KiB")
    }
    if (manyAccounts > 0) await lookAmongMany(postgres)
  } finally {
    await postgres.stop()
  }
}

const lookAmongMany = async (postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<void> => {
  await enrolUpTo(postgres, manyAccounts)
  note(`what is due, among ${manyAccounts} accounts: 100 are; over a connection, the answer read`)
  const { byIndex, millis } = await timeDueQuery(postgres, 100, 200)
  note(byIndex ? "by the index" : "NOT by the index")
  metric("due_query_1m_ms", percentile(millis, 50), "ms")
  metric("due_query_1m_p99_ms", percentile(millis, 99), "ms")
}

const takeover = async (postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<void> => {
  await enrolUpTo(postgres, takenOver)
  note(`two nodes, ${takenOver} accounts, all due at the signal: until each is looked after, by the node that is left`)
  for (const [signal, { accounts, lost, seconds }] of await measureTakeover(postgres, signals)) {
    const name = signal === "SIGKILL" ? "takeover" : "handover"
    note(`${signal}: ${accounts} accounts were due`)
    metric(`${name}_p50_seconds`, percentile(seconds, 50), "s")
    metric(`${name}_p99_seconds`, percentile(seconds, 99), "s")
    metric(`${name}_lost`, lost, "accounts")
  }
}
