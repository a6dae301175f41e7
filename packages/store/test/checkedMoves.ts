/** A test database in which whatever changes a status has to be a move of the domain's machine: any other update fails. */
import { type Machine, outboxMachine, requestMachine, transition } from "@counterfoil/domain"
import { TestDatabase } from "@counterfoil/testing"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"

/** From, to: one event, or one that takes it up and one that lets it go, for an attempt begins and ends in one commit. */
const movesOf = <State extends string, Event extends string>(
  machine: Machine<State, Event>,
  during?: NoInfer<State>
): ReadonlyArray<string> => {
  const next = (from: State) =>
    machine.events.flatMap((event) => Option.toArray(transition(machine, from, event)).filter((to) => to !== from))
  return machine.states.flatMap((from) =>
    next(from).flatMap((to) => (to === during ? [to, ...next(to)] : [to]).map((end) => `${from} ${end}`))
  )
}

const checked = [
  ["outbox", movesOf(outboxMachine)],
  ["conciliation_requests", movesOf(requestMachine, "processing")]
] as const

const triggers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create function no_such_move() returns trigger language plpgsql as $$
    begin raise exception '% has no such move: % to %', tg_table_name, old.status, new.status; end $$`
  for (const [table, moves] of checked) {
    const known = moves.map((move) => `'${move}'`).join(", ")
    yield* sql.unsafe(`create trigger checked_moves before update of status on ${table} for each row
      when (old.status <> new.status and old.status || ' ' || new.status not in (${known})) execute function no_such_move()`)
  }
})

export const CheckedMoves = Layer.provideMerge(Layer.effectDiscard(triggers), TestDatabase.layer)
