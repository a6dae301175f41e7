/**
 * The actor of one bank account. It owns the account's bank session, its schedule and its one-time-code desk.
 *
 * Two loops run in it: one opens sessions and reads (`scrapes`), one asks for orders and expires them (`orders`); matching is
 * done under one lock. Messages are answered at once whatever the loops are doing, so a code never waits behind a scrape.
 */
import { type SessionEvent, sessionMachine, type SessionState, transition } from "@counterfoil/domain"
import { Cause, Duration, Effect, FiberSet, Latch, Option, Queue, Ref, Semaphore } from "effect"
import { Entity } from "effect/cluster"
import { Conciliator, type PassCause } from "../conciliation/Conciliator.ts"
import { EventLog } from "../events/EventLog.ts"
import { failpoint } from "../Failpoint.ts"
import { OrderPoller, type PollOccasion } from "../orders/OrderPoller.ts"
import { makeOtpDesk, type OtpDesk } from "../otp/OtpDesk.ts"
import { SessionGate } from "../sessions/SessionGate.ts"
import { Transactor } from "../Transactor.ts"
import { AccountEntity } from "./AccountEntity.ts"
import { AccountPolicy } from "./AccountPolicy.ts"
import { ActorRepository } from "./ActorRepository.ts"
import { type Claim, makeClaim } from "./Claim.ts"
import { endHeld, type HeldSession } from "./ScrapeCycle.ts"
import { ScrapeJobs } from "./ScrapeJobs.ts"
import { type ScrapeLoopContext, scrapeStep } from "./scrapeLoop.ts"
import { StatusBoard } from "./StatusBoard.ts"

export const accountActorLayer = AccountEntity.toLayer(
  Effect.gen(function* () {
    const { entityId: accountId } = yield* Entity.CurrentAddress
    const policy = yield* AccountPolicy
    const actors = yield* ActorRepository
    const desk = yield* makeOtpDesk(accountId, policy.otpTimeout)
    const held = yield* Ref.make<HeldSession | null>(null)
    const machine = yield* Ref.make<SessionState>(sessionMachine.initial)
    const claimed = yield* Ref.make<Claim | null>(null)
    const scrapeWake = yield* Queue.sliding<void>(1)
    const pollWake = yield* Queue.sliding<void>(1)
    /** What the next poll is made for. */
    const pollFor = yield* Ref.make<PollOccasion>("due")
    const matching = yield* Semaphore.make(1)
    /** Open once the loops look at the tables. */
    const leased = yield* Latch.make()
    const conciliator = yield* Conciliator
    const poller = yield* OrderPoller
    const jobs = yield* ScrapeJobs
    const gate = yield* SessionGate

    const move = (event: SessionEvent) =>
      Ref.modify(machine, (state) => {
        const next = transition(sessionMachine, state, event)
        return [Option.isSome(next) ? null : state, Option.getOrElse(next, () => state)]
      }).pipe(
        Effect.flatMap((stuck) =>
          stuck === null
            ? Effect.void
            : Effect.logError(`the session's state machine has no move "${event}" from "${stuck}"`)
        )
      )

    /** The desk, and the state machine beside it: the login waits while a code is asked for. */
    const watchedDesk: OtpDesk = {
      ...desk,
      request: (sessionId, descriptor) =>
        Effect.andThen(move("ask_code"), desk.request(sessionId, descriptor)).pipe(Effect.tap(() => move("end_code"))),
      rejected: Effect.andThen(move("ask_code"), desk.rejected).pipe(Effect.tap(() => move("end_code")))
    }

    const pass = (cause: PassCause) => matching.withPermits(1)(conciliator.pass(accountId, cause))

    const pollOnce = matching.withPermits(1)(
      Effect.gen(function* () {
        const polled = yield* poller.poll(accountId, yield* Ref.getAndSet(pollFor, "due"))
        if (polled.appeared.length > 0) {
          yield* conciliator.pass(accountId, { _tag: "Appeared", requestIds: polled.appeared })
        }
      })
    )

    /** Begins afresh each time it is started: what an earlier activation or a defect left open is closed and told. */
    const scrapes = Effect.gen(function* () {
      yield* endHeld({ state: { accountId }, held }, "lost")
      yield* Ref.set(machine, sessionMachine.initial)
      yield* failpoint("actor.before-lease")
      const activation = yield* takeOver(accountId).pipe(Effect.ensuring(leased.open))
      yield* failpoint("actor.after-lease")
      if (activation === null) return
      const claim = yield* makeClaim(accountId, activation.epoch)
      yield* Ref.set(claimed, claim)
      const context: ScrapeLoopContext = {
        accountId,
        claim,
        desk: watchedDesk,
        held,
        state: Ref.get(machine),
        move,
        onTaken: (taken) =>
          pollOnce.pipe(
            Effect.andThen(pass({ _tag: "Scrape", scrapeId: taken.scrapeId, complete: taken.complete })),
            Effect.asVoid
          )
      }
      while (true) {
        const next = yield* scrapeStep(context)
        if (next === "gone") return
        yield* next === "again" ? Effect.void : sleepOrWake(scrapeWake, next)
      }
    })

    /** The account is there, and no other activation has taken over. */
    const isMine = Effect.gen(function* () {
      const state = yield* actors.load(accountId)
      const claim = yield* Ref.get(claimed)
      return state !== null && (claim === null || state.epoch === claim.epoch)
    })

    const orders = Effect.gen(function* () {
      yield* leased.await
      while (yield* isMine) {
        yield* pollOnce
        yield* matching.withPermits(1)(conciliator.expire(accountId))
        yield* sleepOrWake(pollWake, policy.ordersInterval)
      }
    })

    yield* Effect.addFinalizer(() => endHeld({ state: { accountId }, held }, "actor_stopped"))
    const scope = yield* Effect.scope
    const loops = yield* FiberSet.make()
    const start = (name: string, loop: typeof scrapes | typeof orders) =>
      FiberSet.run(loops, supervised(name, loop).pipe(Effect.annotateLogs({ accountId })))
    yield* start("scrapes", scrapes)
    yield* start("orders", orders)

    /** A deleted account's session is closed at once, whatever it is doing. */
    const stopIfDeleted = Effect.gen(function* () {
      if ((yield* actors.load(accountId)) !== null) return
      yield* FiberSet.clear(loops)
      yield* endHeld({ state: { accountId }, held }, "account_deleted")
    })

    const hurryIfAsked = Effect.gen(function* () {
      if (yield* jobs.hasQueued(accountId)) yield* gate.hurry(accountId)
    })

    const status = Effect.gen(function* () {
      const session = yield* Ref.get(held)
      return {
        sessionRunning: session !== null,
        pendingAssistance: yield* desk.pending,
        state: yield* Ref.get(machine)
      }
    })
    yield* StatusBoard.use((board) => board.post(accountId, status))

    const lookAgain = Queue.offer(scrapeWake, undefined).pipe(
      Effect.andThen(Queue.offer(pollWake, undefined)),
      Effect.andThen(hurryIfAsked),
      Effect.andThen(stopIfDeleted)
    )

    return AccountEntity.of({
      Wake: () =>
        // Most often the message that starts this actor: its loops look for themselves, after whatever the message tells of.
        // It doesn't wait for them: a take-over that can't be had would hold the sender.
        Effect.suspend(() => (leased.isOpen() ? lookAgain : Effect.void)),
      SubmitOtp: ({ payload }) => desk.submit(payload.code),
      CancelAssistance: () => desk.cancel,
      PollOrders: () => Effect.andThen(Ref.set(pollFor, "asked"), Effect.asVoid(Queue.offer(pollWake, undefined))),
      RunRequest: ({ payload }) =>
        pass({ _tag: "Run", requestId: payload.requestId }).pipe(Effect.forkIn(scope), Effect.asVoid),
      MatchTaken: ({ payload }) => pass({ _tag: "Scrape", ...payload }).pipe(Effect.forkIn(scope), Effect.asVoid),
      Status: () => status
    })
  }),
  {
    // Handlers must not wait for each other, and one that dies must not be replayed for ever.
    concurrency: "unbounded",
    disableFatalDefects: true,
    mailboxCapacity: 64,
    maxIdleTime: Duration.infinity
  }
)

