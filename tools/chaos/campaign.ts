/** One fault run: the world is set up, every fault of the plan happens, then all is quiet and the journals are compared. */
import { Database, migrate } from "@counterfoil/store"
import { Effect, Redacted, type Scope } from "effect"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { type ChildFailed, startChild } from "../../apps/counterfoil/src/demo/Child.ts"
import { bankAt, shopAt } from "../../apps/counterfoil/src/demo/Neighbours.ts"
import { type Fault, nameOf } from "./faults.ts"
import { type ChaosPostgres, startPostgres } from "./postgres.ts"
import { type Life, startLife } from "./service.ts"
import {
  askForScrapes,
  attend,
  grant,
  newOutside,
  openBank,
  type Outside,
  pardon,
  populate,
  stir,
  type World
} from "./world.ts"
import { type Evidence, unfinished } from "./evidence.ts"

export interface CampaignOptions {
  readonly plan: ReadonlyArray<Fault>
  readonly chance: () => number
  /** What loads a deliberate break, if any. */
  readonly nodeArgs: ReadonlyArray<string>
  /** Statements that break the database's own guards, if any. */
  readonly sabotage: ReadonlyArray<string>
  readonly say: (line: string) => void
  /** How long all may take to come to rest after the last fault. */
  readonly patienceMs: number
}

export interface Campaign {
  readonly evidence: Evidence
  /** How often each fault happened. */
  readonly kills: ReadonlyMap<string, number>
  /** Faults that did not happen where they were planned. */
  readonly missed: ReadonlyArray<string>
  readonly home: string
}

const migrations = fileURLToPath(new URL("../../sql/migrations", import.meta.url))
const reachMs = 45_000

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-chaos-"))
    chmodSync(home, 0o711)
    return home
  }),
  (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
)

const freePort = Effect.promise(
  () =>
    new Promise<number>((resolve) => {
      const server = createServer()
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
      })
    })
)

