/** A login at the bank, and what becomes of the credentials that were sent: the bank's word is asked for at most once. */
import { Duration, Effect } from "effect"
import { isVerdictOnLogin, mayLeaveSessionOpen } from "@counterfoil/domain"
import type { StaleActor } from "../accounts/ActorRows.ts"
import { onceDatabaseIsBack } from "../DatabaseUnavailable.ts"
import type { ActivityLog } from "../events/ActivityLog.ts"
import { failpoint } from "../Failpoint.ts"
import { timed } from "../operators/metrics.ts"
import { type BankSession, type SessionContext, type SessionRun, sharesSession } from "./BankSession.ts"
import { keepEvidence } from "./keepEvidence.ts"
import type { KeptEvidence } from "./KeptEvidence.ts"
import { lengthsOf } from "./secretLengths.ts"
import { logOutOrTell } from "./logOut.ts"
import { SessionFailure } from "./SessionFailure.ts"
import { type CredentialsSpent, type LoginRests, type LoginSuperseded, SessionRepository } from "./SessionRepository.ts"

/** What the bank answered is not lost to a database that is away for a moment: without it the credentials count as spent. */
const answerPatience = Duration.seconds(60)

/** The page may have no way out that the script knows; whoever waits for the bank waits for this too. */
const leavePatience = Duration.seconds(10)

const failedLogin = (kind: SessionFailure["kind"], message: string) =>
  new SessionFailure({ phase: "login", kind, message })

const notKnown = (why: string): Pick<SessionFailure, "kind" | "message"> => ({
  kind: "action_required",
  message: `Whether the bank took the last login is not known${why}: see at the bank whether the user name and the password still work, then restart`
})

const minutesOf = (millis: number): string => {
  const minutes = Math.ceil(millis / 60_000)
  return minutes === 1 ? "a minute" : `${minutes} minutes`
}

const isVerdict = ({ kind }: SessionFailure) => isVerdictOnLogin(kind)

/** Why no attempt may be made with these credentials, as a failure that the policy knows. */
const notBegun = (error: CredentialsSpent | LoginRests): SessionFailure => {
  if (error._tag === "LoginRests") {
    const { restMs } = error
    const message = `Whether the bank took the last login is not known: it is tried once more in ${minutesOf(restMs)}`
    return new SessionFailure({ phase: "login", kind: "bank_unavailable", message, restMs, isResting: true })
  }
  if (error.outcome === "unanswered") return new SessionFailure({ phase: "login", ...notKnown("") })
  return failedLogin(
    "invalid_credentials",
    `The bank refused these credentials before (${error.outcome}): correct them and restart`
  )
}

/**
 * Logs in, at most once with credentials that were refused: the attempt is written before anything is submitted, and what
 * the bank answered is written after. An attempt without the bank's own word counts as spent; only where the credentials
 * have logged in before is it made once more by itself, after a rest.
 */
export const logIn = (context: SessionContext, session: BankSession, run: SessionRun, attemptId: string) =>
  timed.login({ bank: context.state.bank, version: run.script.version })(attempt(context, session, run, attemptId))

const attempt = Effect.fn("BankSession.logIn")(function* (
  context: SessionContext,
  session: BankSession,
  run: SessionRun,
  attemptId: string
): Effect.fn.Return<
  void,
  SessionFailure | StaleActor | LoginSuperseded,
  SessionRepository | KeptEvidence | ActivityLog
> {
  const repository = yield* SessionRepository
  const { accountId } = context.state
  const restMs = Duration.toMillis(context.deadlines.rest)
  const written = <A>(write: Effect.Effect<A>) => onceDatabaseIsBack(context.fence.during(write), answerPatience)
  const finish = (outcome: string) => written(repository.finishLogin(attemptId, outcome))
  const begin = repository.beginLogin({
    id: attemptId,
    accountId,
    loginId: context.state.loginId,
    sessionId: session.id,
    credentialsVersion: context.credentials.version,
    loginGrant: context.state.loginGrant,
    restMs
  })
  yield* context.fence.during(begin).pipe(
    Effect.flatMap(Effect.fromResult),
    Effect.catchTag(["CredentialsSpent", "LoginRests"], (error) => Effect.fail(notBegun(error)))
  )
  yield* failpoint("login.attempt-written")

  /** It found something else than the login page: most likely a session that the stored state still holds. */
  const forgetState = ({ kind }: SessionFailure) =>
    kind !== "layout_changed" || run.has("resume")
      ? Effect.void
      : context.fence.during(
          sharesSession(run.script)
            ? repository.forgetBrowserStatesOfLogin(accountId)
            : repository.forgetBrowserState(accountId)
        )

  const toldAs = Effect.fnUntraced(function* (failure: SessionFailure) {
    if (!(yield* run.passwordTyped)) {
      yield* finish(failure.kind)
      yield* forgetState(failure)
      return failure
    }
    if (isVerdict(failure) || (yield* run.isWaitingForCode)) {
      yield* finish(failure.kind)
      return failure
    }
    const { again } = yield* written(repository.finishUnanswered(attemptId))
    const { detail, kind, message, phase, said } = failure
    const quoted = { ...(said === undefined ? {} : { said }), ...(detail === undefined ? {} : { detail }) }
    if (again) return new SessionFailure({ phase, kind, message, ...quoted, restMs })
    return new SessionFailure({ phase, ...notKnown(` (${message})`), ...quoted })
  })

  /** What it ended by is written and kept first: the way out may take a while. */
  const ended = Effect.fnUntraced(function* (failure: SessionFailure) {
    const told = yield* toldAs(failure)
    yield* keepEvidence(context, session, told)
    const isOpen = mayLeaveSessionOpen(failure.kind) && (yield* run.passwordSent)
    const left = isOpen && (yield* logOutOrTell(context, run, leavePatience))
    if (left) yield* Effect.logInfo("a login that failed behind the bank's door was logged out")
    return yield* told
  })

  yield* run.invoke("login", { secrets: lengthsOf(context.credentials) }).pipe(
    Effect.filterOrFail(
      (answer) => answer === "authenticated",
      () => failedLogin("script_error", 'The script\'s login ended without saying "authenticated"')
    ),
    Effect.catchTag("SessionFailure", (failure) => ended(failure)),
    // Stopped by us before the bank can have seen the password: nothing is spent.
    Effect.onInterrupt(() =>
      Effect.flatMap(run.passwordTyped, (typed) => (typed ? Effect.void : Effect.ignore(finish("interrupted"))))
    )
  )
  yield* failpoint("login.answered")
  yield* finish("authenticated")
  yield* context.broker.accepted
})
