import type { PgClient } from "@effect/sql-pg"
import { Context, Data, Deferred, Effect, Layer, Schedule, Schema } from "effect"
import type { Duration, Scope } from "effect"
import type { SqlError } from "effect/sql"
import { holdConnection, type Run } from "./connections/heldConnection.ts"
import { sqlWords } from "./sql/sqlWords.ts"

/** Another counterfoil works on this database. */
export class DatabaseInUse extends Data.TaggedError("DatabaseInUse")<{ readonly wanted: "alone" | "shared" }> {
  override get message(): string {
    return this.wanted === "alone"
      ? "another counterfoil is using this database: stop it first, point DATABASE_URL to another database, or run all of them with CLUSTER=socket"
      : "a counterfoil that works alone is using this database: stop it first, or start it with CLUSTER=socket too"
  }
}

/** Any fixed number. A process that works alone holds it exclusively, the nodes of a cluster share it. */
export const processLock = 4_155_218_002n

const locks = {
  alone: { take: "pg_try_advisory_lock", release: "pg_advisory_unlock" },
  shared: { take: "pg_try_advisory_lock_shared", release: "pg_advisory_unlock_shared" }
} as const

const Answer = Schema.Tuple([Schema.Struct({ locked: Schema.Boolean })])
const decodeAnswer = Schema.decodeUnknownEffect(Answer)

interface GuardOptions {
  /** Alone, or beside other nodes that share it too. (Default "alone") */
  readonly use?: keyof typeof locks
  /** How long to wait for a process that is about to end. (Default 3 seconds) */
  readonly patience?: Duration.Input
}

/** A session lock lives as long as its connection. */
const takeLock =
  ({ patience = "3 seconds", use = "alone" }: GuardOptions) =>
  (run: Run): Effect.Effect<void, DatabaseInUse | SqlError.SqlError, Scope.Scope> => {
    const { release, take } = locks[use]
    const tryLock = Effect.gen(function* () {
      const rows = yield* run(`SELECT ${take}(${processLock}) AS locked`)
      const [{ locked }] = yield* decodeAnswer(rows).pipe(Effect.orDie)
      if (!locked) return yield* new DatabaseInUse({ wanted: use })
    })
    // The server notices within moments that a killed owner is gone; a start right after it must not be refused.
    const patiently = Effect.retry(tryLock, {
      while: (error) => error._tag === "DatabaseInUse",
      schedule: Schedule.spaced("50 millis").pipe(Schedule.upTo({ duration: patience }))
    })
    return Effect.acquireRelease(patiently, () => Effect.ignore(run(`SELECT ${release}(${processLock})`)))
  }

/** A start that waits, for a role that may have too few connections say, looks as if it hung: it is told once. */
const waiting = () => {
  let told = false
  return (error: SqlError.SqlError): Effect.Effect<void> =>
    Effect.suspend(() => {
      if (told) return Effect.void
      told = true
      return Effect.logWarning(
        `the start waits for a connection of its own to the database (${sqlWords(error)}); it is tried again, which is not logged each time`
      )
    })
}

/**
 * Lets one process work on a database that is not made for several, or several that know how: others are refused after a
 * short wait. The lock is the database's own, so it ends with its process however that ends.
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
  ): Layer.Layer<SingleProcessGuard, DatabaseInUse, PgClient.PgClient> =>
    Layer.effect(
      SingleProcessGuard,
      Effect.gen(function* () {
        const held = yield* Deferred.make<void, DatabaseInUse>()
        const lost = yield* Deferred.make<never, DatabaseInUse>()
        const tellWaiting = waiting()
        yield* holdConnection({
          take: takeLock(options),
          held: Deferred.succeed(held, undefined),
          lost: (error) =>
            Effect.flatMap(Deferred.isDone(held), (isHeld) => (isHeld ? Effect.void : tellWaiting(error))),
          useEvery: "5 seconds"
        }).pipe(
          Effect.tapError((error) => Effect.andThen(Deferred.fail(held, error), Deferred.fail(lost, error))),
          Effect.forkScoped
        )
        yield* Deferred.await(held)
        return SingleProcessGuard.of({ lost: Deferred.await(lost) })
      })
    )
}
