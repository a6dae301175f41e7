/**
 * Approvals in the bank's app: the owner is told what to choose there and until when, and the script sees on the bank's page what
 * came of it.
 */
import { Deferred, Duration, Effect, Fiber, Option, Ref } from "effect"
import { furtherPromptFor } from "../../codes/otpWords.ts"
import type { HostAnswer } from "../../scripts/ScriptRunner.ts"
import { type Approval, approvalAsk } from "./askArgs.ts"
import { mostApprovals, tooManyApprovals } from "./codeRules.ts"
import { askFailure, type InUse, type Outcome } from "./codeLines.ts"
import type { CodeVerbsOptions } from "./CodeVerbsOptions.ts"
import { CodeNotObtained, type Ending } from "./OpenQuestion.ts"

/** The script looks a little longer than a person is given: the host says first that the time is over. */
const grace = Duration.seconds(5)

interface Around {
  readonly asked: Effect.Effect<Pick<InUse, "askedOn" | "typedOn" | "askedAt" | "answered">>
  readonly inUse: Ref.Ref<Option.Option<InUse>>
  readonly settle: (outcome: Outcome) => Effect.Effect<void>
  readonly refuse: (message: string) => Effect.Effect<HostAnswer>
  readonly askOwner: (what: string, ask: Effect.Effect<HostAnswer>) => Effect.Effect<HostAnswer>
}

/** The bank's permit while somebody is asked: others may use it, and the script goes on once it has one again. */
const makePause = Effect.fnUntraced(function* ({ withoutPermit }: Pick<CodeVerbsOptions, "withoutPermit">) {
  const paused = yield* Ref.make(
    Option.none<{ readonly over: Deferred.Deferred<void>; readonly fiber: Fiber.Fiber<void> }>()
  )
  const taken = Ref.getAndSet(paused, Option.none())
  return {
    begin: Effect.gen(function* () {
      const over = yield* Deferred.make<void>()
      // One of the two below ends it: an approval always has an ending.
      const fiber = yield* Effect.forkDetach(withoutPermit(Deferred.await(over)), { startImmediately: true })
      yield* Ref.set(paused, Option.some({ over, fiber }))
    }),
    end: Effect.flatMap(
      taken,
      Option.match({
        onNone: () => Effect.void,
        onSome: ({ fiber, over }) =>
          Deferred.succeed(over, undefined).pipe(
            Effect.andThen(Fiber.join(fiber)),
            Effect.onInterrupt(() => Fiber.interrupt(fiber))
          )
      })
    ),
    drop: Effect.flatMap(
      taken,
      Option.match({ onNone: () => Effect.void, onSome: ({ fiber }) => Fiber.interrupt(fiber) })
    )
  }
})

export const makeApprovals = Effect.fnUntraced(function* (
  options: CodeVerbsOptions,
  { askOwner, asked, inUse, refuse, settle }: Around
) {
  const { bankName, broker, endRun, onCodeGiven, onCodeTaken, page, sessionId } = options
  const count = yield* Ref.make(0)
  const pause = yield* makePause(options)
  const isWaiting = Effect.map(Ref.get(inUse), (use) => Option.isSome(use) && use.value.type === "approval")

  /** Where the host ends the question, it ends the login; what the bank's page shows, the script sees for itself. */
  const afterwards = (ending: Ending) =>
    ending === "timed_out" || ending === "cancelled"
      ? Effect.andThen(
          settle("unanswered"),
          endRun(
            askFailure(
              "approval",
              new CodeNotObtained({ kind: ending === "timed_out" ? "otp_timeout" : "otp_cancelled" })
            )
          )
        )
      : Effect.void

  const open = Effect.fnUntraced(function* (request: Approval) {
    const ask = approvalAsk(request, page.scrub)
    yield* settle("unknown")
    yield* Ref.set(inUse, Option.some({ type: "approval", purpose: ask.message, via: undefined, ...(yield* asked) }))
    const over = yield* broker.approval(sessionId, { ask, prompt: furtherPromptFor(bankName, ask) })
    const watch = Effect.flatMap(over, (ending) =>
      ending === "fulfilled" || ending === "rejected" ? Effect.void : Effect.andThen(pause.drop, afterwards(ending))
    )
    // It ends by itself: the broker closes with the login.
    yield* Effect.uninterruptible(Effect.andThen(pause.begin, Effect.forkDetach(watch)))
    return { ok: { ms: Duration.toMillis(Duration.sum(broker.timeout, grace)) } }
  })

  const end = (outcome: Outcome, told: Effect.Effect<void>): Effect.Effect<HostAnswer> =>
    settle(outcome).pipe(
      Effect.andThen(told),
      Effect.andThen(onCodeTaken),
      Effect.andThen(pause.end),
      Effect.andThen(onCodeGiven),
      Effect.as({ ok: null })
    )

  return {
    isWaiting,
    /** Whatever comes next, the bank is visited again: with a permit. */
    resume: pause.end,
    request: Effect.fnUntraced(function* (request: Approval) {
      const nth = yield* Ref.updateAndGet(count, (n) => n + 1)
      if (nth > mostApprovals) return yield* refuse(tooManyApprovals)
      return yield* askOwner("an approval in its app", open(request))
    }),
    given: end("accepted", broker.accepted),
    refused: Effect.flatMap(isWaiting, (waits): Effect.Effect<HostAnswer> =>
      waits ? end("rejected", broker.refused) : Effect.succeed({ ok: null })
    )
  }
})
