/** One fault run: the world is set up, every fault of the plan happens, then all is quiet and the journals are compared. */
import { Database, migrate } from "@counterfoil/store"
import { Data, Effect, Fiber, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { bankAt, shopAt } from "../../apps/counterfoil/src/demo/Neighbours.ts"
import { breaks } from "./breaks.ts"
import { askMeanwhile, commandAtPlace } from "./commands.ts"
import { type Evidence, unfinished } from "./evidence.ts"
import { type Fault, isWeather, nameOf } from "./faults.ts"
import { idleOnes } from "./idleOnes.ts"
import { makeNodes, type Nodes } from "./nodes.ts"
import { type ChaosPostgres, startPostgres } from "./postgres.ts"
import { environmentOf, neighbour, temporaryHome } from "./surroundings.ts"
import {
  askForScrapes,
  attend,
  everybody,
  grant,
  letRefusedTry,
  newOutside,
  openBank,
  type Outside,
  pardon,
  populate,
  stir,
  type World
} from "./world.ts"

export interface CampaignOptions {
  readonly plan: ReadonlyArray<Fault>
  readonly chance: () => number
  readonly nodes: number
  /** Who takes part. (Default: those whom the break needs, else everybody) */
  readonly cast?: ReadonlyArray<string>
  /** The folder of an earlier version's sources: it runs until the fault `upgrade`, which the plan must have. */
  readonly from?: string | undefined
  /** The deliberate break to put in, if any: a name of `breaks`. */
  readonly break: string | undefined
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
}

class NotStarted extends Data.TaggedError("NotStarted")<{ readonly message: string }> {}

const here = fileURLToPath(new URL("../../", import.meta.url))
/** Ample: a machine that is busy takes half a minute for a start and a login. */
const reachMs = 150_000

interface Stage {
  readonly home: string
  readonly postgres: ChaosPostgres
  readonly nodes: Nodes
  readonly world: World
  readonly outside: Outside
}

/** While no server runs nobody works: what a dead one had claimed is as good as lapsed. Spares the run the wait. */
const lapseLeases = async ({ nodes, postgres }: Stage) => {
  if (nodes.living().length > 0) return
  await postgres.query("update outbox set leased_until = now() where status = 'delivering'")
}

const isReady = async (base: string) => {
  try {
    return (await fetch(`${base}/ready`)).status === 200
  } catch {
    return false
  }
}

/** The database is back: the servers find their way by themselves, or have ended in good order. */
const untilRecovered = async (nodes: Nodes) => {
  for (const until = Date.now() + reachMs; Date.now() < until; await delay(100)) {
    if (nodes.living().length === 0 || (await isReady(nodes.base))) return
  }
}

const hourMs = 3_600_000

/** So long may servers take to find their way by themselves; the longest that they wait for is 25 s of silence. */
const recoveryMs = 60_000

const recovered = async (fault: Fault, { nodes, outside }: Stage) => {
  for (const until = Date.now() + recoveryMs; Date.now() < until; await delay(100)) {
    if (nodes.living().length === 0 || (await isReady(nodes.base))) return true
  }
  outside.troubles.push(`not ready ${recoveryMs / 1000} s after ${nameOf(fault)}`)
  return true
}

/** Makes the fault happen; answers whether it happened as planned. */
const commit = async (fault: Fault, stage: Stage, chance: () => number): Promise<boolean> => {
  const { nodes, outside, postgres } = stage
  switch (fault.kind) {
    case "command":
      return Effect.runPromise(Effect.orDie(commandAtPlace(fault, stage, chance, reachMs)))
    case "silence":
      await delay(fault.afterMs)
      await postgres.silence(fault.forMs, fault.ending)
      return recovered(fault, stage)
    case "slow":
      await delay(fault.afterMs)
      await postgres.slow(fault.forMs)
      return recovered(fault, stage)
    case "exhausted":
      await delay(fault.afterMs)
      await postgres.exhaust(fault.forMs)
      return recovered(fault, stage)
    case "clock":
      await delay(fault.afterMs)
      for (const offset of [hourMs, -hourMs, 0]) {
        nodes.setClocks(offset, fault.which)
        await delay(fault.forMs)
      }
      outside.troubles.push(...(await idleOnes(stage)).map((complaint) => `${complaint} (clock)`))
      return recovered(fault, stage)
    case "failover":
      await postgres.failOver(async () => {
        await Effect.runPromise(Effect.andThen(stir(stage.world, outside, chance), askForScrapes(stage.world, outside)))
        await delay(fault.afterMs)
      })
      nodes.leftSessions()
      return recovered(fault, stage)
    case "upgrade":
      await delay(fault.afterMs)
      await nodes.upgradeAll()
      return recovered(fault, stage)
    case "stopAt": {
      const code = await nodes.stopOne(reachMs, fault.lingerMs)
      if (code !== undefined && code !== 0) outside.troubles.push(`${nameOf(fault)}: ended with ${code}`)
      return (await recovered(fault, stage)) && code !== undefined
    }
    case "failpoint":
      return nodes.oneEnded(reachMs)
    case "random":
      await delay(fault.afterMs)
      return true
    case "postgres":
      await delay(fault.afterMs)
      await postgres.crash(fault.downMs)
      await untilRecovered(nodes)
      return true
    case "freezeAt": {
      const happened = await nodes.thawOne(reachMs, fault.forMs)
      await delay(5_000)
      return happened
    }
    case "cutAt": {
      const happened = await nodes.cutOne(reachMs, fault.forMs)
      return (await recovered(fault, stage)) && happened
    }
    case "freeze": {
      await delay(fault.afterMs)
      const happened = await nodes.freezeOne(fault.forMs)
      await delay(5_000)
      return happened
    }
  }
}

const armsOf = (fault: Fault, world: World): string => {
  if (fault.kind === "freezeAt") return `${fault.name}~`
  if (fault.kind === "cutAt" || fault.kind === "stopAt") return `${fault.name}!`
  if (fault.kind !== "failpoint") return ""
  const account = fault.refused ? world.members.find(({ refused }) => refused)?.accountId : undefined
  return `${fault.name}:${fault.nth}${account === undefined ? "" : `@${account}`}`
}

/** What people do meanwhile. They may be cut short, as the server may be. */
const use = (fault: Fault, { outside, world }: Stage) =>
  askForScrapes(world, outside).pipe(
    Effect.andThen(
      Effect.forEach(
        world.members.filter(({ refused }) => refused && fault.kind === "failpoint" && fault.refused),
        (member) => Effect.andThen(pardon(world.bank, member), grant(member, outside))
      )
    ),
    Effect.ignore
  )

/** One fault: something to do, a server that meets it, and its end. */
const step = Effect.fnUntraced(function* (stage: Stage, fault: Fault, chance: () => number) {
  const { nodes, outside, world } = stage
  yield* Effect.promise(() => lapseLeases(stage))
  const order = armsOf(fault, world)
  if (order !== "") nodes.arm(order)
  // After that: a server that lives on would take in new orders and payments before it knows of the fault.
  yield* stir(world, outside, chance)
  yield* Effect.promise(() => nodes.startAll())
  yield* Effect.forkScoped(use(fault, stage))
  const asking = isWeather(fault.kind) ? yield* Effect.forkScoped(askMeanwhile(nameOf(fault), stage)) : undefined
  const happened = yield* Effect.promise(() => commit(fault, stage, chance))
  if (asking !== undefined) yield* Fiber.interrupt(asking)
  nodes.disarm()
  const living = nodes.living()
  if (!happened || fault.kind === "random" || fault.kind === "postgres") {
    const victim = living[Math.floor(chance() * living.length)]
    victim?.kill("SIGKILL")
    yield* Effect.promise(async () => victim?.ended)
  }
  return happened
}, Effect.scoped)

/**
 * Until nothing is left to do, or patience ends; then the servers stop in good order. Every account is read twice in this
 * life: the second time all is known, and nothing may come of it.
 */
const comeToRest = async (stage: Stage, patienceMs: number) => {
  const began = Date.now()
  await lapseLeases(stage)
  await stage.nodes.startAll()
  await Effect.runPromise(letRefusedTry(stage.world, stage.outside))
  const until = began + patienceMs
  const nothingLeft = async () => (await unfinished(stage.postgres, stage.world, stage.outside)).length === 0
  for (let reads = 0; reads < 2; reads++) {
    await Effect.runPromise(askForScrapes(stage.world, stage.outside))
    while (!(await nothingLeft()) && Date.now() < until) await delay(100)
  }
  const restedMs = Date.now() - began
  const idle = await idleOnes(stage)
  return { codes: await stage.nodes.stopAll(), idle, restedMs }
}

const setStage = Effect.fnUntraced(function* (home: string, options: CampaignOptions) {
  const { postgres } = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startPostgres(
        home,
        options.plan.some(({ kind }) => kind === "failover")
      )
    ),
    ({ stop }) => Effect.promise(stop)
  )
  const url = Redacted.make(postgres.url)
  yield* Effect.provide(
    migrate({ directory: join(options.from ?? here, "sql/migrations") }),
    Database.layer({ url, maxConnections: 1 })
  ).pipe(Effect.orDie)
  const [bankUrl, shopUrl] = yield* Effect.all([neighbour(home, "bank"), neighbour(home, "shop")], { concurrency: 2 })
  const broken = options.break === undefined ? {} : { COUNTERFOIL_BREAK: options.break }
  const env = { ...environmentOf(home, postgres.url), ...broken }
  const nodes = yield* Effect.acquireRelease(
    Effect.promise(() =>
      makeNodes({ home, count: options.nodes, env, broken: options.break !== undefined, from: options.from })
    ),
    ({ killAll }) => Effect.promise(killAll)
  )
  const [bank, shop, outside] = [bankAt(bankUrl), shopAt(shopUrl), newOutside()]
  const cast = options.cast ?? breaks[options.break ?? ""]?.cast ?? everybody
  yield* openBank(bank, cast)
  yield* Effect.promise(() => nodes.startAll())
  if (nodes.living().length < options.nodes) {
    return yield* new NotStarted({
      message: `the server did not start: ${readFileSync(join(home, "server.log"), "utf8")}`
    })
  }
  const world = yield* populate({ base: nodes.base, bank, shop }, cast, outside)
  for (const text of breaks[options.break ?? ""]?.sql ?? []) yield* Effect.promise(() => postgres.query(text))
  const stage: Stage = { home, postgres, nodes, world, outside }
  return stage
})

export const runCampaign = Effect.fnUntraced(function* (options: CampaignOptions) {
  const home = yield* temporaryHome
  const stage = yield* setStage(home, options)
  const { nodes, outside, postgres, world } = stage
  yield* Effect.forkScoped(attend(world, outside))
  const kills = new Map<string, number>()
  const missed: Array<string> = []
  for (const [nth, fault] of options.plan.entries()) {
    const began = Date.now()
    const happened = yield* step(stage, fault, options.chance)
    const name = nameOf(fault)
    kills.set(name, (kills.get(name) ?? 0) + 1)
    if (!happened) missed.push(name)
    const took = ((Date.now() - began) / 1000).toFixed(1)
    options.say(`${nth + 1}/${options.plan.length} ${name}${happened ? "" : " (not reached)"} ${took} s`)
  }
  const { codes, idle, restedMs } = yield* Effect.promise(() => comeToRest(stage, options.patienceMs))
  options.say(`at rest after ${(restedMs / 1000).toFixed(1)} s`)
  const evidence: Evidence = { home, postgres, world, outside, ends: [...nodes.ends()], idle, lastCodes: codes }
  const campaign: Campaign = { evidence, kills, missed }
  return campaign
})
