/**
 * A bank's permits as advisory locks: whoever holds one loses it with its connection, however that ends. All of a node are
 * held by one connection. A second lock beside each says which user has it: the first, second … of the user's at that bank.
 * A node whose connection was lost while its sessions went on takes again what it held, before anybody takes anything new.
 */
import { Clock, Duration, Effect, Layer, Random, Schema, Semaphore } from "effect"
import { BankPermits, type BankPermitsShape } from "@counterfoil/core"
import { PgClient } from "@effect/sql-pg"
import { holdConnection, type Run } from "./connections/heldConnection.ts"

const betweenUses = Duration.seconds(1)

/** Milliseconds by a clock that nobody sets. */
const sinceStart = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

/** Between two tries of a node that waits for another one's permits, milliseconds. */
const patience = { least: 100, most: 400 } as const

/** So often a node takes a permit again as soon as it has given one back; then it stands aside for once, so that others have a turn. */
const turnsInARow = 8

/**
 * After its connection was lost a node takes nothing new for so long: others, who lost theirs too, take again what they held. So
 * long a login is left alone, too, that another node held until now: that one may have lost its connection, and not its session.
 */
const settling = Duration.seconds(2)

/** Whoever waits for a login has found it free, left it alone, and asked once more by then. */
const longestOfALogin = Duration.sum(settling, Duration.millis(2 * patience.most))

/** Of the permits at a bank, or of a user's turns there, one that is held goes by its number. */
const lockOf = (place: string, number: string) =>
  `hashtextextended('counterfoil.bank ' || ${place}::text || ' ' || ${number}, 0)`

/** Only permits that this connection doesn't hold yet: Postgres grants a lock again to the connection that holds it. */
const tryPermit = `WITH candidates AS MATERIALIZED (
    SELECT permit FROM generate_series(1, $2::int) permit WHERE permit <> ALL ($3::int[]))
  SELECT permit FROM candidates WHERE pg_try_advisory_lock(${lockOf("$1", "permit")}) LIMIT 1`

/** One of the user's turns at the bank that this connection doesn't hold yet; there are fewer where others have accounts, too. */
const tryTurn = `WITH candidates AS MATERIALIZED (
    SELECT permit FROM generate_series(1, CASE WHEN EXISTS (
        SELECT FROM accounts a WHERE a.bank_id = $1::uuid AND a.user_id <> $2::uuid
          AND a.status = 'active' AND a.deleted_at IS NULL) THEN $3::int ELSE $4::int END) permit
    WHERE permit <> ALL ($5::int[]))
  SELECT permit FROM candidates WHERE pg_try_advisory_lock(${lockOf("$6", "permit")}) LIMIT 1`

const leave = `SELECT pg_advisory_unlock(${lockOf("$1", "$2::int")})`
const takeAgain = `SELECT $2::int AS permit WHERE pg_try_advisory_lock(${lockOf("$1", "$2::int")})`

/** Held by those who have waited for a login for long, whichever node they are on. */
const wantedLock = lockOf("$1", "'wanted'")
const want = `SELECT 1 AS permit WHERE pg_try_advisory_lock_shared(${wantedLock})`
const wantNoMore = `SELECT pg_advisory_unlock_shared(${wantedLock})`
const isWantedNow = `WITH probe AS MATERIALIZED (SELECT pg_try_advisory_lock(${wantedLock}) AS free)
  SELECT 1 AS permit FROM probe WHERE CASE WHEN free THEN NOT pg_advisory_unlock(${wantedLock}) ELSE true END`

/** A user who isn't alone may hold two thirds of a bank's permits, so that half as many stay free; at least one. */
const mostBesideOthers = (permits: number) => Math.max(1, Math.floor((permits * 2) / 3))

const decodePermits = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ permit: Schema.Int })))

/** Who holds a number now, apart from who held it before, and the connection that has its lock. */
interface Hold {
  by: Run
}

/** The permits that this node holds, by bank and number. */
type Held = Map<string, Map<number, Hold>>

const numbersOf = (held: Held, place: string): Map<number, Hold> => {
  const known = held.get(place) ?? new Map<number, Hold>()
  held.set(place, known)
  return known
}

