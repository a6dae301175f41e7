/**
 * Approvals in the bank's app: the owner is told what to choose there and until when, and the script sees on the bank's page what
 * came of it.
 */
import { Duration, Effect, Option, Ref } from "effect"
import { furtherPromptFor } from "../codes/otpWords.ts"
import type { HostAnswer } from "../scripts/ScriptRunner.ts"
import { type Approval, approvalAsk } from "./askArgs.ts"
import { askFailure, type InUse, type Outcome } from "./codeLines.ts"
import type { CodeVerbsOptions } from "./CodeVerbsOptions.ts"
import { CodeNotObtained, type Ending } from "./OpenQuestion.ts"

/** Approvals that one login may wait for. */
const mostApprovals = 2

/** The script looks a little longer than a person is given: the host says first that the time is over. */
const grace = Duration.seconds(5)

interface Around {
  readonly asked: Effect.Effect<Pick<InUse, "askedOn" | "typedOn" | "askedAt" | "answered">>
  readonly inUse: Ref.Ref<Option.Option<InUse>>
  readonly settle: (outcome: Outcome) => Effect.Effect<void>
  readonly refuse: (message: string) => Effect.Effect<HostAnswer>
  readonly askOwner: (what: string, ask: Effect.Effect<HostAnswer>) => Effect.Effect<HostAnswer>
}

export const makeApprovals = Effect.fnUntraced(function* (
  { bankName, broker, endRun, onCodeGiven, page, sessionId }: CodeVerbsOptions,
  { askOwner, asked, inUse, refuse, settle }: Around
) {
  const count = yield* Ref.make(0)
  const isWaiting = Effect.map(Ref.get(inUse), (use) => Option.isSome(use) && use.value.type === "approval")

  /** What ends it from outside ends the login; the rest the script sees for itself. */
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
    // It ends by itself: the broker closes with the login.
    yield* Effect.forkDetach(Effect.flatMap(over, afterwards))
    return { ok: { ms: Duration.toMillis(Duration.sum(broker.timeout, grace)) } }
  })

  const end = (outcome: Outcome, told: Effect.Effect<void>): Effect.Effect<HostAnswer> =>
    settle(outcome).pipe(Effect.andThen(told), Effect.andThen(onCodeGiven), Effect.as({ ok: null }))

  return {
    isWaiting,
    request: Effect.fnUntraced(function* (request: Approval) {
      const nth = yield* Ref.updateAndGet(count, (n) => n + 1)
      if (nth > mostApprovals) return yield* refuse(`one login waits for at most ${mostApprovals} approvals`)
      return yield* askOwner("an approval in its app", open(request))
    }),
    given: end("accepted", broker.accepted),
    refused: Effect.flatMap(isWaiting, (waits): Effect.Effect<HostAnswer> =>
      waits ? end("rejected", broker.refused) : Effect.succeed({ ok: null })
    )
  }
})
