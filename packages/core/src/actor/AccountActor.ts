/**
 * The actor of one bank account, awake while something is due or open. It looks at the account's rows, a pure function of the
 * domain says what comes next (`nextActions`), and two lanes do it beside each other: the session's, and the orders'. Messages
 * are answered at once whatever the lanes are doing, so a code never waits behind a scrape.
 */
import { Duration, Effect, FiberSet, Latch, Ref } from "effect"
import { Entity } from "effect/cluster"
import { type Doing, nextActions, type NextActions } from "@counterfoil/domain"
import { NoPendingAssistance } from "../accounts/AccountCommands.ts"
import { AccountPolicy } from "../accounts/AccountPolicy.ts"
import { AccountRepository } from "../accounts/AccountRepository.ts"
import type { ActorAgenda, StaleActor } from "../accounts/ActorRows.ts"
import { makeActorFence } from "../accounts/ActorFence.ts"
import { isDatabaseUnavailable } from "../DatabaseUnavailable.ts"
import { failpoint } from "../Failpoint.ts"
import { makeOtpBroker, type OtpBroker } from "../sessions/assistance/OtpBroker.ts"
import { SessionGate } from "../sessions/SessionGate.ts"
import { AccountEntity, type AttendanceEnd, isFromElsewhere } from "./AccountEntity.ts"
import { type Awake, faultAfter, type Lane, monotonicClock, type SessionPhase } from "./Awake.ts"
import { AwakeActors } from "./AwakeActors.ts"
import { endHeld, keepHeld, leaveHeld } from "./endSession.ts"
import { factsOf } from "./facts.ts"
import { leaveAtLast } from "./leaveAtLast.ts"
import { runOrdersAction } from "./ordersLane.ts"
import { closeSession, type LaneEnd, scrape, skipJob } from "./sessionLane.ts"
import { takeOver } from "./takeOver.ts"
import { tellOfWaiting } from "./tellOfWaiting.ts"

/** The pause after an action that found nothing to do. A change of the rows ends it sooner. */
const idleSpacingMs = 30_000
/** The poller goes by this process's clock, the rows by the database's: where they differ, the loop must not spin. */
const longestPollSpacingMs = 100
const betweenLooksWhileAway = Duration.seconds(1)

export const accountActorLayer = AccountEntity.toLayer(
  Effect.gen(function* () {
    const { entityId: accountId } = yield* Entity.CurrentAddress
    const { processId } = yield* AwakeActors
    let attending = false
    let present: Awake | null = null

    /** One activation at a time: a second one would take the account over from the first, which is still at work. */
    const attend = Effect.suspend(() => {
      // An activation that is still taking over reads the rows afterwards anyway.
      if (attending) return Effect.as(present?.lookAgain ?? Effect.void, "attended" as const)
      attending = true
      const attendance = attendOnce(accountId, (awake) => {
        present = awake
      })
      return Effect.ensuring(
        attendance,
        Effect.sync(() => {
          attending = false
        })
      )
    })
    const withBroker = <A, E>(
      use: (broker: OtpBroker) => Effect.Effect<A, E>
    ): Effect.Effect<A, E | NoPendingAssistance> =>
      Effect.suspend((): Effect.Effect<A, E | NoPendingAssistance> =>
        present === null ? Effect.fail(new NoPendingAssistance()) : use(present.broker)
      )

    return AccountEntity.of({
      // The dispatcher here finds the account by itself.
      Attend: ({ headers }) => (isFromElsewhere(headers, processId) ? Effect.succeed("attended" as const) : attend),
      SubmitOtp: ({ payload }) => withBroker((broker) => broker.submit(payload.code, payload.how)),
      CancelAssistance: () => withBroker((broker) => broker.cancel),
      Withdraw: ({ payload }) => withBroker((broker) => broker.withdraw(payload.assistanceId)),
      Picture: ({ payload }) => withBroker((broker) => broker.picture(payload.assistanceId))
    })
  }),
  {
    // Handlers must not wait for each other, and one that dies must not be replayed for ever.
    concurrency: "unbounded",
    disableFatalDefects: true,
    mailboxCapacity: 64,
    // At rest an account is a row.
    maxIdleTime: Duration.seconds(1)
  }
)

