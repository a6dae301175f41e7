/** A year of a busy account: what is kept, and what a read and a pass have to look at, end growing. */
import { Conciliator, Housekeeping } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { clockAt } from "./clockAt.ts"
import { enrolled, match, order, poll, scrape, Services, shopOrders, statuses } from "./matchingWorld.ts"
import { readsOf, sumOf } from "./plans/reads.ts"
import { seedScript } from "./seed.ts"
import { type Busy, minutesBetweenReads, writeWeek } from "./yearOfScrapes.ts"

const weeks = 52
const weekMillis = 7 * 86_400_000

/** All that is kept for a time only. */
const passing = [
  "scrapes",
  "scrape_jobs",
  "script_runs",
  "bank_sessions",
  "login_attempts",
  "assistance_requests",
  "activity",
  "events",
  "delivery_attempts"
] as const

const lasting = ["movements", "conciliation_requests", "matches", "attempts"] as const

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const counts = Effect.fnUntraced(function* (tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const decode = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ rows: Schema.Int })]))
  const rows = yield* Effect.forEach(tables, (table) =>
    Effect.map(Effect.flatMap(sql`select count(*)::int as rows from ${sql(table)}`, decode), ([{ rows }]) => rows)
  )
  return new Map(tables.map((table, index) => [table, rows[index] ?? 0]))
})

/** The database's own clock is not the test's: what it wrote now happened in the simulated week. */
const backdate = Effect.fnUntraced(function* (end: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update scrapes set finished_at = ${end} where finished_at > ${end}`
  yield* sql`update events set occurred_at = ${end} where occurred_at > ${end}`
  yield* sql`update conciliation_requests set expired_at = ${end} where expired_at > ${end}`
})

/** What an actor does in one round, on the simulated day: ask the shop, read the bank, match, expire. */
const round = Effect.fnUntraced(function* (accountId: string, epoch: bigint, week: number, end: string) {
  const conciliator = yield* Conciliator
  const dear = (which: string, name: string) => ({
    ...order(`${which}-${week}`, "12.50", `${name} of week ${week}`),
    created_at: end
  })
  shopOrders.pending = [dear("paid", "Payer"), dear("unpaid", "Nobody")]
  yield* poll(accountId)
  const taken = yield* scrape(accountId, epoch, [{ amount: "12.50", description: `TRF DE PAYER OF WEEK ${week}` }])
  yield* match(accountId, taken.scrapeId)
  yield* conciliator.expire(accountId)
})

const simulate = Effect.fnUntraced(function* (start: number) {
  const sql = yield* SqlClient.SqlClient
  const housekeeping = yield* Housekeeping
  const { accountId, epoch, user } = yield* enrolled("reconcile")
  const busy: Busy = { accountId, userId: user.id, scriptId: yield* seedScript(accountId) }
  const told: Array<{ round: ReadonlyMap<string, number>; sweep: number; rows: ReadonlyMap<string, number> }> = []
  for (let week = 0; week < weeks; week++) {
    const at = start + (week + 1) * weekMillis
    const end = new Date(at).toISOString()
    yield* writeWeek(busy, week, end)
    // As autovacuum does in a real week.
    if (week % 8 === 0) yield* sql`vacuum analyze ${sql.literal([...passing, ...lasting].join())}`.unprepared
    const sweep = yield* readsOf(housekeeping.sweep).pipe(clockAt(at))
    const looked = yield* readsOf(round(accountId, epoch, week, end)).pipe(clockAt(at))
    yield* backdate(end)
    told.push({ round: looked, sweep: sumOf(sweep), rows: yield* counts(passing) })
  }
  return { accountId, told }
})

/** At full size, half a million reads are written. */
const patience = 900_000

layer(Services, { excludeTestServices: true })("a year of a busy account", (it) => {
  it.effect.runIf(process.env["VERIFY"] !== undefined)(
    "ends growing: rows, and what a read, a pass and a sweep look at",
    () =>
      Effect.gen(function* () {
        const { accountId, told } = yield* simulate(Date.now() - weeks * weekMillis)
        // After a quarter all but activity has come to its age, after half a year that too.
        const spring = told.slice(13, 26)
        const autumn = told.slice(26, 39)
        const winter = told.slice(39)

        for (const table of passing) {
          const most = (of: typeof told) => Math.max(...of.map(({ rows }) => rows.get(table) ?? 0))
          assert.isAtMost(most(winter), most(autumn) + 2, table)
        }
        // What grew with the account's age would more than double.
        const round = (of: typeof told) => median(of.map((week) => sumOf(week.round)))
        const sweep = (of: typeof told) => median(of.map((week) => week.sweep))
        assert.isAtMost(round(winter), 1.5 * round(spring), "rows that a read and a pass look at")
        // In spring no activity is old enough to be swept; with age alone, winter's would be 1.4 times autumn's.
        assert.isAtMost(sweep(winter), 1.15 * sweep(autumn), "rows that a sweep looks at")

        // Nothing is lost that people look up, and the last round did its work.
        const readings = (weeks * 7 * 24 * 60) / minutesBetweenReads
        assert.isBelow(told.at(-1)?.rows.get("scrapes") ?? 0, readings / 3)
        assert.isAbove((yield* counts(lasting)).get("movements") ?? 0, 50 * 7 * (weeks - 1))
        assert.include(yield* statuses(accountId), `paid-${weeks - 1} matched`)
        assert.include(yield* statuses(accountId), `unpaid-${weeks - 2} expired`)
      }),
    patience
  )
})
