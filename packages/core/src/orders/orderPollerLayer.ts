/**
 * Polling: ask, and bring the conciliation requests in step in one transaction; a failing endpoint is asked ever less often. The
 * users share how many polls go on at a time, and how many large lists are in memory.
 */
import { DateTime, Duration, Effect, Layer } from "effect"
import { type OrderFault, pollWaitMillis } from "@counterfoil/domain"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { OutboundHttp } from "../outbound/OutboundHttp.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import { failpoint } from "../Failpoint.ts"
import { fairSemaphore, priorities } from "../fairSemaphore.ts"
import { keptCheck } from "../users/quotas.ts"
import { Transactor } from "../Transactor.ts"
import { fetchListing, type Listing, mostListBytes, PollFailed, smallListBytes } from "./fetchListing.ts"
import { applyListing, applyUnchanged } from "./applyListing.ts"
import { OrderPoller, type PollOccasion, type PollResult, unread } from "./OrderPoller.ts"
import type { PollState } from "../conciliation/OrderRows.ts"
import type { AccountSettings } from "../accounts/Account.ts"
import { ConciliationRepository } from "../conciliation/ConciliationRepository.ts"

/** However many are due, on one node: each may wait long for its endpoint. */
const pollsAtOnce = 32
/** Lists of more than a mebibyte. */
const largeListsAtOnce = 2
/** Accounts known to have large lists. One that was forgotten is asked for a small list first, and then for all of it. */
const mostRemembered = 10_000
/** A list is read whole this often, whatever its validators say: a shop's may be wrong. */
const readAtLeastEvery = Duration.hours(1)

interface Poll {
  readonly accountId: string
  readonly userId: string
  readonly settings: AccountSettings
  readonly endpoint: string
  readonly state: PollState
}