/** One commit: a crash in between would leave sessions ended that nobody was told of. */
const takeOver = Effect.fnUntraced(function* (accountId: string) {
  const actors = yield* ActorRepository
  const transactor = yield* Transactor
  return yield* transactor.transact(
    Effect.tap(actors.activate(accountId), (activation) =>
      activation === null
        ? Effect.void
        : Effect.andThen(failpoint("actor.lease-written"), tellLeftOvers(accountId, activation.left))
    )
  )
})

/** An earlier activation ended without saying so (a crash): the stream learns it now. */
const tellLeftOvers = Effect.fnUntraced(function* (
  accountId: string,
  left: { readonly sessionId: string | null; readonly assistanceId: string | null }
) {
  const events = yield* EventLog
  if (left.assistanceId !== null) {
    yield* events.append({
      accountId,
      type: "assistance.cancelled",
      data: { id: left.assistanceId, reason: "session_ended" }
    })
  }
  if (left.sessionId !== null) {
    yield* events.append({ accountId, type: "session.stopped", data: { session_id: left.sessionId } })
  }
})

/** Waits for a wake-up, or for the time to pass; null waits for a wake-up alone. */
const sleepOrWake = (wake: Queue.Dequeue<void>, wait: Duration.Duration | null) =>
  wait === null ? Queue.take(wake) : Effect.raceFirst(Queue.take(wake), Effect.sleep(wait))

/** A defect in a loop of one account is logged and the loop begins again after a pause; no other account notices. */
const supervised = <E, R>(loop: string, effect: Effect.Effect<void, E, R>) =>
  effect.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logError(`account loop "${loop}" failed`, cause)
    ),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.sleep(Duration.seconds(10)).pipe(Effect.as("again" as const))
    ),
    Effect.repeat({ while: (outcome) => outcome === "again" })
  )
