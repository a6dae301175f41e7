/**
 * A day on which the receivers of many accounts answer nothing, and what becomes of the messages: the real outbox, the real
 * worker and the real tables, on a simulated clock, with receivers in this process in place of the sockets.
 */
import {
  Accounts,
  OutboxRepository,
  deliveryWorkerLayer,
  Outbox,
  OutboxNotifier,
  OutboundFault,
  OutboundHttp,
  type OutboundRequest,
  Transactor,
  Vault
} from "@counterfoil/core"
import { StoreLayers } from "@counterfoil/store"
import { Clock, Duration, Effect, Layer, Random, Redacted } from "effect"
import { setImmediate as nextTick } from "node:timers/promises"
import { seedAccounts } from "./accounts.ts"
import { SimulatedClock } from "./SimulatedClock.ts"

export interface OutageOptions {
  readonly messages: number
  readonly endpoints: number
  readonly hours: number
  readonly seed: number
}

export interface OutageReport {
  readonly messages: number
  readonly delivered: number
  /** Deliveries of a message beyond its first. */
  readonly duplicates: number
  readonly attempts: number
  /** From the recovery until 99 % of them were out, in simulated minutes. */
  readonly minutesTo99: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const startMs = Date.UTC(2026, 0, 1)

/** After the recovery; whatever is not out by then is lost. */
const patience = 2 * hour

/** A small generator with a seed (mulberry32), 0 to 1. */
const seeded = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The receivers: until `backMs` half of them refuse connections and half hang; then all answer in 30 to 120 ms. */
const makeReceivers = (backMs: number, random: () => number) => {
  const deliveredAt = new Map<string, number>()
  const seen = { attempts: 0, duplicates: 0, lastMs: 0 }
  const isHanging = (url: string) => Number(/shop-(\d+)/.exec(url)?.[1]) % 2 === 1
  const send = Effect.fnUntraced(function* (request: OutboundRequest) {
    seen.attempts += 1
    if ((yield* Clock.currentTimeMillis) < backMs) {
      if (isHanging(request.url)) yield* Effect.sleep(request.deadline)
      return yield* new OutboundFault({ kind: isHanging(request.url) ? "timeout" : "connect_failed", message: "down" })
    }
    yield* Effect.sleep(Duration.millis(30 + Math.floor(random() * 90)))
    const id = request.headers["webhook-id"] ?? ""
    if (deliveredAt.has(id)) seen.duplicates += 1
    else deliveredAt.set(id, yield* Clock.currentTimeMillis)
    return { status: 200, headers: {}, body: new Uint8Array() }
  })
  return {
    deliveredAt,
    seen,
    layer: Layer.succeed(OutboundHttp, OutboundHttp.of({ send, refusal: () => Effect.succeed(null) }))
  }
}

/** Counts what waits for the database: while something does, time stands still. */
const makeActivity = () => {
  let running = 0
  let rested: (() => void) | undefined
  const end = () => {
    running -= 1
    if (running === 0) rested?.()
  }
  const activity = {
    /** Nothing waits any more. Asking again and again would take the processor from the database. */
    rest: (): Promise<void> =>
      running === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            rested = resolve
          }),
    isRunning: () => running > 0
  }
  const during = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.sync(() => void (running += 1)),
      () => effect,
      () => Effect.sync(end)
    )
  const repository = Layer.effect(
    OutboxRepository,
    Effect.map(OutboxRepository, (real) =>
      OutboxRepository.of({
        ...real,
        afterClockWentBack: during(real.afterClockWentBack),
        sweep: (probeInterval) => during(real.sweep(probeInterval)),
        claim: (limits) => during(real.claim(limits)),
        mayLeave: (delivery) => during(real.mayLeave(delivery)),
        readdress: (attempt) => during(real.readdress(attempt)),
        settleDelivered: (attempt, end, recovery) => during(real.settleDelivered(attempt, end, recovery)),
        settleFailed: (attempt, end, waitMs) => during(real.settleFailed(attempt, end, waitMs)),
        settleGone: (attempt, end) => during(real.settleGone(attempt, end))
      })
    )
  )
  return { activity, during, repository }
}

/** What happens within a step happens at its end, and together: fine where it is measured, coarse where it lasts for hours. */
const stepMs = { down: 5 * second, up: 50 }

type Activity = ReturnType<typeof makeActivity>["activity"]