export const orderPollerLayer = Layer.effect(
  OrderPoller,
  Effect.gen(function* () {
    const accounts = yield* Accounts
    const activity = yield* ActivityLog
    const due = yield* DueAccounts
    const http = yield* OutboundHttp
    const policy = yield* AccountPolicy
    const repository = yield* ConciliationRepository
    const transactor = yield* Transactor
    const checkKept = yield* keptCheck
    const polls = fairSemaphore(pollsAtOnce)
    const largeLists = fairSemaphore(largeListsAtOnce)
    /** Accounts whose lists were large when they were read last. */
    const large = new Set<string>()

    /** Null: nothing is polled. The state comes first: settings that are saved meanwhile begin afresh. */
    const prepare = Effect.fnUntraced(function* (accountId: string) {
      const account = yield* accounts.find(accountId)
      if (account?.operationMode !== "reconcile") return null
      const state = yield* repository.pollState(accountId)
      const settings = yield* accounts.findSettings(accountId)
      const endpoint = settings?.pendingOrdersEndpoint ?? null
      if (settings === null || endpoint === null) return null
      const poll: Poll = { accountId, userId: account.userId, settings, endpoint, state }
      return poll
    })

    /** Tells of what can't be read once, while it lasts. */
    const report = Effect.fnUntraced(function* (
      accountId: string,
      faults: ReadonlyArray<OrderFault>,
      told: Set<string>
    ) {
      yield* Effect.forEach(
        faults.filter((fault) => !told.has(textOf(fault))),
        (fault) =>
          activity.add({
            accountId,
            kind: "orders.item_skipped",
            message: sentenceOf(fault),
            data: {
              index: fault.index,
              external_id: fault.externalId ?? null,
              reason: fault.code,
              field: fault.field ?? null
            }
          }),
        { discard: true }
      )
    })

    const noteSuccess = ({ accountId, state }: Poll) =>
      state.failures === 0
        ? Effect.void
        : activity.add({
            accountId,
            kind: "orders.poll_recovered",
            message: `The pending orders are read again, after ${state.failures} failed ${state.failures === 1 ? "poll" : "polls"}`,
            data: { failures: state.failures }
          })

    /**
     * One transaction. If the mode or the settings have changed while the endpoint was asked, nothing is done and the
     * answer is null: requests that the change has ended must not come back, and the answer may be another shop's. The same
     * if another poll has been applied meanwhile, from a node that had the account before: this answer may be the older one,
     * and what both lack was missing once.
     */
    const whileItHolds = <A, E, R>({ accountId, state }: Poll, effect: (now: PollState) => Effect.Effect<A, E, R>) =>
      transactor.transact(
        Effect.gen(function* () {
          if (!(yield* repository.lockReconciling(accountId, state.settings))) return null
          const now = yield* repository.pollState(accountId)
          return isSame(now.lastSuccessAt, state.lastSuccessAt) ? yield* effect(now) : null
        })
      )

    const read = Effect.fnUntraced(function* (poll: Poll, listing: Listing) {
      const { accountId, state } = poll
      noteSize(accountId, listing)
      const found = yield* whileItHolds(poll, (now) =>
        applyListing({ ...poll, now }, listing, { checkKept, textOf }).pipe(
          Effect.tap(({ faults }) => report(accountId, faults, new Set(state.toldFaults))),
          Effect.tap(() => noteSuccess(poll)),
          Effect.tap(({ appeared }) => failpoint("orders.before-commit", appeared.length > 0))
        )
      ).pipe(Effect.catchTag("QuotaReached", ({ message }) => new PollFailed({ message })))
      if (found === null) return noneFound
      yield* failpoint("orders.committed", found.appeared.length + found.corrected.length > 0)
      return found
    })

    /** False: the list has to be read. */
    const unchanged = Effect.fnUntraced(function* (poll: Poll) {
      const isInStep = yield* whileItHolds(poll, (now) =>
        Effect.tap(applyUnchanged({ ...poll, now }), (done) => (done ? noteSuccess(poll) : Effect.void))
      )
      return isInStep ?? true
    })

    const mayAskForChanges = Effect.fnUntraced(function* ({ settings, state }: Poll) {
      if (settings.pollingMethod !== "GET" || state.validators === null || state.readAt === null) return false
      const now = yield* DateTime.now
      return now.epochMilliseconds < DateTime.addDuration(state.readAt, readAtLeastEvery).epochMilliseconds
    })

    const askAndApply = Effect.fnUntraced(function* (poll: Poll, mostBytes: number) {
      const validators = (yield* mayAskForChanges(poll)) ? poll.state.validators : null
      const first = yield* fetchListing(http, { ...poll, mostBytes, validators })
      if (first !== "unchanged") return yield* read(poll, first)
      if (yield* unchanged(poll)) return noneFound
      const whole = yield* fetchListing(http, { ...poll, mostBytes, validators: null })
      return whole === "unchanged" ? noneFound : yield* read(poll, whole)
    })

    const noteSize = (accountId: string, { bytes }: Listing) => {
      if (bytes <= smallListBytes) large.delete(accountId)
    }

    /** A large list is asked for again when its user has a permit for it, so that few of them are in memory at once. */
    const askInTurn = (poll: Poll) => {
      const { accountId, userId } = poll
      const turn = { name: accountId, userId, priority: priorities.scheduled }
      const whole = largeLists
        .withPermit(turn)(() => askAndApply(poll, mostListBytes))
        .pipe(Effect.catchTag("ListTooLarge", ({ message }) => new PollFailed({ message })))
      if (large.has(accountId)) return whole
      return askAndApply(poll, smallListBytes).pipe(
        Effect.catchTag("ListTooLarge", () => {
          if (large.size >= mostRemembered) large.clear()
          large.add(accountId)
          return whole
        })
      )
    }

    const noteFailure = Effect.fnUntraced(function* (
      poll: Poll,
      { httpStatus, message, reason, retryAfterMs }: PollFailed
    ) {
      const { accountId, state } = poll
      const failures = state.failures + 1
      const wait = pollWaitMillis({ failures, intervalMs: Duration.toMillis(policy.ordersInterval), retryAfterMs })
      const nextPollAt = DateTime.addDuration(yield* DateTime.now, Duration.millis(wait))
      yield* whileItHolds(poll, () =>
        Effect.gen(function* () {
          const why = { message, httpStatus: httpStatus ?? null, reason: reason ?? null }
          yield* repository.savePollFailure(accountId, state.settings, { failures, nextPollAt, waitMs: wait, why })
          // Told once per spell, not at every poll.
          if (failures > 1) return
          yield* activity.add({
            accountId,
            kind: "orders.poll_failed",
            message: `${unread(message)}. They are asked for again, ever less often, at least every half hour`,
            data: { http_status: httpStatus ?? null, reason: reason ?? null }
          })
        })
      )
    })

    const poll = Effect.fn("OrderPoller.poll")(
      function* (accountId: string, occasion: PollOccasion) {
        const ready = yield* prepare(accountId)
        if (ready === null) return nothing
        const { nextPollAt } = ready.state
        const now = yield* DateTime.now
        if (occasion === "due" && nextPollAt !== null && now.epochMilliseconds < nextPollAt.epochMilliseconds) {
          return notNow
        }
        const { userId } = ready
        const priority = occasion === "asked" ? priorities.asked : priorities.scheduled
        return yield* polls
          .withPermit({ name: accountId, userId, priority })(() => askInTurn(ready))
          .pipe(
            Effect.map((found): PollResult => ({ ok: true, ...found })),
            Effect.catchTag("PollFailed", (failed) => Effect.as(noteFailure(ready, failed), notNow))
          )
      },
      Effect.provideService(ConciliationRepository, repository),
      Effect.provideService(DueAccounts, due)
    )

    return OrderPoller.of({ poll })
  })
)

const noneFound: Omit<PollResult, "ok"> = { appeared: [], corrected: [], lookIds: [] }
const nothing: PollResult = { ok: true, ...noneFound }
const notNow: PollResult = { ok: false, ...noneFound }

const isSame = (one: DateTime.Utc | null, other: DateTime.Utc | null): boolean =>
  one?.epochMilliseconds === other?.epochMilliseconds

/** Of an order that is settled the reason names it already. */
const sentenceOf = ({ code, externalId, index, message }: OrderFault): string => {
  if (code === "id_settled") return message
  const which = externalId === undefined ? `An order (number ${index + 1} of the list)` : `Order ${externalId}`
  return `${which} could not be read: ${message}`
}

const textOf = ({ externalId, message }: OrderFault): string => `${externalId ?? ""} ${message}`
