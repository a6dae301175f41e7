/** The orders lane of an actor: polls the pending orders, matches, expires; one action at a time, whatever the session does. */
import { Effect } from "effect"
import type { OrdersAction } from "@counterfoil/domain"
import { DueAccounts, type QueuedWork } from "../accounts/DueAccounts.ts"
import { Conciliator, type PassCause } from "../conciliation/Conciliator.ts"
import { continuing } from "../tracing.ts"
import { OrderPoller, type PollOccasion, type PollResult } from "../orders/OrderPoller.ts"

/** Polls, makes the first attempt for each order that appeared, and looks again at those that were corrected. */
const poll = Effect.fnUntraced(function* (accountId: string, occasion: PollOccasion) {
  const poller = yield* OrderPoller
  const { appeared, corrected, lookIds } = yield* poller.poll(accountId, occasion)
  if (appeared.length + corrected.length > 0) yield* look(accountId, { appeared, corrected, lookIds })
})

/** While nothing may be matched the looks stay, and are taken when something may be. */
const look = Effect.fnUntraced(function* (
  accountId: string,
  { appeared, corrected, lookIds }: Pick<PollResult, "appeared" | "corrected" | "lookIds">
) {
  const conciliator = yield* Conciliator
  const due = yield* DueAccounts
  yield* conciliator.pass(accountId, { _tag: "Appeared", requestIds: appeared, correctedIds: corrected }, (mayMatch) =>
    mayMatch ? due.done(lookIds) : Effect.succeed(true)
  )
})

const causeOf = (work: QueuedWork): PassCause | null => {
  switch (work.kind) {
    case "match":
      return { _tag: "Scrape", ...work }
    case "run":
      return { _tag: "Run", requestId: work.requestId }
    // Together, whichever were left by a process that ended.
    case "look":
    case "poll":
      return null
  }
}

/**
 * The orders are polled before new movements are matched with them. The result of a pass and the removal of its work item
 * are one commit.
 */
const doWork = Effect.fnUntraced(function* (accountId: string) {
  const conciliator = yield* Conciliator
  const due = yield* DueAccounts
  const work = yield* due.work(accountId)
  const polls = work.filter(({ kind }) => kind === "poll").map(({ id }) => id)
  if (polls.length > 0 || work.some(({ kind }) => kind === "match")) {
    yield* poll(accountId, polls.length > 0 ? "asked" : "due")
    yield* due.done(polls)
  }
  const looks = work.flatMap((item) => (item.kind === "look" ? [item] : []))
  if (looks.length > 0) {
    const corrected = looks.map(({ requestId }) => requestId)
    yield* look(accountId, { appeared: [], corrected, lookIds: looks.map(({ id }) => id) })
  }
  for (const item of work) {
    const cause = causeOf(item)
    if (cause !== null) yield* continuing(item.trace)(conciliator.pass(accountId, cause, ending(due, item)))
  }
})

/** What can't be looked at yet, or not for all that it may pay, is left for later. */
const ending = (due: DueAccounts["Service"], item: QueuedWork) => (mayMatch: boolean) => {
  if (item.kind !== "match") return due.done([item.id])
  if (!mayMatch) return due.leave(item.id)
  return item.isFresh ? due.leaveFresh(item.id) : due.done([item.id])
}

const firstAttempts = Effect.fnUntraced(function* (accountId: string) {
  const conciliator = yield* Conciliator
  const due = yield* DueAccounts
  const requestIds = yield* due.unattempted(accountId)
  if (requestIds.length > 0) yield* conciliator.pass(accountId, { _tag: "Appeared", requestIds, correctedIds: [] })
})

export const runOrdersAction = Effect.fn("AccountActor.orders", { root: true })(function* (
  accountId: string,
  action: Exclude<OrdersAction["_tag"], "Wait">
) {
  const conciliator = yield* Conciliator
  switch (action) {
    case "DoWork":
      return yield* doWork(accountId)
    case "Poll":
      return yield* poll(accountId, "due")
    case "FirstAttempts":
      return yield* firstAttempts(accountId)
    case "Expire":
      return yield* Effect.asVoid(conciliator.expire(accountId))
  }
})
