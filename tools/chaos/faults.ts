/** Which faults a run has, in an order that its seed decides. */
import { type FailpointName, failpointNames } from "@counterfoil/core"

export type Fault =
  /** The server kills itself where it reaches this place. `refused`: in the login of the account with the wrong password. */
  | { readonly kind: "failpoint"; readonly name: FailpointName; readonly nth: number; readonly refused: boolean }
  /** kill -9 so many milliseconds after the start. */
  | { readonly kind: "random"; readonly afterMs: number }
  /** Postgres is stopped in immediate mode; the server is left alive to find its way, and killed then. */
  | { readonly kind: "postgres"; readonly afterMs: number; readonly downMs: number }
  /** One of several servers stands still, longer than its leases, and goes on then. */
  | { readonly kind: "freeze"; readonly afterMs: number; readonly forMs: number }
  /** The same, where it reaches this place. */
  | { readonly kind: "freezeAt"; readonly name: FailpointName; readonly forMs: number }
  /** Where one of several servers reaches this place, nothing passes between it and Postgres for longer than its leases. */
  | { readonly kind: "cutAt"; readonly name: FailpointName; readonly forMs: number }
  /** Where one of several servers reaches this place, it is asked to stop; so long after that the place goes on. */
  | { readonly kind: "stopAt"; readonly name: FailpointName; readonly lingerMs: number }
  /** Nothing passes between the servers and Postgres; what was open is reset then, or never heard of again. */
  | {
      readonly kind: "silence"
      readonly afterMs: number
      readonly forMs: number
      readonly ending: "reset" | "forgotten"
    }
  /** Postgres answers each statement half a second late, or has no connection to give. */
  | { readonly kind: "slow" | "exhausted"; readonly afterMs: number; readonly forMs: number }
  /** The servers' clock, or that of the first alone, is an hour fast, then an hour slow, so long each, then right again. */
  | { readonly kind: "clock"; readonly which: "all" | "first"; readonly afterMs: number; readonly forMs: number }
  /** The database is killed, and its standby, for which commits have waited, takes its place. */
  | { readonly kind: "failover"; readonly afterMs: number }
  /** The servers are stopped in good order and started with this checkout's program, one after the other. */
  | { readonly kind: "upgrade"; readonly afterMs: number }
  /** A person does this in the moment in which a server reaches the place, which waits for it for a while. */
  | { readonly kind: "command"; readonly what: Command; readonly name: FailpointName }

export const commands = ["restart", "pause", "password", "promote", "delete"] as const
export type Command = (typeof commands)[number]

/** Where the account of somebody who is about to leave gets to for certain. */
const onTheWay: ReadonlyArray<FailpointName> = [
  "actor.after-lease",
  "login.attempt-written",
  "login.password-submitted",
  "login.answered",
  "session.started",
  "read.page"
]

/** Longer than any lease. */
const frozenMs = 40_000

/** A small generator with a seed (mulberry32), 0 to 1. */
export const seeded = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

const shuffled = <A>(items: ReadonlyArray<A>, chance: () => number): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Faults after which the servers must find their way by themselves. */
export const isWeather = (kind: Fault["kind"]): boolean =>
  kind === "postgres" ||
  kind === "silence" ||
  kind === "slow" ||
  kind === "exhausted" ||
  kind === "clock" ||
  kind === "upgrade" ||
  kind === "stopAt" ||
  kind === "failover"

const ofRefused: ReadonlyArray<FailpointName> = ["login.attempt-written", "login.password-submitted"]

