/** npm run soak -- [--minutes 60] [--accounts 12] [--payments 6] [--keep FOLDER] */
import { Effect } from "effect"
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startChild } from "../../apps/counterfoil/src/demo/Child.ts"
import { bankAt, shopAt } from "../../apps/counterfoil/src/demo/Neighbours.ts"
import { runUntilStopped } from "../runUntilStopped.ts"
import { type Sample, violationsOf } from "./judge.ts"
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

const environmentOf = (home: string) => ({
  HOST: "127.0.0.1",
  PORT: "0",
  COUNTERFOIL_HOME: join(home, "server"),
  EGRESS_ALLOW: "127.0.0.0/8",
  BANK_EGRESS_ALLOW: "127.0.0.0/8",
  SCRAPE_INTERVAL: "20 seconds",
  MONITOR_INTERVAL: "10 seconds",
  ORDERS_INTERVAL: "10 seconds",
  ASSISTED_HOURS: "00:00-24:00",
  AUTH_REQUESTS_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_HOUR: "100000",
  LOG_FORMAT: "json"
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

const line = ({ browser, handles, liveHeap, minute, processes, reads, rss, webhooks }: Sample): string =>
  `minute ${minute}: rss ${rss.toFixed(0)} MiB, live heap ${liveHeap.toFixed(1)} MiB, ${handles} handles, ` +
  `${processes} processes, browser ${browser.toFixed(0)} MiB, ${reads} pages read, ${webhooks} webhooks`

const run = Effect.gen(function* () {
  const home = yield* temporaryHome
  const [bankUrl, shopUrl] = yield* Effect.all([neighbour(home, "bank"), neighbour(home, "shop")], { concurrency: 2 })
  const service = yield* Effect.acquireRelease(
    Effect.promise(() => startService(environmentOf(home), join(home, "server.log"))),
    ({ stop }) => Effect.promise(stop)
  )
  const world = yield* populate({ base: service.base, bank: bankAt(bankUrl), shop: shopAt(shopUrl) }, accounts)
  yield* keepPaying(world)
  yield* forever(0.5, answerCodes(world))
  const reads = counterOf(join(home, "bank.jsonl"), '"page-read"')
  const webhooks = counterOf(join(home, "shop.jsonl"), '"kind":"hook"')
  const samples: Array<Sample> = []
  for (let minute = 1; minute <= minutes && !service.hasEnded(); minute++) {
    yield* Effect.sleep("1 minute")
    const figures = yield* Effect.promise(() => service.measure())
    const sample: Sample = { minute, ...figures, reads: reads(), webhooks: webhooks() }
    samples.push(sample)
    console.log(line(sample))
  }
  const violations = [...(service.hasEnded() ? ["the server ended"] : []), ...violationsOf(samples)]
  for (const violation of violations) console.log(`violation: ${violation}`)
  console.log(`soak: ${samples.length} minutes, ${violations.length} violations`)
  return violations.length === 0
}).pipe(Effect.scoped)

await runUntilStopped(run)
