/** Movements of an account, as people and machines look at them. Taking them in is `MovementIntake`'s. */
import { Context, DateTime, Effect, Layer } from "effect"
import { isUuid, knownFrom, knownTo, reversalsOfBooked, TooManyAlike } from "@counterfoil/domain"
import { Accounts } from "../accounts/Accounts.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { cooperatively } from "../cooperatively.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import type { EventLog } from "../events/EventLog.ts"
import { Outbox } from "../outbox/Outbox.ts"
import { Transactor } from "../Transactor.ts"
import { longestComparison, makeTellOfDue } from "./ingest.ts"
import { movementMessage } from "./movementMessage.ts"
import { MovementRepository } from "./MovementRepository.ts"
import { MovementNotFound, type MovementRecord, type StoredMovement } from "./Movement.ts"
import { UnknownCursor } from "../refusals.ts"
import { makeTellOfRemoved } from "./tellOfRemoved.ts"

export class Movements extends Context.Service<
  Movements,
  {
    /** Newest first by `receivedAt`, then id. `before`: an id; only what comes after it in this order. */
    readonly list: (
      accountId: string,
      page: { readonly limit: number; readonly offset: number; readonly before?: string }
    ) => Effect.Effect<ReadonlyArray<StoredMovement>, UnknownCursor>
    /** The same in one look, which asks whose the account is too. None: it is another's, or there are none. */
    readonly listOwn: (
      userId: string,
      accountId: string,
      page: { readonly limit: number; readonly offset: number }
    ) => Effect.Effect<ReadonlyArray<StoredMovement>>
    /** Queues a delivery of its webhook: the same body and id as before; sent now if it never was. */
    readonly notify: (accountId: string, movementId: string) => Effect.Effect<void, MovementNotFound>
    readonly exclude: (accountId: string, movementId: string) => Effect.Effect<MovementRecord, MovementNotFound>
    /** What was dated ahead counts as booked from its day on: it is matched, or told. Answers how many there were. */
    readonly bookDatedAhead: Effect.Effect<number>
    readonly include: (accountId: string, movementId: string) => Effect.Effect<MovementRecord, MovementNotFound>
  }
>()("@counterfoil/core/movements/Movements") {
  static readonly layer: Layer.Layer<
    Movements,
    never,
    MovementRepository | Accounts | ActivityLog | DueAccounts | EventLog | Outbox | Transactor
  > = Layer.effect(
    Movements,
    Effect.suspend(() => makeMovements)
  )
}

