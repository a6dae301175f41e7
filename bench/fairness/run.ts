/**
 * What one greedy user does to twenty modest ones. The modest each have an account at a bank that all share, and ask for a scrape
 * every few seconds. The greedy one has 200 accounts (as many as a user may): 120 at banks of the own, whose reads hang, and
 * 80 at the shared bank, read all the time. With and without the greedy one in turns. Then: large order lists, with `--lists` these
 * alone.
 */
import { Duration } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import { describeMachine, metric, note, percentile, times } from "../lib/report.ts"
import { measureLists } from "./lists.ts"
import { type User, World } from "./world.ts"

const rounds = times("BENCH_ROUNDS", 4, 1)
const roundMs = times("BENCH_ROUND_SECONDS", 15, 5) * 1_000
const modestUsers = 20
const sleepers = 120
const atSharedBank = 80
const askEveryMs = 3_000
const readTakes = Duration.millis(150)

interface Modest {
  readonly user: User
  readonly accountId: string
}

const populate = async (world: World) => {
  const operator = await world.user("operator")
  const shared = await world.addBank(operator, "shared")
  const modest: Array<Modest> = []
  for (let nth = 0; nth < modestUsers; nth += 1) {
    const user = await world.user(`modest-${nth}`)
    modest.push({ user, accountId: await world.account(user, shared, `modest-${nth}`, readTakes) })
  }
  const greedy = await world.user("greedy")
  const own: Array<string> = []
  for (const code of ["own-1", "own-2", "own-3", "own-4"]) own.push(await world.addBank(greedy, code))
  for (let nth = 0; nth < sleepers; nth += 1) {
    await world.account(greedy, own[nth % own.length] ?? "", `sleeper-${nth}`, "until released")
  }
  for (let nth = 0; nth < atSharedBank; nth += 1) await world.account(greedy, shared, `busy-${nth}`, readTakes)
  return { greedy, modest }
}

/** Pauses or resumes all accounts of the user, and lets its sessions end. */
const turn = async (world: World, { id }: User, status: "active" | "paused"): Promise<void> => {
  await world.query("update accounts set status = $2, next_run_at = null where user_id = $1::uuid", [id, status])
  await world.query(
    `update account_due set due_at = now(), wakes = wakes + 1
      where account_id in (select id from accounts where user_id = $1::uuid)`,
    [id]
  )
  const began = Date.now()
  for (;;) {
    if (status === "paused") world.release()
    const [row] = await world.query(
      "select count(*)::int as open from accounts where user_id = $1::uuid and session_id is not null",
      [id]
    )
    const open = Number(Object(row)["open"])
    if (status === "paused" ? open === 0 : open >= 8 || Date.now() - began > 5_000) return
    if (Date.now() - began > 60_000) throw new Error(`${open} sessions of the greedy user stay open`)
    await delay(100)
  }
}

/** Milliseconds from asked to done, of every scrape that a modest user asked for. */
const round = async (world: World, modest: ReadonlyArray<Modest>): Promise<ReadonlyArray<number>> => {
  const [{ now: from } = { now: null }] = (await world.query("select now()::text as now")).map(Object)
  const until = Date.now() + roundMs
  const asking = modest.map(async ({ accountId, user }, nth) => {
    await delay((askEveryMs * nth) / modest.length)
    while (Date.now() < until) {
      await world.scrape(user, accountId)
      await delay(askEveryMs * (0.8 + 0.4 * Math.random()))
    }
  })
  await Promise.all(asking)
  const users = modest.map(({ user }) => user.id)
  for (;;) {
    const rows = await world.query(
      `select extract(epoch from j.finished_at - j.requested_at)::float8 * 1000 as millis, j.status from scrape_jobs j
        join accounts a on a.id = j.account_id
        where a.user_id = any($1::uuid[]) and j.requested_at >= $2::timestamptz`,
      [users, from]
    )
    const all = rows.map(Object)
    if (all.every(({ status }) => status === "done")) return all.map(({ millis }) => Number(millis))
    await delay(200)
  }
}

const sorted = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)

const measureScrapes = async (): Promise<void> => {
  const world = await World.open()
  try {
    const { greedy, modest } = await populate(world)
    const seen = { without: Array<number>(), beside: Array<number>() }
    for (let nth = 0; nth < rounds; nth += 1) {
      await turn(world, greedy, "paused")
      seen.without.push(...(await round(world, modest)))
      await turn(world, greedy, "active")
      seen.beside.push(...(await round(world, modest)))
    }
    await turn(world, greedy, "paused")
    const [without, beside] = [sorted(seen.without), sorted(seen.beside)]
    note(
      `${without.length} scrapes without the greedy user, ${beside.length} beside; ${rounds} rounds of each, in turns`
    )
    for (const [name, values] of Object.entries({ without, beside })) {
      metric(`fairness_${name}_p50_ms`, percentile(values, 50), "ms")
      metric(`fairness_${name}_p99_ms`, percentile(values, 99), "ms")
    }
    metric("fairness_p99_ratio", percentile(beside, 99) / percentile(without, 99), "times")
  } finally {
    await world.close()
  }
}

export const run = async (): Promise<void> => {
  describeMachine()
  note(
    `${modestUsers} modest users, one greedy one with ${sleepers + atSharedBank} accounts; sessions in memory, real Postgres`
  )
  if (!process.argv.includes("--lists")) await measureScrapes()
  await measureLists()
}
