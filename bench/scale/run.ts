/**
 * One matching pass in a small and a large database: after a scrape, and the first after enrolment, beside a plain SQL join
 * that only compares amount and upper-case name, and the longest that the event loop stood still meanwhile. Commits don't wait
 * for the disk.
 */
import {
  AccountPolicy,
  Accounts,
  Conciliator,
  conciliatorLayer,
  defaultAccountPolicy,
  Outbox,
  OutboxNotifier,
  type PassCause,
  ScriptRegistry,
  Vault
} from "@counterfoil/core"
import { Database, migrate, StoreLayers } from "@counterfoil/store"
import { Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { settingsOf } from "../../tools/simulate/accounts.ts"
import { watchLoop } from "../hostile/loopWatch.ts"
import { type BenchPostgres, startPostgres } from "../lib/postgres.ts"
import { describeMachine, isQuick, metric, metricOfRounds, note } from "../lib/report.ts"
import { roundsWithin, warmed } from "../lib/rounds.ts"
import { measureCrowds } from "./crowd.ts"
import { account, enrol, load, reset, scrape, type Size } from "./load.ts"

const large: Size = {
  accounts: 1_000,
  movements: 1_000_000,
  openOrders: 100_000,
  ownMovements: 20_000,
  ownOrders: 2_000
}
const small: Size = { ...large, accounts: 100, movements: 100_000, openOrders: 10_000 }

/**
 * A server that has been up for a while is what is measured: V8 compiles what a pass does over some fifty of them, beside it, and
 * needs the second core for that.
 */
const warmUps = isQuick ? 4 : 60
const rounds = isQuick ? 3 : 9
const migrations = fileURLToPath(new URL("../../sql/migrations", import.meta.url))

const ring = { current: "bench", keys: new Map([["bench", Redacted.make(new Uint8Array(32).fill(7))]]) }

const Ids = Schema.Array(Schema.Struct({ id: Schema.String }))

const conciliator = (url: string, accountId: string) => {
  const database = Database.layer({ url: Redacted.make(url), maxConnections: 2 })
  const given = Layer.mergeAll(
    Layer.mock(Accounts, { findSettings: () => Effect.succeed(settingsOf(accountId, "https://shop.test/hook")) }),
    Layer.mock(ScriptRegistry, { activeVersion: () => Effect.succeed(null) }),
    Layer.succeed(AccountPolicy, defaultAccountPolicy)
  )
  const store = Layer.mergeAll(StoreLayers, OutboxNotifier.layer).pipe(Layer.provideMerge(database))
  return ManagedRuntime.make(
    conciliatorLayer.pipe(
      Layer.provideMerge(Layer.merge(Outbox.layer, given)),
      Layer.provideMerge(Vault.layer(ring)),
      Layer.provideMerge(store)
    )
  )
}

const timed = async <A>(work: () => Promise<A>): Promise<readonly [milliseconds: number, result: A]> => {
  const started = performance.now()
  const result = await work()
  return [performance.now() - started, result]
}

/** Equal amounts, equal names in upper case, of what the scrape brought. */
const plainJoin = `select r.id::text, m.id::text as movement
  from conciliation_requests r
  join movements m on m.account_id = r.account_id and m.amount_minor = r.amount_minor and m.currency = r.currency
    and upper(m.sender_name) = upper(r.sender_name)
  where r.account_id = $1::uuid and r.status in ('pending', 'not_found', 'ambiguous')
    and m.booked_date >= current_date - 7 and m.last_scrape_id = md5('new scrape ' || $2)::uuid`

const measure = async (postgres: BenchPostgres, size: Size, label: string): Promise<void> => {
  const database = Database.layer({ url: Redacted.make(postgres.url), maxConnections: 1, statementLimit: undefined })
  await Effect.runPromise(Effect.provide(migrate({ directory: migrations }), database))
  const [loading] = await timed(() => load(postgres, size))
  note(
    `${label}: ${size.movements} movements, ${size.openOrders} open orders, loaded in ${Math.round(loading / 1000)} s`
  )
  const only = async (sql: string, values: ReadonlyArray<unknown> = []) =>
    Schema.decodeUnknownSync(Ids)(await postgres.query(sql, values)).map(({ id }) => id)
  const [accountId = ""] = await only(account)
  const runtime = conciliator(postgres.url, accountId)
  const pass = (cause: PassCause) =>
    timed(() => runtime.runPromise(Effect.flatMap(Conciliator, (service) => service.pass(accountId, cause))))

  const watch = watchLoop()
  let nth = 0
  for (const rows of [50, 500]) {
    const [ours, joins, turns]: [Array<number>, Array<number>, Array<number>] = [[], [], []]
    const [inNode, inPostgres]: [Array<number>, Array<number>] = [[], []]
    for (const round of warmed(warmUps, roundsWithin(rows === 50 ? 0.7 : 0.9, rounds))) {
      await scrape(postgres, size, rows, ++nth)
      const [scrapeId = ""] = await only(`select md5('new scrape ' || $1)::uuid::text as id`, [String(nth)])
      const [join, found] = await timed(() => postgres.query(plainJoin, [accountId, String(nth)]))
      const before = await postgres.processor()
      watch.take()
      const usage = process.cpuUsage()
      const [own, result] = await pass({ _tag: "Scrape", scrapeId, complete: true, counts: true, ofFile: false })
      const { system, user } = process.cpuUsage(usage)
      if (round >= 0) {
        ours.push(own)
        turns.push(watch.take().busy)
        inNode.push((user + system) / 1_000)
        inPostgres.push((await postgres.processor()) - before)
        joins.push(join)
      }
      if (round === -warmUps) {
        note(
          `a scrape of ${rows}: ${result.matched} matched, ${result.ambiguous} ambiguous, ${result.attempts} attempts; the join finds ${found.length}; the first of all took ${Math.round(own)} ms`
        )
      }
      await reset(postgres, { tidies: round >= -1 || round % 6 === 0 })
    }
    metricOfRounds(`pass_${rows}_at_${label}_ms`, ours, "ms")
    metric(`pass_${rows}_at_${label}_worst_ms`, Math.max(...ours), "ms")
    metricOfRounds(`pass_${rows}_at_${label}_node_cpu`, inNode, "ms")
    // Of the same statements from whichever program: what no other could spare.
    metricOfRounds(`pass_${rows}_at_${label}_postgres_cpu`, inPostgres, "ms")
    metricOfRounds(`join_${rows}_at_${label}_ms`, joins, "ms")
    metric(`pass_${rows}_at_${label}_longest_turn`, Math.max(...turns), "ms")
  }

  const firsts: Array<number> = []
  const requestIds = await only(
    `select id::text from conciliation_requests where account_id = $1::uuid and external_id like 'o%'`,
    [accountId]
  )
  for (let round = 0; round < 3; round++) {
    await scrape(postgres, size, 500, ++nth)
    await enrol(postgres)
    const [first, result] = await pass({ _tag: "Appeared", requestIds, correctedIds: [] })
    firsts.push(first)
    if (round === 0)
      note(`the first pass: ${result.attempts} attempts, ${result.matched} matched, ${result.ambiguous} ambiguous`)
    await reset(postgres, { tidies: true })
  }
  metricOfRounds(`first_pass_at_${label}_ms`, firsts, "ms")
  watch.stop()
  await runtime.dispose()
}

export const run = async (): Promise<void> => {
  describeMachine()
  note(
    `the largest account has 2,000 open orders and 20,000 movements at 200 prices; medians of ${rounds} passes after ${warmUps}, of 3 first ones; the longest turn of the event loop is told in its thread's time on a processor`
  )
  const isMillionOnly = process.argv.includes("--million")
  if (!isMillionOnly) await measureCrowds()
  if (process.argv.includes("--crowds")) return
  for (const [label, size] of [
    ["100k", small],
    ["1m", large]
  ] as const) {
    if (isMillionOnly ? size === small : isQuick && size === large) continue
    const postgres = await startPostgres()
    try {
      await measure(postgres, size, label)
    } finally {
      await postgres.stop()
    }
  }
}
