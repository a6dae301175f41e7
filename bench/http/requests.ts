/** Status and movements: the contenders take turns, round by round, so that a busy moment hits them alike. */
import { ask, type Child, startHelper, usageOf } from "../lib/child.ts"
import { isQuick, metricOfRounds, note, percentile, times } from "../lib/report.ts"
import { roundsWithin } from "../lib/rounds.ts"
import type { Order, Result } from "./load.ts"
import { machinesAtOnce, type World } from "./world.ts"

const rounds = times("BENCH_ROUNDS", 7, 3)
const milliseconds = times("BENCH_MILLISECONDS", 2_500, 1_000)
/** Servers that have been up for a while are what is measured: V8 compiles what a request does over some ten seconds. */
const warmUp = isQuick ? milliseconds : 12_000
const connections = machinesAtOnce

interface Round {
  /** Answers a second. */
  readonly rate: number
  /** Microseconds of CPU time per answer, all threads of the server. */
  readonly cpu: number
  readonly p50: number
  readonly p99: number
}

const isResult = (value: unknown): value is Result =>
  typeof value === "object" && value !== null && "answered" in value && "latencies" in value

const measure = async (server: Child, requests: ReadonlyArray<string>, duration: number): Promise<Round> => {
  const helper = startHelper("http/load.ts")
  try {
    const order: Order = { port: Number(new URL(server.url).port), requests, connections, milliseconds: duration }
    const before = usageOf(server.pid)
    const began = performance.now()
    const result = await ask(helper, order)
    const seconds = (performance.now() - began) / 1000
    const after = usageOf(server.pid)
    if (!isResult(result)) throw new Error("the load gave no result")
    if (result.failed > 0) throw new Error(`${result.failed} of ${result.answered + result.failed} requests failed`)
    return {
      rate: result.answered / Math.min(seconds, duration / 1000 + 0.05),
      cpu: ((after.cpu - before.cpu) * 1000) / result.answered,
      p50: percentile(result.latencies, 50),
      p99: percentile(result.latencies, 99)
    }
  } finally {
    helper.kill()
  }
}

type Name = "counterfoil" | "fastify" | "uws" | "limit"

interface Contest {
  readonly names: ReadonlyArray<Name>
  readonly requests: ReadonlyArray<string>
  /** The part of the time there is by whose end it is over. */
  readonly share: number
}

const compare = async (world: World, what: string, { names, requests, share }: Contest): Promise<void> => {
  const results: Record<Name, Array<Round>> = { counterfoil: [], fastify: [], uws: [], limit: [] }
  for (const name of names) await measure(world[name], requests, warmUp)
  for (const round of roundsWithin(share, rounds)) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] ?? "counterfoil"
      results[name].push(await measure(world[name], requests, milliseconds))
    }
  }
  for (const name of names) {
    const of = (key: keyof Round) => results[name].map((round) => round[key])
    metricOfRounds(`${what}_${name}_per_second`, of("rate"), "1/s")
    metricOfRounds(`${what}_${name}_cpu`, of("cpu"), "µs")
    metricOfRounds(`${what}_${name}_p50`, of("p50"), "ms")
    metricOfRounds(`${what}_${name}_p99`, of("p99"), "ms")
  }
  const ratio = (other: Name, key: "rate" | "cpu") =>
    results.counterfoil.map((own, round) => {
      const theirs = results[other][round]?.[key] ?? NaN
      return key === "rate" ? own.rate / theirs : theirs / own.cpu
    })
  metricOfRounds(`${what}_vs_fastify`, ratio("fastify", "rate"), "x")
  metricOfRounds(`${what}_vs_raw`, ratio("uws", "rate"), "x")
  if (names.includes("limit")) metricOfRounds(`${what}_vs_limit`, ratio("limit", "rate"), "x")
  metricOfRounds(`${what}_cpu_vs_fastify`, ratio("fastify", "cpu"), "x")
  metricOfRounds(`${what}_cpu_vs_raw`, ratio("uws", "cpu"), "x")
}

const wire = (path: string, credential: string) => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credential}\r\n\r\n`

const peers = ["counterfoil", "fastify", "uws"] as const

export const compareRequests = async (world: World): Promise<void> => {
  note(
    `${connections} connections, ${rounds} rounds of ${milliseconds / 1000} s each, in turns; ratios by round, medians`
  )
  const asked = world.machines.map(({ accountId, apiKey }) =>
    wire(`/v1/accounts/${accountId}/status`, `x-api-key: ${apiKey}`)
  )
  await compare(world, "status", { names: [...peers, "limit"], requests: asked, share: 0.8 })
  const page = wire(`/accounts/${world.accountId}/movements`, `authorization: Bearer ${world.token}`)
  await compare(world, "movements", { names: peers, requests: [page], share: 0.95 })
}
