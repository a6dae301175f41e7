/** Writes what follows from how a cycle ended, and from what the account's row says by then: one function decides it. */
import { DateTime, Duration, Effect, Random, Ref } from "effect"
import {
  afterSession,
  isLoginFailureKind,
  type Pace,
  type SessionConsequence,
  type SessionOutcome
} from "@counterfoil/domain"
import { AccountPolicy, type AccountPolicyShape } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import { DueAccounts } from "../accounts/DueAccounts.ts"
import { onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import { ActivityLog } from "../events/ActivityLog.ts"
import type { ToldEvent } from "../events/Event.ts"
import { EventLog } from "../events/EventLog.ts"
import { uuid } from "../ids.ts"
import { countScrape } from "../operators/metrics.ts"
import type { SessionFailure } from "../sessions/SessionFailure.ts"
import type { Awake } from "./Awake.ts"
import { type Begun, sessionTypeOf, stampOf } from "./begin.ts"
import { pauseBankIfRefusing } from "./pauseBank.ts"
import { ScriptRepository } from "../scripts/ScriptRepository.ts"

/** An outcome is written when the database is back; until then the account's session stays as it is. */
export const writingPatience = Duration.hours(1)

const paceOf = Effect.fnUntraced(function* (begun: Begun, policy: AccountPolicyShape) {
  const persistent = sessionTypeOf(begun) === "persistent"
  const pace = {
    intervalMs: Duration.toMillis(persistent ? policy.monitorInterval : policy.scrapeInterval),
    jitter: yield* Random.nextBetween(-1, 1),
    assisted: begun.context.settings.loginMode === "assisted"
  }
  return { pace, regular: persistent ? { ...pace, jitter: 0 } : pace }
})

const finishJobs = Effect.fnUntraced(function* (begun: Begun, status: "done" | "failed", reason: string | null) {
  const due = yield* DueAccounts
  for (const id of yield* Ref.get(begun.served)) yield* due.finishJob(id, status, reason)
})

/**
 * Writes through the fence what follows from an outcome. `tell`: what else the same commit tells of.
 */
const writeOutcome = Effect.fnUntraced(function* <E, R>(
  awake: Awake,
  begun: Begun,
  outcome: SessionOutcome,
  pace: Pace,
  tell: (consequence: SessionConsequence) => Effect.Effect<void, E, R>
) {
  const policy = yield* AccountPolicy
  const accountRows = yield* AccountRepository
  const reports = yield* ScriptRepository
  const { accountId } = awake
  const runId = yield* uuid
  const write = Effect.gen(function* () {
    // The fence holds the account's row: what it says now stays so until the commit.
    const present = yield* accountRows.agenda(accountId, Duration.toMillis(policy.ordersInterval))
    const consequence = afterSession(outcome, begun.stamp, present === null ? begun.stamp : stampOf(present), pace)
    const isNew =
      outcome._tag === "Rests" ||
      (yield* reports.addRun({
        id: runId,
        scriptId: begun.script.id,
        accountId,
        startedAt: DateTime.makeUnsafe(begun.beganAt),
        outcome: outcome._tag === "Read" ? "read" : outcome.kind
      }))
    // An earlier try was committed, and not answered.
    if (!isNew) return consequence
    if (consequence.schedule !== null) yield* accountRows.schedule(accountId, consequence.schedule)
    yield* tell(consequence)
    return consequence
  })
  return yield* onceDatabaseIsBack(awake.fence.during(write), writingPatience)
})

const scrapeOf = ({ beganAt, context, script }: Begun, outcome: string) => ({
  outcome,
  bank: context.state.bank,
  version: script.version,
  beganAt
})

/** What was read is taken in: the next read is scheduled, and those who asked have their answer. */
export const writeRead = Effect.fn("AccountActor.writeRead")(function* (awake: Awake, begun: Begun) {
  const { regular } = yield* paceOf(begun, yield* AccountPolicy)
  yield* writeOutcome(awake, begun, { _tag: "Read" }, regular, () => finishJobs(begun, "done", null))
  yield* Ref.set(begun.served, [])
  yield* countScrape(scrapeOf(begun, "complete"))
  yield* awake.lookAgain
})

const outcomeOf = ({ isResting, kind, phase, restMs = 0 }: SessionFailure): SessionOutcome =>
  isResting === true ? { _tag: "Rests", kind, restMs } : { _tag: "Failed", phase, kind, restMs }

/** A login that fails is told as such, unless by a kind that only a scrape has (a time-out, a browser that crashed). */
const eventOf = (
  { kind, message, phase }: Pick<SessionFailure, "kind" | "message" | "phase">,
  blocked: boolean
): Extract<ToldEvent, { readonly type: "login.failed" | "scrape.failed" }> =>
  phase === "login" && isLoginFailureKind(kind)
    ? { type: "login.failed", data: { kind, message, blocked } }
    : { type: "scrape.failed", data: { kind, message, blocked } }

/** What the bank said of a login holds for all accounts that have it: none of them sends it again. */
const blockMates = Effect.fnUntraced(function* ({ context }: Begun, { kind, message, said }: SessionFailure) {
  const accountRows = yield* AccountRepository
  const events = yield* EventLog
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const { accountId, name } = context.state
  const words = `${message} (the account "${name}", which has the same login)`
  const mates = yield* accountRows.blockMates(accountId, { reason: `${kind}: ${words}`, failureKind: kind })
  for (const mate of mates) {
    const event = eventOf({ kind, message: words, phase: "login" }, true)
    yield* events.append({ accountId: mate, ...event, notify: true })
    const told = `The login failed (${kind}): ${words}. Scraping is blocked: mend what is wrong, then restart either account`
    yield* activity.add({
      accountId: mate,
      kind: event.type,
      message: told,
      data: {
        kind,
        phase: "login",
        blocked: true,
        said: said ?? null,
        account_name: name,
        asks_again_at: null
      }
    })
  }
  yield* due.wake(mates)
})

/** Owners who didn't answer are asked later each time; the activity says when. */
const askedLater = Effect.fnUntraced(function* (kind: string, { schedule }: SessionConsequence, { assisted }: Pace) {
  if (kind !== "otp_timeout" || !assisted || schedule === null || schedule.delayMs === null) return null
  return DateTime.formatIso(DateTime.addDuration(yield* DateTime.now, Duration.millis(schedule.delayMs)))
})

/** Fatal kinds block at once; all others retry later and are notified once per spell. */
export const writeFailure = Effect.fn("AccountActor.writeFailure")(function* (
  awake: Awake,
  begun: Begun,
  failure: SessionFailure
) {
  const accountRows = yield* AccountRepository
  const events = yield* EventLog
  const activity = yield* ActivityLog
  const due = yield* DueAccounts
  const { accountId } = awake
  const { pace } = yield* paceOf(begun, yield* AccountPolicy)
  const { detail, kind, message, phase, said } = failure
  const technical = detail === undefined ? {} : { detail }
  const reason = `${kind}: ${message}`
  // Before the commit that tells of it, as where a session ends.
  if ((yield* Ref.get(awake.held)) === null) yield* Ref.set(awake.phase, "idle")
  const { block } = yield* writeOutcome(awake, begun, outcomeOf(failure), pace, (consequence) =>
    Effect.gen(function* () {
      const { answersWaiting, block: blocked, notify } = consequence
      yield* accountRows.endCycle(accountId)
      if (blocked) yield* accountRows.block(accountId, reason)
      if (blocked && phase === "login") yield* blockMates(begun, failure)
      const event = eventOf(failure, blocked)
      yield* events.append({ accountId, ...event, notify })
      const stop = message.endsWith(".") ? "" : "."
      const whatNow = blocked ? `${stop} Scraping is blocked: mend what is wrong, then restart the account` : ""
      const later = yield* askedLater(kind, consequence, pace)
      const again =
        later === null
          ? ""
          : `${stop} The schedule asks again after ${later}, and waits longer each time that nobody answers`
      yield* activity.add({
        accountId,
        kind: event.type,
        message: `The ${phase} failed (${kind}): ${message}${whatNow}${again}`,
        data: { kind, phase, blocked, said: said ?? null, account_name: null, asks_again_at: later, ...technical }
      })
      // A scrape that was asked for while the cycle ran gets the same answer; not one by whoever was told that it is over.
      const waiting = answersWaiting ? yield* due.takeJob(accountId, yield* Ref.get(awake.told)) : null
      yield* finishJobs(begun, "failed", reason)
      if (waiting !== null) yield* due.finishJob(waiting.id, "failed", reason)
    })
  )
  yield* Ref.set(begun.ended, true)
  yield* countScrape(scrapeOf(begun, kind))
  if (kind === "invalid_credentials") yield* pauseBankIfRefusing(begun.context.state)
  yield* Effect.logWarning("session failed").pipe(
    Effect.annotateLogs({ phase, kind, message, blocked: block, ...technical })
  )
})