const drive = async (clock: SimulatedClock, backMs: number, activity: Activity, isOver: () => boolean) => {
  for (let quiet = 0; !isOver();) {
    await activity.rest()
    await nextTick()
    quiet = activity.isRunning() ? 0 : quiet + 1
    if (quiet < 4) continue
    clock.jump(clock.currentTimeMillisUnsafe() < backMs ? stepMs.down : stepMs.up)
    quiet = 0
  }
}

/** Minute by minute, each minute's messages in one commit. */
const enqueue = Effect.fnUntraced(function* (
  options: OutageOptions,
  accounts: ReadonlyArray<string>,
  random: () => number,
  during: <A>(effect: Effect.Effect<A>) => Effect.Effect<A>
) {
  const outbox = yield* Outbox
  const transactor = yield* Transactor
  const minutes = Math.max(1, Math.round(options.hours * 60))
  for (let nth = 0; nth < minutes; nth += 1) {
    const upTo = Math.round((options.messages * (nth + 1)) / minutes)
    const from = Math.round((options.messages * nth) / minutes)
    const commit = transactor.transact(
      outbox.putAll(
        Array.from({ length: upTo - from }, (_, index) => ({
          accountId: accounts[Math.floor(random() * accounts.length)] ?? "",
          lane: "result",
          event: "matched",
          body: JSON.stringify({ n: from + index, status: "matched" })
        }))
      )
    )
    yield* during(commit)
    yield* Effect.sleep(Duration.millis(minute))
  }
})

/** Needs an empty, migrated database. */
export const simulateOutage = Effect.fnUntraced(function* (
  options: OutageOptions,
  progress: (line: string) => void = () => undefined
) {
  const backMs = startMs + options.hours * hour
  const clock = new SimulatedClock(startMs)
  const random = seeded(options.seed)
  const receivers = makeReceivers(backMs, random)
  const { activity, during, repository } = makeActivity()
  const settings = yield* seedAccounts(
    Array.from({ length: options.endpoints }, (_, nth) => `https://shop-${nth}.test/hook`)
  )
  const secret = Redacted.make(`whsec_${Buffer.alloc(32, options.seed).toString("base64")}`)
  const given = Layer.mock(Accounts, {
    findSettings: (accountId) => Effect.succeed(settings.get(accountId) ?? null),
    signingSecrets: () => Effect.succeed([secret])
  })
  const ring = { current: "k1", keys: new Map([["k1", Redacted.make<Uint8Array>(Buffer.alloc(32, options.seed))]]) }
  const store = Layer.provideMerge(Vault.layer(ring), Layer.mergeAll(StoreLayers, OutboxNotifier.layer))
  const world = Layer.mergeAll(Outbox.layer, given, receivers.layer, repository).pipe(Layer.provideMerge(store))
  const worker = deliveryWorkerLayer({
    // Fewer looks at a table in which nothing is due for hours; probes stay within five minutes.
    pollInterval: Duration.seconds(15),
    lease: Duration.minutes(10),
    claimSpacing: Duration.zero,
    stopGrace: Duration.zero
  })

  let reportedHour = -1
  const isOver = () => {
    const elapsed = clock.currentTimeMillisUnsafe() - startMs
    const hours = Math.floor(elapsed / hour)
    if (hours > reportedHour) {
      reportedHour = hours
      progress(`hour ${hours}: ${receivers.seen.attempts} attempts, ${receivers.deliveredAt.size} delivered`)
    }
    return receivers.deliveredAt.size >= options.messages || elapsed > options.hours * hour + patience
  }
  const story = Effect.gen(function* () {
    yield* Effect.forkScoped(enqueue(options, [...settings.keys()], random, during))
    yield* Effect.promise(() => drive(clock, backMs, activity, isOver))
  })
  yield* story.pipe(
    Effect.provide(Layer.provideMerge(worker, world)),
    Effect.scoped,
    Effect.provideService(Clock.Clock, clock),
    Random.withSeed(options.seed)
  )

  const afterBack = [...receivers.deliveredAt.values()].sort((a, b) => a - b)
  const at99 = afterBack[Math.ceil(options.messages * 0.99) - 1]
  const report: OutageReport = {
    messages: options.messages,
    delivered: receivers.deliveredAt.size,
    duplicates: receivers.seen.duplicates,
    attempts: receivers.seen.attempts,
    minutesTo99: at99 === undefined ? Number.POSITIVE_INFINITY : (at99 - backMs) / minute
  }
  return report
})
