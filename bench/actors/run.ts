/** Accounts at rest: memory and start; accounts of a node that goes: how soon another one has them. */
import { startPostgres } from "../lib/postgres.ts"
import { usageOf } from "../lib/child.ts"
import { describeMachine, metric, note, percentile } from "../lib/report.ts"
import { enrolUpTo, startCounterfoil, untilReady } from "./rest.ts"
import { measureTakeover } from "./takeover.ts"

const sizes = (process.env["BENCH_ACCOUNTS"] ?? "1000,10000").split(",").map(Number)
const takenOver = Number(process.env["BENCH_TAKEOVER_ACCOUNTS"] ?? 300)

const settleMs = 2_000

/** From the process's start to readiness: seconds, milliseconds on the event loop; and KiB of memory a moment later. */
const startAndWeigh = async (databaseUrl: string) => {
  const began = performance.now()
  const server = await startCounterfoil(databaseUrl)
  try {
    await untilReady(server.url)
    const seconds = (performance.now() - began) / 1000
    const { loop } = usageOf(server.pid)
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    return { seconds, loop, resident: usageOf(server.pid).resident }
  } finally {
    await server.stop()
  }
}

export const run = async (): Promise<void> => {
  note("accounts at rest: enrolled, with settings, the next run hours away; one server, Chromium not started")
  describeMachine()
  const postgres = await startPostgres()
  try {
    // The first start migrates.
    await (await startCounterfoil(postgres.url)).stop()
    const empty = await startAndWeigh(postgres.url)
    metric("start_seconds_0", empty.seconds, "s")
    metric("memory_0", empty.resident / 1024, "MiB")
    if (sizes.every((size) => takenOver <= size)) await takeover(postgres)
    for (const count of sizes) {
      await enrolUpTo(postgres, count)
      const { loop, resident, seconds } = await startAndWeigh(postgres.url)
      metric(`start_seconds_${count}`, seconds, "s")
      metric(`start_loop_per_account_${count}`, (loop - empty.loop) / count, "ms")
      metric(`memory_${count}`, resident / 1024, "MiB")
      metric(`memory_per_account_${count}`, (resident - empty.resident) / count, "KiB")
    }
  } finally {
    await postgres.stop()
  }
}

const takeover = async (postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<void> => {
  await enrolUpTo(postgres, takenOver)
  note(`two nodes, ${takenOver} accounts: from the signal to the other node's first write for each of its accounts`)
  for (const [signal, { accounts, lost, seconds }] of await measureTakeover(postgres, ["SIGKILL", "SIGTERM"])) {
    const name = signal === "SIGKILL" ? "takeover" : "handover"
    note(`${signal}: the node had ${accounts} accounts`)
    metric(`${name}_p50_seconds`, percentile(seconds, 50), "s")
    metric(`${name}_p99_seconds`, percentile(seconds, 99), "s")
    metric(`${name}_lost`, lost, "accounts")
  }
}
