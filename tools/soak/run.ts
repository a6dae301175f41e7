/** npm run soak -- [--minutes 60] [--accounts 12] [--payments 6] [--keep FOLDER] */
import { Effect } from "effect"
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startChild } from "../../apps/counterfoil/src/demo/Child.ts"
import { bankAt, shopAt } from "../../apps/counterfoil/src/demo/Neighbours.ts"
import { type ChaosPostgres, startPostgres } from "../chaos/postgres.ts"
import { runUntilStopped } from "../runUntilStopped.ts"
import { type Sample, violationsOf } from "./judge.ts"
import { turnSwitches } from "./moods.ts"
import { startService } from "./service.ts"
import { answerCodes, payOne, populate, type World } from "./world.ts"

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    accounts: { type: "string", default: "12" },
    payments: { type: "string", default: "6" },
    keep: { type: "string" }
  }
})
const [minutes, accounts, payments] = [Number(values.minutes), Number(values.accounts), Number(values.payments)]
if (![minutes, accounts, payments].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error("counterfoil: --minutes, --accounts and --payments (a minute) are whole numbers above zero")
  process.exit(1)
}

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-soak-"))
    chmodSync(home, 0o711)
    return home
  }),
  (home) =>
    Effect.sync(() => {
      if (values.keep !== undefined) cpSync(home, values.keep, { recursive: true })
      rmSync(home, { recursive: true, force: true })
    })
)

/** Two cores read one or two accounts a second at the best: more accounts are read less often, as they would be. */
const every = (least: number, perAccount: number): string =>
  `${Math.max(least, Math.round(accounts * perAccount))} seconds`

const environmentOf = (home: string, databaseUrl: string) => ({
  HOST: "127.0.0.1",
  PORT: "0",
  COUNTERFOIL_HOME: join(home, "server"),
  DATABASE_URL: databaseUrl,
  JWT_SIGNING_KEY: "a signing key of a soak that is long enough",
  KEY_ENCRYPTION_KEY: "a key-encryption key of a soak that is long enough",
  API_KEY_PEPPER: "a pepper of a soak that is long enough",
  EGRESS_ALLOW: "127.0.0.0/8",
  BANK_EGRESS_ALLOW: "127.0.0.0/8",
  SCRAPE_INTERVAL: every(20, 1.5),
  MONITOR_INTERVAL: every(10, 1),
  ORDERS_INTERVAL: every(10, 0.2),
  ASSISTED_HOURS: "00:00-24:00",
  AUTH_REQUESTS_PER_MINUTE: "100000",
  CHANGES_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_HOUR: "100000",
  LOG_FORMAT: "json",
  ...(process.env["CHROMIUM_PATH"] === undefined ? {} : { CHROMIUM_PATH: process.env["CHROMIUM_PATH"] })
})

const neighbour = (home: string, name: "bank" | "shop") =>
  startChild({
    name: `demo ${name}`,
    program: `apps/demo-${name}/src/main.ts`,
    args: ["--port", "0", "--journal", join(home, `${name}.jsonl`)],
    logFile: join(home, `${name}.log`)
  })

/** How many lines of a journal were added since it was asked last that name this event. */
const counterOf = (file: string, event: string) => {
  let seen = 0
  return (): number => {
    const count = readFileSync(file, "utf8").split(event).length - 1
    const more = count - seen
    seen = count
    return more
  }
}

const forever = <E>(seconds: number, act: Effect.Effect<void, E>) =>
  Effect.ignore(act).pipe(Effect.andThen(Effect.sleep(`${seconds} seconds`)), Effect.forever, Effect.forkScoped)

const keepPaying = (world: World) => {
  let paid = 0
  return forever(
    60 / payments,
    Effect.suspend(() => payOne(world, paid++))
  )
}

const rowsOf = async ({ query }: ChaosPostgres): Promise<number> => {
  const [found] = await query(`select sum((xpath('/row/n/text()', query_to_xml(format(
    'select count(*) as n from %I', tablename), false, true, '')))[1]::text::int)::int as rows
    from pg_tables where schemaname = 'public'`)
  return Number(found?.["rows"])
}

/** By how much a figure that only grows is more than when it was asked last. */
const riseOf = (figure: () => Promise<number>) => {
  let before = 0
  return async (): Promise<number> => {
    const now = await figure()
    const rise = now - before
    before = now
    return rise
  }
}

const line = ({ browser, handles, liveHeap, logged, minute, processes, reads, rows, rss, webhooks }: Sample): string =>
  `minute ${minute}: rss ${rss.toFixed(0)} MiB, live heap ${liveHeap.toFixed(1)} MiB, ${handles} handles, ` +
  `${processes} processes, browser ${browser.toFixed(0)} MiB, ${reads} pages read, ${webhooks} webhooks, ` +
  `${rows} rows and ${logged} KiB of log more`

const run = Effect.gen(function* () {
  const home = yield* temporaryHome
  const [bankUrl, shopUrl] = yield* Effect.all([neighbour(home, "bank"), neighbour(home, "shop")], { concurrency: 2 })
  const { postgres } = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres(home)),
    ({ stop }) => Effect.promise(stop)
  )
  const log = join(home, "server.log")
  const service = yield* Effect.acquireRelease(
    Effect.promise(() => startService(environmentOf(home, postgres.url), log)),
    ({ stop }) => Effect.promise(stop)
  )
  const world = yield* populate({ base: service.base, bank: bankAt(bankUrl), shop: shopAt(shopUrl) }, accounts)
  yield* keepPaying(world)
  yield* forever(0.5, answerCodes(world))
  yield* Effect.forkScoped(turnSwitches(world))
  const reads = counterOf(join(home, "bank.jsonl"), '"page-read"')
  const webhooks = counterOf(join(home, "shop.jsonl"), '"kind":"hook"')
  const rows = riseOf(() => rowsOf(postgres))
  const logged = riseOf(() => Promise.resolve(Math.round(statSync(log).size / 1024)))
  const writtenSince = () => Effect.promise(async () => ({ rows: await rows(), logged: await logged() }))
  yield* writtenSince()
  const samples: Array<Sample> = []
  for (let minute = 1; minute <= minutes && !service.hasEnded(); minute++) {
    yield* Effect.sleep("1 minute")
    const figures = yield* Effect.promise(() => service.measure())
    const written = yield* writtenSince()
    const sample: Sample = { minute, ...figures, ...written, reads: reads(), webhooks: webhooks() }
    samples.push(sample)
    console.log(line(sample))
  }
  const violations = [...(service.hasEnded() ? ["the server ended"] : []), ...violationsOf(samples)]
  for (const violation of violations) console.log(`violation: ${violation}`)
  console.log(`soak: ${samples.length} minutes, ${violations.length} violations`)
  return violations.length === 0
}).pipe(Effect.scoped)

await runUntilStopped(run)