/** From the take-over to where nothing is left to do, or the account is another's. */
const attendOnce = (accountId: string, show: (awake: Awake | null) => void) =>
  Effect.scoped(
    Effect.gen(function* () {
      const accountRows = yield* AccountRepository
      const awakeActors = yield* AwakeActors
      yield* failpoint("actor.before-lease")
      const activation = yield* takeOver(accountId)
      yield* failpoint("actor.after-lease")
      if (activation === null) {
        yield* accountRows.forgetActor(accountId)
        return "gone" as const
      }
      const awake = yield* wakeUp(accountId, activation.epoch)
      // Registered before the lanes, so that it runs after them: a read that is stopped must not take it for a crashed browser.
      yield* Effect.addFinalizer(() => Effect.andThen(keepHeld(awake), endHeld(awake, "actor_stopped")))
      const loop = yield* makeLoop(awake)
      yield* Effect.acquireRelease(
        Effect.sync(() => show(awake)),
        () => Effect.sync(() => show(null))
      )
      yield* awakeActors.post(accountId, loop.shown)
      return yield* loop.run
    })
  ).pipe(Effect.annotateLogs({ accountId }))

/** An approval's end may be known only after its login has ended too: then the phase stays as it is. */
const afterApproval = (phase: SessionPhase): SessionPhase => (phase === "awaiting-otp" ? "opening" : phase)

const wakeUp = Effect.fnUntraced(function* (accountId: string, epoch: bigint) {
  const policy = yield* AccountPolicy
  const broker = yield* makeOtpBroker(accountId, policy.otpTimeout)
  const phase = yield* Ref.make<SessionPhase>("idle")
  const signal = yield* Latch.make()
  const lane = (): Lane => ({ busy: false, asked: false, fault: null })
  const whileAsking = <A, E>(ask: Effect.Effect<A, E>) =>
    Effect.andThen(Ref.set(phase, "awaiting-otp"), ask).pipe(Effect.tap(() => Ref.set(phase, "opening")))
  const awake: Awake & { readonly signal: Latch.Latch } = {
    accountId,
    fence: yield* makeActorFence(accountId, epoch),
    broker: {
      ...broker,
      request: (sessionId, asked) => whileAsking(broker.request(sessionId, asked)),
      rejected: whileAsking(broker.rejected),
      approval: (sessionId, asked) =>
        Effect.andThen(Ref.set(phase, "awaiting-otp"), broker.approval(sessionId, asked)).pipe(
          Effect.map((over) => Effect.tap(over, () => Ref.update(phase, afterApproval)))
        )
    },
    held: yield* Ref.make<Awake["held"] extends Ref.Ref<infer A> ? A : never>(null),
    told: yield* Ref.make<string | null>(null),
    mustLeave: yield* Ref.make(false),
    phase,
    session: lane(),
    orders: lane(),
    lookAgain: Effect.asVoid(signal.open),
    signal
  }
  return awake
})

