/** Events to thousands of open streams: what they take of the event loop, and when the last client has them. */
import { setTimeout as delay } from "node:timers/promises"
import { ask, type Child, startHelper, usageOf } from "../lib/child.ts"
import { roundsWithin } from "../lib/rounds.ts"
import { isQuick, metric, metricOfRounds, note, percentile } from "../lib/report.ts"
import type { Arrival, Command } from "./listeners.ts"
import type { World } from "./world.ts"

interface Fanout {
  /** Milliseconds of the event loop's thread per event, less what it takes at rest. */
  readonly loop: number
  /** The part of it that is spent outside the kernel. */
  readonly userLoop: number
  /** `loop`, where ten events are committed at once. */
  readonly burstLoop: number
  /** Milliseconds from the event's insertion until the last client has it. */
  readonly lasts: ReadonlyArray<number>
  readonly kibPerConnection: number
}

const burst = 10

const isArrival = (value: unknown): value is Arrival => typeof value === "object" && value !== null && "last" in value

/** Events numbered from `first` on, in one commit, as the service itself writes them. */
const append = (world: World, first: number, count: number) =>
  world.postgres.query(
    `with bumped as (
       update accounts set event_version = event_version + $3::int where id = $1 returning id, user_id, event_version
     ), e as (
       insert into events (account_id, user_id, version, type, data, occurred_at)
       select id, user_id, event_version - $3::int + n, 'scrape.succeeded',
         jsonb_build_object('scrape_id', $1::text, 'movements_new', $2::int + n - 1, 'movements_updated', 0), now()
       from bumped, generate_series(1, $3::int) n returning id
     ) select pg_notify('counterfoil_events', id::text) from e`,
    [world.accountId, first, count]
  )

/** Milliseconds that the loop's thread works per second while nothing happens. */
const atRest = async (server: Child): Promise<number> => {
  const before = usageOf(server.pid).loop
  await delay(1_000)
  return usageOf(server.pid).loop - before
}

let next = 1

const fanOut = async (world: World, server: Child, connections: number, events: number): Promise<Fanout> => {
  const helper = startHelper("http/listeners.ts")
  const tell = (command: Command) => ask(helper, command)

  /** Publishes, and waits until the last client had the last of so many events of one commit: milliseconds. */
  const publish = async (count: number): Promise<number> => {
    const last = next + count - 1
    const began = process.hrtime.bigint()
    await append(world, next, count)
    next = last + 1
    const arrival = await tell({ _tag: "await", nth: last })
    if (!isArrival(arrival)) throw new Error("the clients gave no answer")
    if (arrival.count !== connections) {
      throw new Error(
        `event ${last} reached ${arrival.count} of ${connections}; the server had ended ${connections - arrival.open} connections`
      )
    }
    return Number(BigInt(arrival.last) - began) / 1e6
  }

  const measure = async (times: number, count: number) => {
    for (let warm = 0; warm < 3; warm++) await publish(count)
    const rest = await atRest(server)
    const lasts: Array<number> = []
    const began = performance.now()
    const before = usageOf(server.pid)
    for (let nth = 0; nth < times; nth++) lasts.push(await publish(count))
    const seconds = (performance.now() - began) / 1000
    const after = usageOf(server.pid)
    const loop = (after.loop - before.loop - rest * seconds) / (times * count)
    const kernel = (after.loopKernel - before.loopKernel) / (times * count)
    return { loop, userLoop: loop - kernel, lasts: lasts.sort((a, b) => a - b) }
  }

  try {
    await tell({ _tag: "warm", url: server.url, token: world.token, count: 2_000 })
    const before = usageOf(server.pid).resident
    await tell({ _tag: "open", url: server.url, token: world.token, count: connections })
    await delay(1_000)
    const kibPerConnection = (usageOf(server.pid).resident - before) / connections
    const { lasts, loop, userLoop } = await measure(events, 1)
    const { loop: burstLoop } = await measure(Math.ceil(events / 5), burst)
    await tell({ _tag: "close" })
    return { loop, userLoop, burstLoop, lasts, kibPerConnection }
  } finally {
    helper.kill()
  }
}

/** `raw`: uWebSockets.js by hand, which publishes the same bytes: the limit. */
const names = ["counterfoil", "ws", "raw"] as const
type Results = Record<(typeof names)[number], Array<Fanout>>

const compare = async (world: World, connections: number, events: number, rounds: number): Promise<void> => {
  const servers = { counterfoil: world.counterfoil, ws: world.fastify, raw: world.uws }
  const results: Results = { counterfoil: [], ws: [], raw: [] }
  for (const round of roundsWithin(0.6, rounds)) {
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length] ?? "counterfoil"
      results[name].push(await fanOut(world, servers[name], connections, events))
    }
  }
  for (const name of names) {
    const of = (what: (one: Fanout) => number) => results[name].map(what)
    const tell = (what: string, values: ReadonlyArray<number>) =>
      metricOfRounds(`publish_${connections}_${name}_${what}`, values, "ms")
    tell(
      "loop",
      of(({ loop }) => loop)
    )
    // Counted by the kernel in steps of 10 ms: a sample has too few events for it.
    if (!isQuick) {
      tell(
        "user_loop",
        of(({ userLoop }) => userLoop)
      )
    }
    tell(
      "burst_loop",
      of(({ burstLoop }) => burstLoop)
    )
    tell(
      "last_p50",
      of(({ lasts }) => percentile(lasts, 50))
    )
    tell(
      "last_p99",
      of(({ lasts }) => percentile(lasts, 99))
    )
  }
  for (const other of ["ws", "raw"] as const) {
    const ratio = (of: (one: Fanout) => number) =>
      results.counterfoil.map((own, round) => {
        const theirs = results[other][round]
        return theirs === undefined ? Number.NaN : of(theirs) / of(own)
      })
    const loops = ratio(({ loop }) => loop)
    metricOfRounds(`publish_${connections}_loop_vs_${other}`, loops, "x")
    if (!isQuick) {
      metricOfRounds(
        `publish_${connections}_user_loop_vs_${other}`,
        ratio(({ userLoop }) => userLoop),
        "x"
      )
    }
    metricOfRounds(
      `publish_${connections}_burst_loop_vs_${other}`,
      ratio(({ burstLoop }) => burstLoop),
      "x"
    )
    if (connections === 1_000) metricOfRounds(`publish_loop_vs_${other}`, loops, "x")
  }
  return memory(connections, results)
}

let isFresh = true

/** Told once, of fresh processes: later ones still hold what they once needed. */
const memory = (connections: number, results: Results): void => {
  if (!isFresh) return
  isFresh = false
  metric("connection_counterfoil", results.counterfoil[0]?.kibPerConnection ?? NaN, "KiB")
  metric("connection_ws", results.ws[0]?.kibPerConnection ?? NaN, "KiB")
  metric("connection_raw", results.raw[0]?.kibPerConnection ?? NaN, "KiB")
  note(`memory of the process per connection at ${connections}, without the kernel's`)
}

export const compareRealtime = async (world: World, openFiles: number): Promise<void> => {
  note(`events appended in Postgres, one by one and in bursts of ${burst}, to all streams of one user`)
  if (isQuick) return compare(world, 1_000, 15, 3)
  if (openFiles >= 10_500) await compare(world, 10_000, 20, 1)
  else note(`10,000 connections need 10,500 open files, ${openFiles} are allowed (ulimit -n)`)
  await compare(world, 1_000, 60, 3)
}
