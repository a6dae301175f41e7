/**
 * Look-ups by key that many fibers make at the same moment, in one statement. It is sent once the event loop has taken in
 * what had arrived: after each of the look-ups was asked for, so that nothing is ever answered from memory.
 */
import { Effect, Exit, Fiber } from "effect"
import { SqlClient } from "effect/sql"

type Resume<A> = (found: Effect.Effect<ReadonlyArray<A>>) => void

/** More keys than these are read in several statements. */
const most = 256

/** `readAll` reads the rows of several keys, in any order; `keyOf` says whose a row is. */
export const batchedLookup = Effect.fnUntraced(function* <A>(
  readAll: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>>,
  keyOf: (row: A) => string
) {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* Effect.scope
  const run = Effect.runForkWith(yield* Effect.context<never>())
  let waiting = new Map<string, Array<Resume<A>>>()

  const send = () => {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    Fiber.runIn(run(readAll([...batch.keys()])), scope).addObserver((exit) => answer(batch, exit, keyOf))
  }

  const ask = (key: string) =>
    Effect.callback<ReadonlyArray<A>>((resume) => {
      if (waiting.size === 0) setImmediate(send)
      const resumes = waiting.get(key)
      if (resumes === undefined) waiting.set(key, [resume])
      else resumes.push(resume)
      if (waiting.size === most) send()
    })

  /** A transaction reads over its own connection: it may have written the row. */
  return (key: string): Effect.Effect<ReadonlyArray<A>> =>
    Effect.flatMap(Effect.serviceOption(sql.transactionService), (transaction) =>
      transaction._tag === "None" ? ask(key) : readAll([key])
    )
})

const answer = <A>(
  batch: ReadonlyMap<string, ReadonlyArray<Resume<A>>>,
  exit: Exit.Exit<ReadonlyArray<A>>,
  keyOf: (row: A) => string
): void => {
  const found = Exit.isSuccess(exit) ? Map.groupBy(exit.value, keyOf) : new Map<string, Array<A>>()
  for (const [key, resumes] of batch) {
    const rows = Exit.map(exit, () => found.get(key) ?? [])
    for (const resume of resumes) resume(rows)
  }
}
