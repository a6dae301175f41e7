/**
 * A bank's permits as advisory locks: whoever holds one loses it with its connection, however that ends. All of a node are
 * held by one connection. A second lock beside each says which user has it: the first, second … of the user's at that bank.
 */
import { Clock, Duration, Effect, Layer, Random, Schema, Semaphore } from "effect"
import { BankPermits } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { holdConnection, type Run } from "./connections/heldConnection.ts"

const betweenUses = Duration.seconds(1)

/** Between two tries of a node that waits for another one's permits, milliseconds. */
const patience = { least: 100, most: 400 } as const

/** So often a node takes a permit again as soon as it has given one back; then it stands aside for once, so that others have a turn. */
const turnsInARow = 8

/** Only permits that this connection doesn't hold yet: Postgres grants a lock again to the connection that holds it. */
const tryPermit = `WITH candidates AS MATERIALIZED (
    SELECT permit FROM generate_series(1, $2::int) permit WHERE permit <> ALL ($3::int[]))
  SELECT permit FROM candidates
  WHERE pg_try_advisory_lock(hashtextextended('counterfoil.bank ' || $1::text || ' ' || permit, 0)) LIMIT 1`
const leavePermit = `SELECT pg_advisory_unlock(hashtextextended('counterfoil.bank ' || $1::text || ' ' || $2::int, 0))`

/** One of the user's turns at the bank that this connection doesn't hold yet; there are fewer where others have accounts, too. */
const tryTurn = `WITH candidates AS MATERIALIZED (
    SELECT permit FROM generate_series(1, CASE WHEN EXISTS (
        SELECT FROM accounts a WHERE a.bank_id = $1::uuid AND a.user_id <> $2::uuid
          AND a.status = 'active' AND a.deleted_at IS NULL) THEN $3::int ELSE $4::int END) permit
    WHERE permit <> ALL ($5::int[]))
  SELECT permit FROM candidates
  WHERE pg_try_advisory_lock(hashtextextended('counterfoil.bank ' || $1::text || ' user ' || $2::text || ' ' || permit, 0)) LIMIT 1`
const leaveTurn = `SELECT pg_advisory_unlock(hashtextextended('counterfoil.bank ' || $1::text || ' user ' || $2::text || ' ' || $3::int, 0))`

/** As many as leave half as many, and one at least. */
const mostBesideOthers = (permits: number) => Math.max(1, Math.floor((permits * 2) / 3))

const decodePermits = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ permit: Schema.Int })))

/** What this node holds for as long as its connection lives. */
interface Holding {
  readonly run: Run
  /** By bank. */
  readonly permits: Map<string, Set<number>>
  /** By bank and user. */
  readonly turns: Map<string, Set<number>>
}

const numbersOf = (held: Map<string, Set<number>>, key: string): Set<number> => {
  const known = held.get(key) ?? new Set()
  held.set(key, known)
  return known
}

interface Turns {
  /** When a permit was given back last, and how often one was taken again right after. */
  givenBackAt: number
  again: number
}

interface BankPermitsOptions {
  /** After how long without a use the connection of a frozen node is ended. */
  readonly lease: Duration.Duration
}

const make = Effect.fnUntraced(function* ({ lease }: BankPermitsOptions) {
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
        holding = { run, permits: new Map(), turns: new Map() }
      }),
      () => {
        holding = undefined
        return run(`SELECT pg_advisory_unlock_all()`).pipe(
          Effect.andThen(run(`RESET idle_session_timeout`)),
          Effect.ignore
        )
      }
    )

  yield* holdConnection({ take: connect, held: Effect.void, useEvery: betweenUses, deadline }).pipe(
    Effect.provideService(PgClient.PgClient, sql),
    Effect.forkScoped
  )

  const turnsAt = (bankId: string) => {
    const known = turns.get(bankId) ?? { givenBackAt: 0, again: 0 }
    turns.set(bankId, known)
    return known
  }

  /** The first of the users who may have one more permit at the bank. */
  const firstInTurn = Effect.fnUntraced(function* (
    now: Holding,
    bankId: string,
    permits: number,
    users: ReadonlyArray<string>
  ) {
    for (const userId of users) {
      const held = numbersOf(now.turns, `${bankId} ${userId}`)
      const found = yield* decodePermits(
        yield* now.run(tryTurn, [bankId, userId, mostBesideOthers(permits), permits, [...held]])
      )
      const turn = found[0]?.permit
      if (turn === undefined) continue
      held.add(turn)
      const leave = Effect.suspend(() => {
        held.delete(turn)
        return Effect.ignore(now.run(leaveTurn, [bankId, userId, turn]))
      })
      return { userId, leave }
    }
    return undefined
  })

  /** Undefined: other nodes hold all permits, no waiting user may have one more, or the database is away. */
  const tryTake = Effect.fnUntraced(function* (bankId: string, permits: number, users: ReadonlyArray<string>) {
    const now = holding
    if (now === undefined) return undefined
    const held = numbersOf(now.permits, bankId)
    const found = yield* decodePermits(yield* now.run(tryPermit, [bankId, permits, [...held]]))
    const permit = found[0]?.permit
    if (permit === undefined) return undefined
    held.add(permit)
    const leave = Effect.suspend(() => {
      held.delete(permit)
      return Effect.ignore(now.run(leavePermit, [bankId, permit]))
    })
    const turn = yield* firstInTurn(now, bankId, permits, users).pipe(Effect.tapError(() => leave))
    if (turn === undefined) return yield* Effect.as(leave, undefined)
    const giveBack = Effect.gen(function* () {
      // With its connection the permit is gone already.
      if (holding === now) yield* oneByOne(Effect.andThen(turn.leave, leave))
      turnsAt(bankId).givenBackAt = yield* Clock.currentTimeMillis
    })
    return { userId: turn.userId, giveBack }
  })

  const pause = Effect.flatMap(Random.nextBetween(patience.least, patience.most), Effect.sleep)

  /** A node that took many permits in a row waits once, as long as a waiting node does, so that others get a turn. */
  const standAside = Effect.fnUntraced(function* (bankId: string) {
    const ours = turnsAt(bankId)
    const atOnce = (yield* Clock.currentTimeMillis) - ours.givenBackAt < patience.least
    ours.again = atOnce ? ours.again + 1 : 0
    if (ours.again < turnsInARow) return
    ours.again = 0
    yield* Effect.sleep(patience.most)
  })

  const take = (bankId: string, permits: number) => (users: () => ReadonlyArray<string>) =>
    Effect.uninterruptibleMask(
      Effect.fnUntraced(function* (restore) {
        yield* restore(standAside(bankId))
        for (let waiting = users(); waiting.length > 0; waiting = users()) {
          const permit = yield* Effect.catch(oneByOne(tryTake(bankId, permits, waiting)), () =>
            Effect.succeed(undefined)
          )
          if (permit !== undefined) return permit
          yield* restore(pause)
        }
        return null
      })
    )
  return { take }
})

export const BankPermitsSql = {
  layer: (options: BankPermitsOptions): Layer.Layer<never, never, PgClient.PgClient> =>
    Layer.effect(BankPermits, make(options))
}