const makeMovements = Effect.gen(function* () {
  const queries = yield* MovementRepository
  const accounts = yield* Accounts
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const outbox = yield* Outbox
  const tellOfDue = yield* makeTellOfDue
  const tellOfRemoved = yield* makeTellOfRemoved
  const transactor = yield* Transactor

  const found = (movement: MovementRecord | null) =>
    movement === null ? Effect.fail(new MovementNotFound({})) : Effect.succeed(movement)

  /**
   * Nobody takes movements in, or tells of them by itself, until the transaction ends; nor does a pass decide: one that has read
   * the movement as free would match it after it was taken out.
   */
  const lockAlone = Effect.fnUntraced(function* (accountId: string) {
    yield* queries.lockMatching(accountId)
    if (!(yield* queries.lockAccount(accountId))) return yield* new MovementNotFound({})
  })

  const setExcluded = Effect.fnUntraced(function* (accountId: string, movementId: string, at: DateTime.Utc | null) {
    return yield* found(isUuid(movementId) ? yield* queries.setExcluded(accountId, movementId, at) : null)
  })

  const nothingToSend = ({ accountId, excludedAt, id }: MovementRecord) => {
    const isExcluded = excludedAt !== null
    const why = isExcluded
      ? "the movement is taken out: include it first"
      : "the account has no settings that say where to"
    return activity.add({
      accountId,
      kind: "notify.nothing_to_send",
      message: `A movement's webhook was asked for, but ${why}`,
      data: { movement_id: id, ...(isExcluded ? { because: "excluded" as const } : {}) }
    })
  }

  const sendFirst = Effect.fnUntraced(function* (movement: MovementRecord) {
    const settings = yield* accounts.findSettings(movement.accountId)
    if (settings === null) return yield* nothingToSend(movement)
    yield* outbox.put(movementMessage(movement.accountId, movement, settings))
    yield* queries.markQueued(movement.id)
  })

  /** The others wait for their hour, too: what is so alike that nobody could tell which takes back which is booked as it is. */
  const tooAlike = (accountId: string) =>
    Effect.as(
      Effect.annotateLogs(Effect.logWarning("what was dated ahead is too much alike to look for what it takes back"), {
        account: accountId
      }),
      []
    )

  /** A return that was dated ahead, or what it takes back: nothing has laid them beside each other by then. */
  const takeBackAmong = Effect.fnUntraced(function* (
    accountId: string,
    booked: ReadonlyArray<{ readonly id: string; readonly day: string }>
  ) {
    const days = booked.map(({ day }) => day).sort()
    const [first = "", last = first] = [days[0], days.at(-1)]
    const known = yield* queries.known(accountId, knownFrom({ from: first }), knownTo(last), [])
    const ids = booked.map(({ id }) => id)
    const found = yield* cooperatively(reversalsOfBooked(known, ids)).pipe(
      Effect.catchDefect((defect) => (defect instanceof TooManyAlike ? tooAlike(accountId) : Effect.die(defect))),
      Effect.timeoutOrElse({ duration: longestComparison, orElse: () => tooAlike(accountId) })
    )
    const originals = found.map(({ original }) => original)
    if (originals.length === 0) return
    // Orders, their messages, and then their payments, as wherever else these are locked.
    yield* queries.lockOrdersOf(originals)
    const isNew = new Set(booked.map(({ id }) => id))
    const before = originals.filter((id) => !isNew.has(id))
    if (before.length > 0) yield* outbox.cancel({ movementIds: before, bookedBack: before })
    yield* queries.markReversed(found.flatMap(({ original, reversal }) => [original, reversal]))
    yield* tellOfRemoved(accountId, originals, "reversed")
  })

  const bookAhead = Effect.fnUntraced(function* (accountId: string) {
    yield* lockAlone(accountId)
    const booked = yield* queries.bookDatedAhead(accountId)
    if (booked.length === 0) return 0
    const ids = booked.map(({ id }) => id)
    yield* takeBackAmong(accountId, booked)
    yield* due.matchAgain(accountId, ids)
    yield* tellOfDue(accountId)
    return booked.length
  }, transactor.transact)

  return Movements.of({
    list: Effect.fn("Movements.list")(function* (accountId, page) {
      if (page.before !== undefined) {
        const cursor = isUuid(page.before) ? yield* queries.find(accountId, page.before) : null
        if (cursor === null) return yield* new UnknownCursor({})
      }
      return yield* queries.list(accountId, page)
    }),

    listOwn: Effect.fn("Movements.listOwn")((userId, accountId, { limit, offset }) =>
      isUuid(accountId) ? queries.list(accountId, { limit, offset, userId }) : Effect.succeed([])
    ),

    notify: Effect.fn("Movements.notify")((accountId, movementId) =>
      // Who takes movements out holds the account's row, and cancels what is queued by then. Of several first ones at once, the
      // later ones replay.
      transactor.transact(
        Effect.gen(function* () {
          if (!(yield* queries.lockAccount(accountId))) return yield* new MovementNotFound({})
          const movement = yield* found(isUuid(movementId) ? yield* queries.find(accountId, movementId) : null)
          if (movement.excludedAt !== null) return yield* nothingToSend(movement)
          if (!(yield* outbox.replay({ movementId: movement.id }))) yield* sendFirst(movement)
        })
      )
    ),

    exclude: Effect.fn("Movements.exclude")(function* (accountId, movementId) {
      yield* lockAlone(accountId)
      const { id } = yield* found(isUuid(movementId) ? yield* queries.find(accountId, movementId) : null)
      yield* due.matchAgain(accountId, [id])
      // Its unsent webhooks are cancelled. The message's row is locked before the movement's, in the order of whoever notes a delivery.
      yield* outbox.cancel({ movementIds: [id] })
      return yield* setExcluded(accountId, id, yield* DateTime.now)
    }, transactor.transact),
    bookDatedAhead: Effect.flatMap(queries.datedAhead, (accountIds) =>
      Effect.reduce(
        accountIds,
        () => 0,
        (sum, accountId) =>
          Effect.map(
            Effect.catchTag(bookAhead(accountId), "MovementNotFound", () => Effect.succeed(0)),
            (count) => sum + count
          )
      )
    ).pipe(Effect.withSpan("Movements.bookDatedAhead")),
    include: Effect.fn("Movements.include")(function* (accountId, movementId) {
      yield* lockAlone(accountId)
      const movement = yield* setExcluded(accountId, movementId, null)
      yield* due.matchAgain(accountId, [movement.id])
      const wasHeldBack = (yield* queries.heldBack([movement.id])).length > 0
      if (wasHeldBack) yield* outbox.replay({ movementId: movement.id })
      // One that was held as a possible duplicate has not been told yet.
      else yield* tellOfDue(accountId)
      return movement
    }, transactor.transact)
  })
})
