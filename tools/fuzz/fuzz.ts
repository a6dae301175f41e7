/** A fuzzing run against a server of its own: what `npm run fuzz` and its test do. */
import { Effect } from "effect"
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startService } from "../soak/service.ts"
import { runCampaign } from "./campaign.ts"
import { type Memory, memoryProblem, type Violation } from "./judge.ts"
import { readApi } from "./openapi.ts"
import { makeSender } from "./send.ts"
import { type Shop, startShop } from "./shop.ts"
import { movementsOf, populate, type World } from "./world.ts"

export interface FuzzOptions {
  readonly requests: number
  readonly seed: number
  /** Only this input, after the world was made. */
  readonly only?: number | undefined
  readonly atOnce: number
  /** Seconds until a missing answer counts as none. */
  readonly patience: number
  readonly say: (line: string) => void
}

export interface Verdict {
  readonly inputs: number
  readonly violations: ReadonlyArray<Violation>
  /** In MiB: before the first input, and after the last; undefined: the server has ended. */
  readonly rss: { readonly first: number; readonly last: number } | undefined
}

const environmentOf = (home: string) => ({
  HOST: "127.0.0.1",
  PORT: "0",
  COUNTERFOIL_HOME: join(home, "server"),
  EGRESS_ALLOW: "127.0.0.0/8",
  ORDERS_INTERVAL: "10 seconds",
  AUTH_REQUESTS_PER_MINUTE: "100000",
  CHANGES_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_MINUTE: "100000",
  OTP_SUBMISSIONS_PER_HOUR: "100000",
  LOG_FORMAT: "json",
  ...(process.env["CHROMIUM_PATH"] === undefined ? {} : { CHROMIUM_PATH: process.env["CHROMIUM_PATH"] })
})

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-fuzz-"))
    chmodSync(home, 0o711)
    return home
  }),
  (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
)

/** What the server wrote about the request that an answer names: the server is gone when somebody wants to know. */
const loggedOf = (log: string, answer: string): ReadonlyArray<string> => {
  const id = /request ([0-9a-f-]{36})/.exec(answer)?.[1]
  if (id === undefined) return []
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes(id) && line.includes("request failed"))
    .map((line) => line.slice(0, 4_000))
}

/** What was there is there: the bystander's movements, and every account that a user was told to have. */
const lost = Effect.fnUntraced(function* (world: World, send: ReturnType<typeof makeSender>["send"]) {
  const has = yield* movementsOf(world.base, world.bystander)
  const movements =
    has.join() === world.bystanderHas.join()
      ? []
      : [`the bystander had ${world.bystanderHas.length} movements and has ${has.length}`]
  const accounts = yield* Effect.forEach(
    world.users.flatMap((user) => [...user.accounts].map((id) => ({ id, user }))),
    ({ id, user }) =>
      Effect.promise(() =>
        send({
          method: "GET",
          path: `/accounts/${id}`,
          headers: { authorization: `Bearer ${user.token}` },
          body: undefined
        })
      ).pipe(Effect.map(({ status }) => (status === 200 ? [] : [`account ${id} of ${user.name} is gone (${status})`])))
  )
  return [...movements, ...accounts.flat()]
})

const closing = (shop: Shop) => Effect.sync(() => shop.close())
/** The memory is measured after each: often enough to be judged, whatever the number of inputs. */
const stretchOf = (requests: number) => Math.min(5_000, Math.max(500, Math.floor(requests / 20)))

export const fuzz = ({ atOnce, only, patience, requests, say, seed }: FuzzOptions) =>
  Effect.gen(function* () {
    const home = yield* temporaryHome
    const shop = yield* Effect.acquireRelease(
      Effect.promise(() => startShop(seed)),
      closing
    )
    const log = join(home, "server.log")
    const service = yield* Effect.acquireRelease(
      Effect.promise(() => startService(environmentOf(home), log)),
      ({ stop }) => Effect.promise(stop)
    )
    const world = yield* populate(service.base, shop.base)
    const sender = yield* Effect.acquireRelease(
      Effect.sync(() => makeSender(service.base, atOnce, patience)),
      ({ close }) => Effect.sync(close)
    )
    const atFirst = yield* Effect.promise(() => service.measure())
    const began = performance.now()
    const violations: Array<Violation> = []
    const samples: Array<Memory> = []
    const statuses = new Map<number, number>()
    let inputs = 0
    const stretch = stretchOf(requests)
    const [first, last] = only === undefined ? [0, requests] : [only, only + 1]
    for (let from = first; from < last && !service.hasEnded(); from += stretch) {
      const progress = yield* Effect.promise(() =>
        runCampaign(readApi(), world, sender, {
          from,
          to: Math.min(last, from + stretch),
          seed,
          atOnce,
          isOver: service.hasEnded
        })
      )
      inputs += progress.inputs
      for (const [status, count] of progress.byStatus) statuses.set(status, (statuses.get(status) ?? 0) + count)
      for (const violation of progress.violations) {
        violations.push(violation)
        say(`violation: input ${violation.number} of seed ${seed}: ${violation.what}`)
        for (const line of loggedOf(log, violation.what)) say(`  the server's log: ${line}`)
      }
      if (service.hasEnded()) break
      const memory = yield* Effect.promise(() => service.measure())
      samples.push(memory)
      const rate = inputs / ((performance.now() - began) / 1000)
      say(
        `${inputs} inputs, ${rate.toFixed(0)} a second, rss ${memory.rss.toFixed(0)} MiB, live heap ${memory.liveHeap.toFixed(0)} MiB, ${violations.length} violations`
      )
    }
    const after = service.hasEnded() ? ["the server ended"] : yield* lost(world, sender.send)
    const grown = memoryProblem(samples)
    for (const what of [...after, ...(grown === undefined ? [] : [grown])]) {
      violations.push({ number: -1, what })
      say(`violation: in the end ${what}`)
    }
    say(
      `answers: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status === 0 ? "none" : status} ${count}`)
        .join(", ")}; the shop answered ${shop.answered()}`
    )
    const inTheEnd = samples.at(-1)
    const verdict: Verdict = {
      inputs: inputs + shop.answered(),
      violations,
      rss: inTheEnd === undefined || service.hasEnded() ? undefined : { first: atFirst.rss, last: inTheEnd.rss }
    }
    return verdict
  }).pipe(Effect.scoped)
