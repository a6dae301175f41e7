/**
 * A bank's places as advisory locks: whoever holds one loses it with its connection, however that ends. All of a node are
 * held by one connection.
 */
import { BankPlaces } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { Clock, Duration, Effect, Layer, Random, Schema, Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import { holdConnection, type Run } from "./heldConnection.ts"

const betweenUses = Duration.seconds(1)

/** Between two tries of a node that waits for another one's places, milliseconds. */
const patience = { least: 100, most: 400 } as const

/** So often a node takes a place again as soon as it has given one back; then it stands aside for once, so that others have a turn. */
const turnsInARow = 8

/** One of the places that this connection doesn't hold yet: what a connection holds it could take again. */
const tryPlace = `WITH candidates AS MATERIALIZED (
    SELECT place FROM generate_series(1, $2::int) place WHERE place <> ALL ($3::int[]))
  SELECT place FROM candidates
  WHERE pg_try_advisory_lock(hashtextextended('counterfoil.bank ' || $1::text || ' ' || place, 0)) LIMIT 1`
const leavePlace = `SELECT pg_advisory_unlock(hashtextextended('counterfoil.bank ' || $1::text || ' ' || $2::int, 0))`

const decodePlaces = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ place: Schema.Int })))

/** What this node holds over one life of its connection. */
interface Holding {
  readonly run: Run
  readonly places: Map<string, Set<number>>
}

interface Turns {
  /** When a place was given back last, and how often one was taken again right after. */
  givenBackAt: number
  again: number
}

const isLoss = (_: SqlError.SqlError): _ is SqlError.SqlError => true

interface BankPlacesOptions {
  /** After how long without a use the connection of a frozen node is ended. */
  readonly lease: Duration.Duration
}

const make = Effect.fnUntraced(function* ({ lease }: BankPlacesOptions) {
  const sql = yield* PgClient.PgClient
  const deadline = Duration.min(Duration.seconds(5), Duration.divideUnsafe(lease, 2))
  // One try after the other: each must know what the one before has taken.
  const oneByOne = Semaphore.makeUnsafe(1).withPermits(1)
  let holding: Holding | undefined
  const turns = new Map<string, Turns>()

  const connect = (run: Run) =>
    Effect.acquireRelease(
      Effect.gen(function* () {
        yield* run(`SET idle_session_timeout = ${Math.ceil(Duration.toMillis(lease))}`)
        holding = { run, places: new Map() }
      }),
      () => {
        holding = undefined
        return run(`SELECT pg_advisory_unlock_all()`).pipe(
          Effect.andThen(run(`RESET idle_session_timeout`)),
          Effect.ignore
        )
      }
    )

  yield* holdConnection({ take: connect, held: Effect.void, isLoss, useEvery: betweenUses, deadline }).pipe(
    Effect.provideService(PgClient.PgClient, sql),
    Effect.forkScoped
  )

  const turnsAt = (bankId: string) => {
    const known = turns.get(bankId) ?? { givenBackAt: 0, again: 0 }
    turns.set(bankId, known)
    return known
  }

  /** Undefined: another node has all, or the database is away. */
  const tryTake = Effect.fnUntraced(function* (bankId: string, places: number) {
    const now = holding
    if (now === undefined) return undefined
    const held = now.places.get(bankId) ?? new Set()
    now.places.set(bankId, held)
    const found = yield* decodePlaces(yield* now.run(tryPlace, [bankId, places, [...held]]))
    const place = found[0]?.place
    if (place === undefined) return undefined
    held.add(place)
    return Effect.gen(function* () {
      // With its connection the place is gone already.
      if (holding === now) yield* Effect.ignore(now.run(leavePlace, [bankId, place]))
      held.delete(place)
      turnsAt(bankId).givenBackAt = yield* Clock.currentTimeMillis
    })
  })

  const pause = Effect.flatMap(Random.nextBetween(patience.least, patience.most), Effect.sleep)

  /** Who has taken many places in a row waits as long as those who may be waiting elsewhere. */
  const standAside = Effect.fnUntraced(function* (bankId: string) {
    const ours = turnsAt(bankId)
    const atOnce = (yield* Clock.currentTimeMillis) - ours.givenBackAt < patience.least
    ours.again = atOnce ? ours.again + 1 : 0
    if (ours.again < turnsInARow) return
    ours.again = 0
    yield* Effect.sleep(patience.most)
  })

  const take = (bankId: string, places: number) =>
    Effect.uninterruptibleMask(
      Effect.fnUntraced(function* (restore) {
        yield* restore(standAside(bankId))
        while (true) {
          const giveBack = yield* Effect.catch(oneByOne(tryTake(bankId, places)), () => Effect.succeed(undefined))
          if (giveBack !== undefined) return giveBack
          yield* restore(pause)
        }
      })
    )
  return { take }
})

export const BankPlacesSql = {
  layer: (options: BankPlacesOptions): Layer.Layer<never, never, PgClient.PgClient> =>
    Layer.effect(BankPlaces, make(options))
}
