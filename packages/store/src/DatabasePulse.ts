/** Whether the database answers: asked for every two seconds, so that an outage is one line in the log and its end another. */
import { Clock, Context, Duration, Effect, Fiber, Layer, type Scope } from "effect"
import { SqlClient } from "effect/sql"

const betweenBeats = Duration.seconds(2)
const patience = Duration.seconds(2)
/** One answer that is late may be a busy machine's. */
const missedBeats = 2

export class DatabasePulse extends Context.Service<
  DatabasePulse,
  {
    /** Within two seconds. While an outage lasts, at once. */
    readonly answers: Effect.Effect<boolean>
  }
>()("@counterfoil/store/DatabasePulse") {
  static readonly layer: Layer.Layer<DatabasePulse, never, SqlClient.SqlClient> = Layer.effect(
    DatabasePulse,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const scope = yield* Effect.scope
  let missed = 0
  let since = 0

  const beat = Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    if (yield* answersWithin(sql, scope)) {
      if (missed >= missedBeats) yield* Effect.logInfo(`the database answers again, after ${seconds(began - since)} s`)
      missed = 0
      return
    }
    if (missed === 0) since = began
    missed += 1
    if (missed === missedBeats) {
      yield* Effect.logError("the database does not answer: what needs it waits, is tried again or fails until it does")
    }
  })

  yield* Effect.forkScoped(Effect.forever(Effect.andThen(beat, Effect.sleep(betweenBeats))))
  return DatabasePulse.of({
    answers: Effect.suspend(() => (missed >= missedBeats ? Effect.succeed(false) : answersWithin(sql, scope)))
  })
})

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000)

/** A question that isn't answered is left behind: to take it back would need an answer too. */
const answersWithin = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, scope: Scope.Scope) {
  const asked = yield* Effect.forkIn(sql`SELECT 1`, scope)
  const answered = yield* Fiber.join(asked).pipe(Effect.timeout(patience), Effect.isSuccess)
  if (asked.pollUnsafe() === undefined) yield* Effect.forkIn(Fiber.interrupt(asked), scope)
  return answered
})
