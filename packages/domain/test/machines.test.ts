import { Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { outboxMachine, requestMachine, statesBefore, toMermaid, transition, type Machine } from "@counterfoil/domain"

interface Plain {
  readonly name: string
  readonly initial: string
  readonly states: ReadonlyArray<string>
  readonly events: ReadonlyArray<string>
  readonly moves: ReadonlyArray<readonly [from: string, event: string, to: string]>
}

const plain = <State extends string, Event extends string>(machine: Machine<State, Event>): Plain => ({
  name: machine.name,
  initial: machine.initial,
  states: machine.states,
  events: machine.events,
  moves: machine.states.flatMap((from) =>
    machine.events.flatMap((event) =>
      Option.match(transition(machine, from, event), { onNone: () => [], onSome: (to) => [[from, event, to] as const] })
    )
  )
})

/** Where the events lead from the initial state; an event that is no move there changes nothing. */
const after = ({ initial, moves }: Pick<Plain, "initial" | "moves">, events: ReadonlyArray<string>): string =>
  events.reduce((state, event) => moves.find(([from, by]) => from === state && by === event)?.[2] ?? state, initial)

/** The states that some sequence of moves leads to, the first one included. */
const reachable = (moves: Plain["moves"], start: string): ReadonlySet<string> => {
  const reached = new Set([start])
  for (const state of reached) for (const [from, , to] of moves) if (from === state) reached.add(to)
  return reached
}

const machines: ReadonlyArray<Plain> = [plain(requestMachine), plain(outboxMachine)]

describe.each(machines)("the machine of the $name", ({ initial, states, events, moves }) => {
  it("leads to no state that it doesn't know", () => {
    expect(moves.filter(([, , to]) => !states.includes(to))).toEqual([])
  })

  it("can reach every state and uses every event", () => {
    expect([...reachable(moves, initial)].sort()).toEqual([...states].sort())
    expect([...new Set(moves.map(([, event]) => event))].sort()).toEqual([...events].sort())
  })

  it("can come back to where it began from anywhere", () => {
    const stuck = states.filter((state) => !reachable(moves, state).has(initial))
    expect(stuck).toEqual([])
  })

  it("stays in its states whatever happens in whatever order", () => {
    const sequence = fc.array(fc.constantFrom(...events), { maxLength: 40 })
    fc.assert(fc.property(sequence, (happened) => states.includes(after({ initial, moves }, happened))))
  })
})

describe("a conciliation request", () => {
  const to = (state: (typeof requestMachine.states)[number]) =>
    [...new Set(machines[0]?.moves.filter(([from]) => from === state).map(([, , next]) => next))].sort()

  it("moves as it is decided, and in no other way", () => {
    expect(Object.fromEntries(requestMachine.states.map((state) => [state, to(state)]))).toEqual({
      pending: ["cancelled", "expired", "matched", "processing"],
      processing: ["ambiguous", "expired", "failed", "matched", "not_found", "pending"],
      matched: ["pending"],
      ambiguous: ["cancelled", "expired", "matched", "processing"],
      not_found: ["cancelled", "expired", "matched", "pending", "processing"],
      expired: ["matched", "processing"],
      cancelled: ["matched", "pending"],
      failed: ["cancelled", "expired", "matched", "processing"]
    })
  })

  it("can be run again from anywhere but matched, cancelled and processing", () => {
    expect(statesBefore(requestMachine, "run")).toEqual(["pending", "ambiguous", "not_found", "expired", "failed"])
  })
})

describe("an outbox message", () => {
  it("is not delivered before somebody has claimed it", () => {
    for (const event of ["succeed", "retry", "exhaust"] as const) {
      expect(statesBefore(outboxMachine, event)).toEqual(["delivering"])
    }
  })

  it("that was cancelled leaves that for nothing but that its receiver took it while it was on its way", () => {
    expect(outboxMachine.table.cancelled).toEqual({ take: "delivered" })
  })

  it("is drawn from its table", () => {
    expect(toMermaid(outboxMachine)).toContain("  pending --> delivering: claim")
  })
})