const heldAt = (held: Held, place: string): ReadonlyArray<number> => [...(held.get(place)?.keys() ?? [])]

const turnsOf = (bankId: string, userId: string): string => `${bankId} user ${userId}`

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
  /** Outlives a connection, as the sessions do. */
  const held: Held = new Map()
  let connection: Run | undefined
  let wasConnected = false
  let settledAt = Number.NEGATIVE_INFINITY
  const turns = new Map<string, Turns>()

  const pause = Effect.flatMap(Random.nextBetween(patience.least, patience.most), Effect.sleep)

  /** Answers whether all that was held is so again. */
  const takeAllAgain = Effect.fnUntraced(function* (run: Run) {
    let isWhole = true
    for (const [place, numbers] of held) {
      for (const [number, one] of numbers) {
        if (one.by === run) continue
        const found = yield* decodePermits(yield* run(takeAgain, [place, number]))
        if (found.length === 0) isWhole = false
        else one.by = run
      }
    }
    return isWhole
  })

  /**
   * What another node has taken meanwhile is that node's until it gives it back; and where the network was lost, Postgres
   * keeps the locks for the connection of before until its time is out.
   */
  const untilAllIsHeld = (run: Run) =>
    Effect.repeat(Effect.andThen(pause, oneByOne(takeAllAgain(run))), { until: (isWhole) => isWhole }).pipe(
      Effect.ignore
    )

  const connect = (run: Run) =>
    Effect.acquireRelease(
      Effect.gen(function* () {
        yield* run(`SET idle_session_timeout = ${Math.ceil(Duration.toMillis(lease))}`)
        yield* takeAllAgain(run)
        if (wasConnected) settledAt = performance.now() + Duration.toMillis(settling)
        wasConnected = true
        connection = run
      }).pipe(oneByOne),
      () => {
        connection = undefined
        return run(`SELECT pg_advisory_unlock_all()`).pipe(
          Effect.andThen(run(`RESET idle_session_timeout`)),
          Effect.ignore
        )
      }
    ).pipe(Effect.andThen(Effect.forkScoped(untilAllIsHeld(run))), Effect.asVoid)

  yield* holdConnection({ take: connect, held: Effect.void, useEvery: betweenUses, deadline }).pipe(
    Effect.provideService(PgClient.PgClient, sql),
    Effect.forkScoped
  )

  const turnsAt = (bankId: string) => {
    const known = turns.get(bankId) ?? { givenBackAt: 0, again: 0 }
    turns.set(bankId, known)
    return known
  }

  /** Places are logins too, of which more and more come: where nothing is held any more, nobody takes it again right after. */
  const forgetOver = (now: number) => {
    for (const [place, { givenBackAt }] of turns) {
      if (now - givenBackAt >= patience.least && !held.has(place)) turns.delete(place)
    }
  }

  /** Answers what gives it back: to nobody, if it was lost with a connection and is another's by now. */
  const hold = (run: Run, place: string, number: number) => {
    const one: Hold = { by: run }
    numbersOf(held, place).set(number, one)
    return Effect.suspend(() => {
      const numbers = held.get(place)
      if (numbers?.get(number) !== one) return Effect.void
      numbers.delete(number)
      if (numbers.size === 0) held.delete(place)
      return connection === one.by ? Effect.ignore(one.by(leave, [place, number])) : Effect.void
    })
  }

  /** The first of the users who may have one more permit at the bank. */
  const firstInTurn = Effect.fnUntraced(function* (
    run: Run,
    bankId: string,
    permits: number,
    users: ReadonlyArray<string>
  ) {
    for (const userId of users) {
      const place = turnsOf(bankId, userId)
      const own = heldAt(held, place)
      const wanted = [bankId, userId, mostBesideOthers(permits), permits, own, place]
      const found = yield* decodePermits(yield* run(tryTurn, wanted))
      const turn = found[0]?.permit
      if (turn !== undefined) return { userId, leave: hold(run, place, turn) }
    }
    return undefined
  })

  /** Undefined: other nodes hold all permits, no waiting user may have one more, or the database is away. */
  const tryTake = Effect.fnUntraced(function* (bankId: string, permits: number, users: ReadonlyArray<string>) {
    const run = connection
    if (run === undefined || performance.now() < settledAt) return undefined
    const own = heldAt(held, bankId)
    const found = yield* decodePermits(yield* run(tryPermit, [bankId, permits, own]))
    const permit = found[0]?.permit
    if (permit === undefined) return undefined
    const leavePermit = hold(run, bankId, permit)
    const turn = yield* firstInTurn(run, bankId, permits, users).pipe(Effect.tapError(() => leavePermit))
    if (turn === undefined) return yield* Effect.as(leavePermit, undefined)
    const giveBack = Effect.gen(function* () {
      yield* oneByOne(Effect.andThen(turn.leave, leavePermit))
      const now = yield* sinceStart
      turnsAt(bankId).givenBackAt = now
      forgetOver(now)
    })
    return { userId: turn.userId, giveBack }
  })

  /** A node that took many permits in a row waits once, longer than a waiting node does, so that others get a turn. */
  const standAside = Effect.fnUntraced(function* (place: string, others: Duration.Input) {
    const ours = turnsAt(place)
    const atOnce = (yield* sinceStart) - ours.givenBackAt < patience.least
    ours.again = atOnce ? ours.again + 1 : 0
    if (ours.again < turnsInARow) return
    ours.again = 0
    yield* Effect.sleep(others)
  })

  /** Says to other nodes that somebody has waited here for long; the lock goes with the connection, and is taken again with the next. */
  const makeWish = Effect.fnUntraced(function* (place: string, after: Duration.Duration | undefined) {
    const since = yield* sinceStart
    let saidBy: Run | undefined
    const say = Effect.gen(function* () {
      const run = connection
      if (after === undefined || run === undefined || run === saidBy) return
      if ((yield* sinceStart) - since < Duration.toMillis(after)) return
      if ((yield* decodePermits(yield* run(want, [place]))).length > 0) saidBy = run
    })
    const end = Effect.suspend(() =>
      saidBy !== undefined && saidBy === connection ? saidBy(wantNoMore, [place]) : Effect.void
    )
    return { say: Effect.ignore(oneByOne(say)), end: Effect.ignore(oneByOne(end)) }
  })

  /** `wantedAfter`, of a login: what goes on with it outlives the connection that holds it, and nothing may go on beside it. */
  const takeOne =
    (place: string, permits: number, wantedAfter?: Duration.Duration): ReturnType<BankPermitsShape["take"]> =>
    (users) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const survives = wantedAfter !== undefined
          const wish = yield* makeWish(place, wantedAfter)
          const taking = Effect.gen(function* () {
            let wasHeld = false
            yield* restore(standAside(place, survives ? longestOfALogin : patience.most))
            for (let waiting = users(); waiting.length > 0; waiting = users()) {
              const permit = yield* Effect.catch(oneByOne(tryTake(place, permits, waiting)), () =>
                Effect.succeed(undefined)
              )
              if (permit !== undefined && !wasHeld) return permit
              if (permit === undefined) yield* wish.say
              else yield* permit.giveBack
              yield* restore(permit === undefined ? pause : Effect.sleep(settling))
              wasHeld = survives && permit === undefined
            }
            return null
          })
          return yield* survives ? Effect.ensuring(taking, wish.end) : taking
        })
      )

  const isWanted = (loginId: string) =>
    oneByOne(
      Effect.suspend(() => (connection === undefined ? Effect.succeed([]) : connection(isWantedNow, [loginId])))
    ).pipe(
      Effect.flatMap(decodePermits),
      Effect.map((rows) => rows.length > 0),
      Effect.orElseSucceed(() => false)
    )

  return {
    take: (bankId: string, permits: number) => takeOne(bankId, permits),
    takeLogin: (loginId: string, wantedAfter: Duration.Duration) => takeOne(loginId, 1, wantedAfter),
    isWanted
  }
})

export const BankPermitsSql = {
  layer: (options: BankPermitsOptions): Layer.Layer<never, never, PgClient.PgClient> =>
    Layer.effect(BankPermits, make(options))
}