const environmentOf = (home: string, databaseUrl: string, port: number) => ({
  HOST: "127.0.0.1",
  PORT: String(port),
  COUNTERFOIL_HOME: home,
  DATABASE_URL: databaseUrl,
  JWT_SIGNING_KEY: "a signing key of a fault run that is long enough",
  KEY_ENCRYPTION_KEY: "a key-encryption key of a fault run that is long enough",
  API_KEY_PEPPER: "a pepper of a fault run that is long enough",
  EGRESS_ALLOW: "127.0.0.0/8",
  BANK_EGRESS_ALLOW: "127.0.0.0/8",
  SCRAPE_INTERVAL: "1 second",
  MONITOR_INTERVAL: "1 second",
  ORDERS_INTERVAL: "1 second",
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

/** Nobody works while no server runs: what a dead one had claimed is as good as lapsed. Spares the run the wait. */
const lapseLeases = (postgres: ChaosPostgres) =>
  postgres.query("update outbox set leased_until = now() where status = 'delivering'")

interface Stage {
  readonly home: string
  readonly postgres: ChaosPostgres
  readonly world: World
  readonly outside: Outside
  readonly start: (failpoint?: string) => Life
}

const isReady = async (base: string) => {
  try {
    return (await fetch(`${base}/ready`)).status === 200
  } catch {
    return false
  }
}

/** The database is back: the server finds its way by itself, or has ended in good order. */
const untilRecovered = async (life: Life, base: string) => {
  let over = false
  void life.ended.then(() => (over = true))
  for (const until = Date.now() + reachMs; !over && Date.now() < until; await delay(100)) {
    if (await isReady(base)) return
  }
}

/** Makes the fault happen; answers whether it happened as planned. */
const commit = async (fault: Fault, life: Life, { postgres }: Stage, base: string): Promise<boolean> => {
  switch (fault.kind) {
    case "failpoint": {
      const { signal } = await Promise.race([life.ended, delay(reachMs, { signal: null })])
      return signal === "SIGKILL"
    }
    case "random":
      await delay(fault.afterMs)
      return true
    case "postgres":
      await delay(fault.afterMs)
      await postgres.crash(fault.downMs)
      await untilRecovered(life, base)
      return true
  }
}

const armsOf = (fault: Fault, world: World): string | undefined => {
  if (fault.kind !== "failpoint") return undefined
  const account = fault.refused ? world.members.find(({ refused }) => refused)?.accountId : undefined
  return `${fault.name}:${fault.nth}${account === undefined ? "" : `@${account}`}`
}

/** One fault: something to do, a server that meets it, and its end. */
const step = Effect.fnUntraced(function* (stage: Stage, fault: Fault, base: string, chance: () => number) {
  const { outside, postgres, world } = stage
  yield* stir(world, outside, chance)
  yield* Effect.promise(() => lapseLeases(postgres))
  const life = stage.start(armsOf(fault, world))
  if (yield* Effect.promise(() => life.listening)) {
    const asked = askForScrapes(world, outside).pipe(
      Effect.andThen(
        Effect.forEach(
          fault.kind === "failpoint" && fault.refused ? world.members.filter(({ refused }) => refused) : [],
          (member) => Effect.andThen(pardon(world.bank, member), grant(member, outside))
        )
      ),
      Effect.ignore
    )
    yield* Effect.forkScoped(asked)
  }
  const happened = yield* Effect.promise(() => commit(fault, life, stage, base))
  life.kill("SIGKILL")
  yield* Effect.promise(() => life.ended)
  return happened
}, Effect.scoped)

/** Until nothing is left to do, or patience ends; then the last server stops in good order. */
const comeToRest = async (stage: Stage, patienceMs: number) => {
  const began = Date.now()
  await lapseLeases(stage.postgres)
  const life = stage.start()
  await life.listening
  await Effect.runPromise(askForScrapes(stage.world, stage.outside))
  for (const until = Date.now() + patienceMs; Date.now() < until; await delay(250)) {
    const left = await unfinished(stage.postgres, stage.world, stage.outside)
    if (left.length === 0) break
  }
  const restedMs = Date.now() - began
  life.kill("SIGTERM")
  const { code } = await life.ended
  return { code, restedMs }
}

export const runCampaign = Effect.fnUntraced(function* (
  options: CampaignOptions
): Effect.fn.Return<Campaign, ChildFailed | { readonly message: string }, Scope.Scope> {
  const home = yield* temporaryHome
  const { postgres } = yield* Effect.acquireRelease(
    Effect.promise(() => startPostgres(home)),
    ({ stop }) => Effect.promise(stop)
  )
  const url = Redacted.make(postgres.url)
  yield* Effect.provide(migrate({ directory: migrations }), Database.layer({ url, maxConnections: 1 })).pipe(
    Effect.orDie
  )
  const [bankUrl, shopUrl] = yield* Effect.all([neighbour(home, "bank"), neighbour(home, "shop")], { concurrency: 2 })
  const port = yield* freePort
  const base = `http://127.0.0.1:${port}`
  const env = environmentOf(home, postgres.url, port)
  const lives: Array<Life> = []
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      const last = lives.at(-1)
      last?.kill("SIGKILL")
      await last?.ended
    })
  )
  const start = (failpoint?: string) => {
    const armed = failpoint === undefined ? env : { ...env, COUNTERFOIL_FAILPOINT: failpoint }
    const life = startLife({ env: armed, logFile: join(home, "server.log"), nodeArgs: options.nodeArgs })
    lives.push(life)
    return life
  }
  const [bank, shop, outside] = [bankAt(bankUrl), shopAt(shopUrl), newOutside()]
  yield* openBank(bank)
  const first = start()
  if (!(yield* Effect.promise(() => first.listening))) {
    return yield* Effect.fail({
      message: `the server did not start: ${readFileSync(join(home, "server.log"), "utf8")}`
    })
  }
  const world = yield* populate(base, bank, shop, outside)
  for (const statement of options.sabotage) yield* Effect.promise(() => postgres.query(statement))
  first.kill("SIGKILL")
  yield* Effect.promise(() => first.ended)
  yield* Effect.forkScoped(attend(world, outside))

  const stage: Stage = { home, postgres, world, outside, start }
  const kills = new Map<string, number>()
  const missed: Array<string> = []
  for (const [nth, fault] of options.plan.entries()) {
    const began = Date.now()
    const happened = yield* step(stage, fault, base, options.chance)
    kills.set(nameOf(fault), (kills.get(nameOf(fault)) ?? 0) + 1)
    if (!happened) missed.push(nameOf(fault))
    const took = ((Date.now() - began) / 1000).toFixed(1)
    options.say(`${nth + 1}/${options.plan.length} ${nameOf(fault)}${happened ? "" : " (not reached)"} ${took} s`)
  }
  const { code, restedMs } = yield* Effect.promise(() => comeToRest(stage, options.patienceMs))
  options.say(`at rest after ${(restedMs / 1000).toFixed(1)} s, the last server ended with ${code}`)
  const ends = yield* Effect.promise(() => Promise.all(lives.map(({ ended }) => ended)))
  const evidence: Evidence = {
    home,
    postgres,
    world,
    outside,
    lives: lives.map(({ startedAt }, nth) => ({ from: startedAt, to: ends[nth]?.at ?? Date.now() })),
    lastCode: code
  }
  return { evidence, kills, missed, home }
})
