/** State machines as data: one table says every move there is, and everything else is no move. */
import { Option } from "effect"

export interface Machine<State extends string, Event extends string> {
  readonly name: string
  readonly initial: State
  readonly states: ReadonlyArray<State>
  readonly events: ReadonlyArray<Event>
  readonly table: Readonly<Record<State, Readonly<Partial<Record<Event, State>>>>>
}

/** The state that the event leads to; none if the machine has no such move. */
export const transition = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  state: NoInfer<State>,
  event: NoInfer<Event>
): Option.Option<State> => Option.fromUndefinedOr(machine.table[state][event])

/** The states from which the event is a move: what an update's condition has to name. */
export const statesBefore = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  event: NoInfer<Event>
): ReadonlyArray<State> => machine.states.filter((state) => machine.table[state][event] !== undefined)

/** The machine as a Mermaid state diagram. */
export const toMermaid = <State extends string, Event extends string>(machine: Machine<State, Event>): string => {
  const id = (state: State) => state.replace(/[^a-zA-Z0-9_]/g, "_")
  const lines = machine.states.flatMap((from) =>
    machine.events.flatMap((event) => {
      const to = machine.table[from][event]
      return to === undefined ? [] : [`  ${id(from)} --> ${id(to)}: ${event}`]
    })
  )
  return ["stateDiagram-v2", `  [*] --> ${id(machine.initial)}`, ...lines].join("\n")
}
