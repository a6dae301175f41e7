import { Option } from "effect"
import { describe, expect, it } from "vitest"
import {
  apiKeyMachine,
  assistanceMachine,
  outboxMachine,
  requestMachine,
  scrapingMachine,
  scriptMachine,
  sessionMachine,
  statesBefore,
  toMermaid,
  transition,
  type Machine
} from "@counterfoil/domain"

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

const machines: ReadonlyArray<Plain> = [
  plain(requestMachine),
  plain(sessionMachine),
  plain(assistanceMachine),
  plain(scriptMachine),
  plain(outboxMachine),
  plain(apiKeyMachine),
  plain(scrapingMachine)
]

describe.each(machines)("the machine of the $name", ({ initial, states, events, moves }) => {
  it("leads to no state that it doesn't know", () => {
    expect(moves.filter(([, , to]) => !states.includes(to))).toEqual([])
  })

  it("can reach every state and uses every event", () => {
    const reached = new Set([initial])
    for (const state of reached) for (const [from, , to] of moves) if (from === state) reached.add(to)
    expect([...reached].sort()).toEqual([...states].sort())
    expect([...new Set(moves.map(([, event]) => event))].sort()).toEqual([...events].sort())
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
      cancelled: ["pending"],
      failed: ["cancelled", "expired", "matched", "processing"]
    })
  })

  it("can be run again from anywhere but matched, cancelled and processing", () => {
    expect(statesBefore(requestMachine, "run")).toEqual(["pending", "ambiguous", "not_found", "expired", "failed"])
  })
})

describe("the other machines", () => {
  it("take no second code while one is at the bank", () => {
    expect(Option.isNone(transition(assistanceMachine, "submitted", "submit"))).toBe(true)
    expect(transition(assistanceMachine, "submitted", "reject")).toEqual(Option.some("pending"))
  })

  it("let nothing but a restart or a pause lead out of a block", () => {
    expect(Object.keys(sessionMachine.table.blocked)).toEqual(["restart", "pause"])
  })

  it("never bring a revoked key back", () => {
    expect(transition(apiKeyMachine, "revoked", "revoke")).toEqual(Option.some("revoked"))
  })

  it("are drawn from their tables", () => {
    expect(toMermaid(scriptMachine)).toBe(
      [
        "stateDiagram-v2",
        "  [*] --> review",
        "  review --> active: promote",
        "  active --> active: promote",
        "  active --> review: supersede"
      ].join("\n")
    )
    expect(toMermaid(sessionMachine)).toContain("  opening --> awaiting_otp: ask_code")
  })
})
