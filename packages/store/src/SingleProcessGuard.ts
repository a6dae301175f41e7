import { Context, Data, Deferred, Effect, Layer, Schedule, Schema } from "effect"
import type { Duration } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql"

/** Another counterfoil works on this database. */
export class DatabaseInUse extends Data.TaggedError("DatabaseInUse") {
  override get message(): string {
    return "another counterfoil is using this database: stop it first, or point DATABASE_URL to another database"
  }
}

/** Any fixed number; whoever holds it is the one process of this database. */
const processLock = 4_155_218_002n

const Answer = Schema.Tuple([Schema.Struct({ locked: Schema.Boolean })])
const decodeAnswer = Schema.decodeUnknownEffect(Answer)

interface GuardOptions {
  /** How long to wait for a process that is about to end. (Default 3 seconds) */
  readonly patience?: Duration.Input
}

/** A session lock lives as long as its connection, so one connection of the pool is kept for it. */
const holdLock = Effect.fnUntraced(function* (options: GuardOptions) {
  const sql = yield* SqlClient.SqlClient
  const connection = yield* sql.reserve
  const run = (text: string) => connection.execute(text, [], undefined)
  const tryLock = Effect.gen(function* () {
    const rows = yield* run(`SELECT pg_try_advisory_lock(${processLock}) AS locked`)
    const [{ locked }] = yield* decodeAnswer(rows).pipe(Effect.orDie)
    if (!locked) return yield* new DatabaseInUse()
  })
  // The server notices within moments that a killed owner is gone; a start right after it must not be refused.
  yield* Effect.acquireRelease(
    tryLock.pipe(
      Effect.retry({
        while: (error) => error._tag === "DatabaseInUse",
        schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: options.patience ?? "3 seconds" }))
      })
    ),
    () => Effect.ignore(run(`SELECT pg_advisory_unlock(${processLock})`))
  )
  return run("SELECT 1")
})

/** Holds the lock as long as its connection lives; a lost one is taken up again, unless another process was faster. */
const keepLock = (
  options: GuardOptions,
  held: Effect.Effect<unknown>
): Effect.Effect<never, DatabaseInUse, SqlClient.SqlClient> =>
  Effect.scoped(
    Effect.gen(function* () {
      const ping = yield* holdLock(options)
      yield* held
      return yield* Effect.forever(Effect.andThen(Effect.sleep("5 seconds"), ping))
    })
  ).pipe(
    Effect.retry({
      while: (error: DatabaseInUse | SqlError.SqlError) => error._tag !== "DatabaseInUse",
      schedule: Schedule.spaced("1 second")
    }),
    Effect.catchTag("SqlError", Effect.die)
  )

/**
 * Lets one process work on a database that is not made for several: a second one is refused after a short wait. The
 * lock is the database's own, so it ends with its process however that ends.
 */
export class SingleProcessGuard extends Context.Service<
  SingleProcessGuard,
  {
    /** Fails if another process took the lock while our connection was lost: then stop working at once. */
    readonly lost: Effect.Effect<never, DatabaseInUse>
  }
>()("@counterfoil/store/SingleProcessGuard") {
  static readonly layer = (
    options: GuardOptions = {}
  ): Layer.Layer<SingleProcessGuard, DatabaseInUse, SqlClient.SqlClient> =>
    Layer.effect(
      SingleProcessGuard,
      Effect.gen(function* () {
        const held = yield* Deferred.make<void, DatabaseInUse>()
        const lost = yield* Deferred.make<never, DatabaseInUse>()
        yield* keepLock(options, Deferred.succeed(held, undefined)).pipe(
          Effect.tapError((error) => Effect.andThen(Deferred.fail(held, error), Deferred.fail(lost, error))),
          Effect.forkScoped
        )
        yield* Deferred.await(held)
        return SingleProcessGuard.of({ lost: Deferred.await(lost) })
      })
    )
}