const makeLoop = Effect.fnUntraced(function* (awake: Effect.Success<ReturnType<typeof wakeUp>>) {
  const { accountId, fence, signal } = awake
  const accountRows = yield* AccountRepository
  const gate = yield* SessionGate
  const policy = yield* AccountPolicy
  const lanes = yield* FiberSet.make()
  const monotonicNow = yield* monotonicClock
  let seenWakes = -1n
  let rowState = "idle"
  let [attemptsUntil, expiryUntil, pollUntil] = [0, 0, 0]
  const pollSpacingMs = Math.min(longestPollSpacingMs, Duration.toMillis(policy.ordersInterval))

  /** However long the database is away, what is open stays open. */
  const look: Effect.Effect<ActorAgenda | null> = accountRows
    .agenda(accountId, Duration.toMillis(policy.ordersInterval))
    .pipe(
      Effect.catchCause((cause) =>
        isDatabaseUnavailable(cause)
          ? Effect.andThen(
              Effect.sleep(betweenLooksWhileAway),
              Effect.suspend(() => look)
            )
          : Effect.failCause(cause)
      )
    )

  /** A time of this process's monotonic clock, by the database's clock. */
  const inRowsTime = (now: number, until: number) => now + Math.max(0, until - monotonicNow())

  const doingAt = (now: number, sessionOpen: boolean, codeAwaited: boolean): Doing => ({
    sessionOpen,
    sessionBusy: awake.session.busy,
    codeAwaited,
    ordersBusy: awake.orders.busy,
    sessionNotBefore: inRowsTime(now, awake.session.fault?.until ?? 0),
    ordersNotBefore: inRowsTime(now, awake.orders.fault?.until ?? 0),
    pollNotBefore: inRowsTime(now, pollUntil),
    attemptsNotBefore: inRowsTime(now, attemptsUntil),
    expiryNotBefore: inRowsTime(now, expiryUntil)
  })

  /** One action at a time; the loop looks again when it is over. */
  const start = <R>(name: string, lane: Lane, action: Effect.Effect<LaneEnd, StaleActor, R>) => {
    lane.busy = true
    const guarded = action.pipe(
      // The loop learns it when it reads the rows.
      Effect.catchTag("StaleActor", () => Effect.succeed("lost" as const)),
      // An interrupt of the lane itself isn't caught here. One in this cause ended something that the lane waited for.
      Effect.catchCause((cause) =>
        Effect.as(Effect.logError(`the ${name} lane of an account failed`, cause), "fault" as const)
      ),
      Effect.tap((end) =>
        Effect.sync(() => {
          lane.fault = end === "fault" ? faultAfter(lane.fault, monotonicNow()) : null
        })
      ),
      Effect.ensuring(
        Effect.suspend(() => {
          lane.busy = false
          return awake.lookAgain
        })
      )
    )
    return FiberSet.run(lanes, guarded)
  }

  const startSession = Effect.fnUntraced(function* ({ session }: NextActions, agenda: ActorAgenda) {
    switch (session._tag) {
      case "Scrape":
        awake.session.asked = agenda.jobQueued
        return yield* start("session", awake.session, scrape(awake, agenda))
      case "CloseSession":
        return yield* start("session", awake.session, closeSession(awake))
      case "LeaveAtLast":
        return yield* start("session", awake.session, leaveAtLast(awake, agenda))
      case "SkipJob":
        return yield* start("session", awake.session, skipJob(awake))
      case "WithdrawCode":
        return yield* Effect.ignore(awake.broker.cancel)
      case "Wait":
        // A scheduled read that waits for its permits gets the priority of an asked-for one as soon as somebody asks.
        if (awake.session.busy && agenda.jobQueued) {
          awake.session.asked = true
          yield* gate.hurry(accountId)
        }
    }
  })

  const startOrders = ({ orders }: NextActions) => {
    if (orders._tag === "Wait") return Effect.void
    if (orders._tag === "Poll") pollUntil = monotonicNow() + pollSpacingMs
    if (orders._tag === "FirstAttempts") attemptsUntil = monotonicNow() + idleSpacingMs
    if (orders._tag === "Expire") expiryUntil = monotonicNow() + idleSpacingMs
    return start("orders", awake.orders, Effect.as(runOrdersAction(accountId, orders._tag), "done" as const))
  }

  /** One that is being closed already may be left open at the bank: it is not answered, and what was asked holds for what is left. */
  const answerHolder = Effect.gen(function* () {
    // Before the phase is asked for: a session that begins to close from here on is logged out.
    yield* Ref.set(awake.mustLeave, true)
    if ((yield* Ref.get(awake.phase)) === "closing") return
    // The next look finds out whose it is now.
    yield* Effect.catchTag(fence.during(accountRows.stillHolds(accountId)), "StaleActor", () => Effect.void)
  })

  const stateOf = (agenda: ActorAgenda) => (agenda.blockedReason !== null ? "blocked" : agenda.status)

  const step = Effect.gen(function* () {
    signal.closeUnsafe()
    const agenda = yield* look
    if (agenda === null || agenda.epoch !== fence.epoch) {
      yield* FiberSet.clear(lanes)
      if (agenda !== null) return yield* Effect.as(endHeld(awake, "lost"), "lost" as const)
      yield* leaveHeld(awake, "account_deleted", { deleted: true })
      yield* accountRows.forgetActor(accountId)
      return "gone" as const
    }
    seenWakes = agenda.wakes
    rowState = stateOf(agenda)
    const now = agenda.now.epochMilliseconds
    const sessionOpen = (yield* Ref.get(awake.held)) !== null
    const codeAwaited = yield* awake.broker.isOpen
    if (agenda.holderAsked && sessionOpen) yield* answerHolder
    const next = nextActions(factsOf(agenda, policy), doingAt(now, sessionOpen, codeAwaited))
    yield* startSession(next, agenda)
    yield* startOrders(next)
    if (next.rest !== undefined) {
      const { because, until } = next.rest
      const afterMs = until === null ? null : Math.max(0, until - now)
      const { before, rests } = yield* accountRows.restActor(accountId, agenda, { afterMs, because })
      if (!rests) return "on" as const
      if (next.session._tag === "Wait") yield* tellOfWaiting(accountId, { because, before, until: next.session.until })
      return "rested" as const
    }
    yield* next.lookAgainAt === null
      ? signal.await
      : Effect.timeoutOption(signal.await, Duration.millis(Math.max(1, next.lookAgainAt - now)))
    return "on" as const
  })

  const run = step.pipe(
    Effect.repeat({ while: (end): boolean => end === "on" }),
    Effect.map((end): AttendanceEnd => (end === "on" ? "rested" : end))
  )

  const status = Effect.gen(function* () {
    const phase = yield* Ref.get(awake.phase)
    return {
      sessionRunning: (yield* Ref.get(awake.held)) !== null,
      pendingAssistance: yield* awake.broker.pending,
      openAssistance: yield* awake.broker.pendingFurther,
      state: phase === "idle" && rowState !== "active" ? rowState : phase
    }
  })

  return { run, shown: { status, lookAgain: awake.lookAgain, seenWakes: () => seenWakes } }
})