/** One round: each failpoint once, the refused login's twice over, and a third as many faults at random times. */
const round = (chance: () => number, nodes: number): ReadonlyArray<Fault> => {
  const upTo = (limit: number) => Math.floor(chance() * limit)
  const point = (name: FailpointName, refused: boolean): Fault => ({
    kind: "failpoint",
    name,
    nth: name === "read.page" ? 1 + upTo(12) : 1,
    refused
  })
  const placeFor = (what: Command): FailpointName => {
    const places = what === "delete" ? onTheWay : failpointNames
    return places[upTo(places.length)] ?? "read.page"
  }
  const silence = (ending: "reset" | "forgotten"): Fault => ({
    kind: "silence",
    afterMs: upTo(3_000),
    forMs: 6_000 + upTo(6_000),
    ending
  })
  return shuffled(
    [
      ...commands.map((what): Fault => ({ kind: "command", what, name: placeFor(what) })),
      silence("reset"),
      silence("forgotten"),
      { kind: "slow", afterMs: upTo(2_000), forMs: 15_000 },
      { kind: "exhausted", afterMs: upTo(3_000), forMs: 5_000 },
      { kind: "clock", which: "all", afterMs: upTo(3_000), forMs: 8_000 },
      ...failpointNames.map((name) => point(name, false)),
      ...ofRefused.map((name) => point(name, true)),
      ...Array.from({ length: 6 }, (): Fault => ({ kind: "random", afterMs: upTo(4_000) })),
      ...Array.from({ length: 3 }, (): Fault => ({ kind: "postgres", afterMs: upTo(3_000), downMs: upTo(1_000) })),
      ...Array.from({ length: nodes > 1 ? 2 : 0 }, (): Fault => ({
        kind: "freeze",
        afterMs: upTo(3_000),
        forMs: frozenMs
      }))
    ],
    chance
  )
}

/** Only where it is asked for: a run begins with an earlier version then. */
const upgrade: Fault = { kind: "upgrade", afterMs: 3_000 }

/** Only where it is asked for: the database has a standby then. */
const failover: Fault = { kind: "failover", afterMs: 5_000 }

/** Where one of several is wrong, another one is right: it may take over what the first wrote. */
const clockOfOne: Fault = { kind: "clock", which: "first", afterMs: 1_000, forMs: 20_000 }

export interface PlanOptions {
  readonly count: number
  readonly nodes: number
  /** Names of faults, in their order; then these are the plan. */
  readonly only?: ReadonlyArray<string> | undefined
}

const stopAt = (name: FailpointName | undefined, chance: () => number): Fault | undefined =>
  name && { kind: "stopAt", name, lingerMs: Math.floor(chance() * 1_500) }

/**
 * `restart@read.page`: a command at this place; `freeze@read.page`: a server stands still there; `cut@read.page`;
 * `stop@read.page`, or `stop@any` for a place that the seed decides.
 */
const faultAt = (text: string, chance: () => number): Fault | undefined => {
  const [said, place] = text.split("@")
  if (said === "stop" && place === "any")
    return stopAt(failpointNames[Math.floor(chance() * failpointNames.length)], chance)
  if (said === "stop")
    return stopAt(
      failpointNames.find((one) => one === place),
      chance
    )
  const [what, name] = [commands.find((one) => one === said), failpointNames.find((one) => one === place)]
  if (name !== undefined && said === "freeze") return { kind: "freezeAt", name, forMs: frozenMs }
  if (name !== undefined && said === "cut") return { kind: "cutAt", name, forMs: frozenMs }
  return what === undefined || name === undefined ? undefined : { kind: "command", what, name }
}

export const planOf = ({ count, nodes, only }: PlanOptions, chance: () => number): ReadonlyArray<Fault> => {
  const plan: Array<Fault> = []
  while (only === undefined && plan.length < count) plan.push(...round(chance, nodes))
  for (const name of only ?? []) {
    const known =
      faultAt(name, chance) ??
      [upgrade, clockOfOne, failover, ...round(chance, nodes)].find((fault) => nameOf(fault) === name)
    if (known === undefined) throw new Error(`there is no fault ${name}`)
    plan.push(known)
  }
  return plan.slice(0, count)
}

/** As the report names it, and as `--only` takes it. */
export const nameOf = (fault: Fault): string => {
  switch (fault.kind) {
    case "failpoint":
      return `${fault.name}${fault.refused ? "@refused" : ""}`
    case "command":
      return `${fault.what}@${fault.name}`
    case "clock":
      return fault.which === "all" ? "clock" : "clock@first"
    case "freezeAt":
      return `freeze@${fault.name}`
    case "cutAt":
      return `cut@${fault.name}`
    case "stopAt":
      return `stop@${fault.name}`
    case "silence":
      return fault.ending === "reset" ? "silence" : "forgotten"
    default:
      return fault.kind
  }
}
