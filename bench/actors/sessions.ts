/** Sessions at work in real browsers, and how soon people's commands are answered meanwhile. */
import { Clock, Duration, Effect, Ref, Schema } from "effect"
import { publishVersion, settingsFor } from "../../apps/counterfoil/src/demo/cast.ts"
import { call, type StepFailed, until } from "../../apps/counterfoil/src/demo/Client.ts"
import { type Bank, bankAt, shopAt } from "../../apps/counterfoil/src/demo/Neighbours.ts"
import { enrol, type Machine, machineWith, type Person } from "../../apps/counterfoil/src/demo/Person.ts"
import { type Message, openStream, type RealtimeStream } from "../../apps/counterfoil/src/demo/Stream.ts"
import { startServer } from "../lib/child.ts"
import type { BenchPostgres } from "../lib/postgres.ts"
import { startCounterfoil } from "./rest.ts"

export interface Work {
  /** Accounts whose session stays open and is read every second. */
  readonly watched: number
  /** Accounts that log in with a code, again and again. */
  readonly coded: number
  /** How long to measure at least, and, where few codes came in that time, at most. */
  readonly seconds: readonly [atLeast: number, atMost: number]
}

/** Milliseconds, sorted: from the request to its whole answer. */
export interface Latencies {
  readonly status: ReadonlyArray<number>
  readonly scrape: ReadonlyArray<number>
  readonly code: ReadonlyArray<number>
  /** Reads that were completed in a second meanwhile. */
  readonly reads: number
}

const loopback = "127.0.0.0/8"
const many = "100000"

const environment = ({ coded, watched }: Work) => ({
  HOME: process.env["HOME"] ?? "/",
  EGRESS_ALLOW: loopback,
  BANK_EGRESS_ALLOW: loopback,
  MONITOR_INTERVAL: "1 second",
  ASSISTED_HOURS: "00:00-24:00",
  BANK_CONCURRENCY: String(watched + coded),
  SESSION_CONCURRENCY: String(watched + coded),
  OTP_SUBMISSIONS_PER_MINUTE: many,
  OTP_SUBMISSIONS_PER_HOUR: many
})

interface World {
  readonly bank: Bank
  readonly person: Person
  readonly machine: Machine
  readonly stream: RealtimeStream
  /** The customer of each account. */
  readonly accounts: ReadonlyMap<string, string>
}

const password = "right-password-1"
const nobody = shopAt("http://127.0.0.1:9")

const populate = Effect.fnUntraced(function* (base: string, bankUrl: string, { coded, watched }: Work) {
  const bank = bankAt(bankUrl)
  const person = yield* enrol(base, "bench@shop.example", "Bench", "passthrough")
  const machine = machineWith(base, yield* person.createKey("bench"))
  const stream = yield* openStream(base, person.token)
  const { id: bankId } = yield* person.createBank("demo-bank", "Demo Bank", `${bankUrl}/login`)
  yield* publishVersion(person, bankId, "1.1.0")
  const add = Effect.fnUntraced(function* (customer: string, asksSmsCode: boolean) {
    const body = { id: customer, password, asksSmsCode, history: "ordinary" }
    yield* call(`${bankUrl}/control/customers`, 201, Schema.Json, { method: "POST", body })
    const { id } = yield* person.createAccount(bankId, customer)
    const kind = asksSmsCode
      ? { session_type: "one-shot", login_mode: "assisted" }
      : { session_type: "persistent", login_mode: "simple" }
    const settings = { ...kind, notification_endpoint_url: null, notification_events: [] }
    yield* person.configure(id, settingsFor(nobody, { username: customer, password }, settings))
    return [id, customer] as const
  })
  const added = yield* Effect.forEach(Array.from({ length: watched + coded }), (_, nth) =>
    add(`customer-${nth}`, nth >= watched)
  )
  const world: World = { bank, person, machine, stream, accounts: new Map(added) }
  return world
})

