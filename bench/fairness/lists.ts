/** How long the event loop stands still while order lists of ten mebibytes are read, and taken in. */
import type { FailpointName } from "@counterfoil/core"
import { Effect } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import { type LoopWatch, watchLoop } from "../hostile/loopWatch.ts"
import { startServer } from "../lib/child.ts"
import { isQuick, metric, note } from "../lib/report.ts"
import { type User, World } from "./world.ts"

/** What was begun is over. */
const settleMs = isQuick ? 1_000 : 3_000

/** Until every account's list was read, or refused. */
const untilPolled = async (world: World, { id }: User, lists: number): Promise<void> => {
  for (;;) {
    const [row] = await world.query(
      `select count(*)::int as polled from order_polls p join accounts a on a.id = p.account_id
        where a.user_id = $1::uuid and (p.last_success_at is not null or p.failures > 0)`,
      [id]
    )
    if (Number(Object(row)["polled"]) === lists) return
    await delay(100)
  }
}

const measure = async (name: string, path: string, lists: number): Promise<number> => {
  const shop = await startServer("bench/fairness/shop.ts", [], {})
  const stalls = Array<number>()
  let watch: LoopWatch | undefined
  // What follows once orders are taken in is matching.
  const reach = (name: FailpointName) =>
    Effect.sync(() => {
      if (name === "orders.committed" && watch !== undefined) stalls.push(watch.take().busy)
    })
  const world = await World.open(reach)
  try {
    const operator = await world.user("operator")
    const bankId = await world.addBank(operator, "bank")
    const accounts: Array<string> = []
    for (let nth = 0; nth < lists; nth += 1) {
      accounts.push(await world.account(operator, bankId, `list-${nth}`))
    }
    await delay(settleMs)
    watch = watchLoop()
    await world.query("update users set operation_mode = 'reconcile'")
    await world.query("update account_settings set pending_orders_endpoint = $1", [`${shop.url}${path}`])
    for (const id of accounts) await world.poll(operator, id)
    await untilPolled(world, operator, lists)
    watch.stop()
    const longest = stalls[0] ?? watch.take().busy
    metric(`fairness_${name}_longest_stall_ms`, longest, "ms")
    return longest
  } finally {
    await world.close()
    await shop.stop()
  }
}

/** Each kind with as many at once as are in memory at once, and more that wait. */
const kinds = [
  ["deep_lists", "/brackets", 8],
  ["quoted_lists", "/quotes", 8],
  ["empty_lists", "/spaces", 8],
  ["nested_lists", "/nested", 4],
  ["order_lists", "/orders", 1]
] as const

/** Those that were the longest. */
const sample: ReadonlySet<string> = new Set(["quoted_lists", "order_lists"])

export const measureLists = async (): Promise<void> => {
  note("order lists of 10 MiB, of one user: brackets, escaped quotes, spaces and deep items, several at once;")
  note("one of 70,000 orders, until it is taken in")
  const stalls: Array<number> = []
  for (const [name, path, lists] of isQuick ? kinds.filter(([name]) => sample.has(name)) : kinds)
    stalls.push(await measure(name, path, lists))
  metric("listing_10mib_stall_ms", Math.max(...stalls), "ms")
}