/** Makes the request, and remembers how long its answer took; one that is refused isn't counted. */
const timed = <A>(into: Array<number>, request: Effect.Effect<A, StepFailed>) =>
  Effect.gen(function* () {
    const began = yield* Clock.currentTimeNanos
    yield* request
    into.push(Number((yield* Clock.currentTimeNanos) - began) / 1e6)
  }).pipe(Effect.ignore)

/** Submits the code of each login that asks for one, as it asks. */
const answerCodes = Effect.fnUntraced(function* ({ accounts, bank, machine, stream }: World, into: Array<number>) {
  const seen = yield* Ref.make(0)
  const answer = Effect.fnUntraced(function* (accountId: string) {
    const sent = bank.latestCode(accounts.get(accountId) ?? "")
    const code = yield* until("a code", sent, (found) => found !== null)
    yield* timed(into, machine.submitCode(accountId, code ?? ""))
  })
  const look = Effect.gen(function* () {
    const from = yield* Ref.getAndSet(seen, stream.messages.length)
    const asked = stream.messages.slice(from).filter(({ type }) => type === "assistance.requested")
    for (const { accountId } of asked) yield* Effect.forkChild(Effect.ignore(answer(accountId)))
  })
  return yield* Effect.forever(Effect.andThen(look, Effect.sleep("5 millis")))
})

const each = <A>(accounts: World["accounts"], pause: number, act: (accountId: string) => Effect.Effect<A>) =>
  Effect.forEach([...accounts.keys()], (id) => Effect.andThen(act(id), Effect.sleep(`${pause} millis`)), {
    discard: true
  }).pipe(Effect.forever)

/** A percentile of fewer says little. */
const enoughCodes = 40

const isRead = ({ type }: Message) => type === "scrape.succeeded"
const readsOf = ({ stream }: World) => stream.messages.filter(isRead).length

const measure = Effect.fnUntraced(function* (world: World, [atLeast, atMost]: Work["seconds"]) {
  const { accounts, machine, person, stream } = world
  const times = { status: Array<number>(), scrape: Array<number>(), code: Array<number>() }
  yield* Effect.forkScoped(answerCodes(world, times.code))
  const read = Effect.sync(() => new Set(stream.messages.flatMap((told) => (isRead(told) ? [told.accountId] : []))))
  yield* until("a read of each account", read, ({ size }) => size === accounts.size, 120)
  times.code.length = 0
  const [began, before] = [yield* Clock.currentTimeMillis, readsOf(world)]
  yield* Effect.forkScoped(each(accounts, 10, (id) => timed(times.status, machine.status(id))))
  yield* Effect.forkScoped(each(accounts, 250, (id) => timed(times.scrape, person.scrape(id))))
  yield* Effect.sleep(Duration.seconds(atLeast))
  while (times.code.length < enoughCodes && (yield* Clock.currentTimeMillis) - began < atMost * 1000) {
    yield* Effect.sleep("100 millis")
  }
  const seconds = ((yield* Clock.currentTimeMillis) - began) / 1000
  const sorted = (values: ReadonlyArray<number>) => [...values].sort((a, b) => a - b)
  const latencies: Latencies = {
    status: sorted(times.status),
    scrape: sorted(times.scrape),
    code: sorted(times.code),
    reads: (readsOf(world) - before) / seconds
  }
  return latencies
})

/** A server with a browser at a demo bank; needs a database of its own. */
export const measureSessions = async (postgres: BenchPostgres, work: Work): Promise<Latencies> => {
  const bank = await startServer("apps/demo-bank/src/main.ts", ["--port", "0"], {})
  try {
    const server = await startCounterfoil(postgres.url, environment(work))
    try {
      const measured = Effect.flatMap(populate(server.url, bank.url, work), (world) => measure(world, work.seconds))
      return await Effect.runPromise(Effect.scoped(measured))
    } finally {
      await server.stop()
    }
  } finally {
    await bank.stop()
  }
}
