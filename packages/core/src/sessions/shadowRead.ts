/**
 * Reads the account once more with a version in review, in the session that the active version has just read in.
 *
 * It never logs in: the page that it gets can't type a secret, nobody is asked for a code, and a version that doesn't find
 * itself logged in isn't compared. What it reads is given back to be compared, and goes nowhere else.
 */
import { DateTime, Deferred, Effect, Result, Schema } from "effect"
import { localDateAt, printDeclared, readingStatement, type StatementRow } from "@counterfoil/domain"
import type { StaleActor } from "../accounts/ActorRows.ts"
import { CodeNotObtained, type OtpBroker } from "./assistance/OtpBroker.ts"
import { PageFault } from "../scripts/PageCall.ts"
import type { ScriptManifest } from "../scripts/ScriptManifest.ts"
import { decodeStatement } from "../movements/decodeStatement.ts"
import { cooperatively } from "../cooperatively.ts"
import { allowedOrigins } from "./allowedOrigins.ts"
import type { BankPage } from "./BankBrowser.ts"
import { accountArgs, type BankSession, type SessionContext, startRun } from "./BankSession.ts"
import { onlyInLogin } from "./assistance/codeRules.ts"
import { typedSecret } from "./SecretUse.ts"
import { SessionFailure } from "./SessionFailure.ts"
import type { RunnableScript } from "../scripts/Script.ts"

/** It could not be run as the active version is; `message` says why. */
export class NotComparable extends Schema.TaggedError<NotComparable>()("NotComparable", { message: Schema.String }) {}

/** What the active version read, and how. */
export interface Reading {
  readonly script: RunnableScript
  readonly since: string
  /** Not checked yet. */
  readonly statement: Schema.Json
}

const wantsToLogIn = new NotComparable({
  message: "It wanted to log in: a version in review may only go on with the session that is open"
})

/** The same page, for a version that must not log in. */
const withoutSecrets = (page: BankPage, refused: Deferred.Deferred<never, NotComparable>): BankPage => ({
  ...page,
  call: (call) =>
    typedSecret(call) !== undefined
      ? Effect.andThen(
          Deferred.fail(refused, wantsToLogIn),
          Effect.fail(new PageFault({ code: "SecretOrigin", message: "A version in review can't type a secret" }))
        )
      : page.call(call)
})

/** The broker, as a version in review gets it: nobody is asked, and no code comes. */
const askingNobody = (broker: OtpBroker): OtpBroker => {
  const noCode = Effect.fail(new CodeNotObtained({ kind: "otp_cancelled" }))
  return {
    ...broker,
    request: () => noCode,
    rejected: noCode,
    approval: () => Effect.succeed(Effect.succeed("cancelled" as const)),
    accepted: Effect.void,
    refused: Effect.void,
    close: Effect.void
  }
}

const goesElsewhere = (context: SessionContext, active: RunnableScript, candidate: RunnableScript): boolean => {
  const originsOf = (script: RunnableScript) => allowedOrigins(script, context.state.bankOrigins).origins
  const open = originsOf(active)
  return originsOf(candidate).some((origin) => !open.includes(origin))
}

/** What the owner's page may send was agreed for the active version. */
const sendsMore = ({ manifest: active }: RunnableScript, { manifest: candidate }: RunnableScript): boolean => {
  const known = new Set(active.requests?.map(printDeclared))
  return candidate.requests?.some((request) => !known.has(printDeclared(request))) ?? false
}

/** The rows that a version's statement comes to. */
export const rowsOf = Effect.fnUntraced(function* (
  accountId: string,
  manifest: ScriptManifest,
  { since, statement }: Pick<Reading, "since" | "statement">
) {
  const broken = (kind: SessionFailure["kind"], message: string) =>
    new SessionFailure({ phase: "scrape", kind, message })
  const decoded = yield* decodeStatement(statement).pipe(
    Effect.mapError((error) => broken("script_error", `The script's statement is not one: ${error.message}`))
  )
  const now = yield* DateTime.now
  const today = localDateAt(now.epochMilliseconds, manifest.zone)
  const context = { accountId, rules: manifest, today, knownCurrencies: [] }
  const rows = yield* cooperatively(readingStatement(decoded, context))
  if (Result.isFailure(rows)) return yield* broken("layout_changed", rows.failure.message)
  return rows.success.filter(({ bookedDate }) => bookedDate >= since)
})

/** What the candidate reads, from the same day on. */
export const shadowRead = Effect.fn("BankSession.shadowRead")(function* (
  context: SessionContext,
  session: BankSession,
  active: Reading,
  candidate: RunnableScript
): Effect.fn.Return<
  ReadonlyArray<StatementRow>,
  NotComparable | SessionFailure | StaleActor,
  Effect.Services<ReturnType<typeof startRun>>
> {
  if (goesElsewhere(context, active.script, candidate)) {
    return yield* new NotComparable({ message: "It needs origins that the active version doesn't open" })
  }
  if (sendsMore(active.script, candidate)) {
    return yield* new NotComparable({ message: "It declares requests that the active version doesn't" })
  }
  const refused = yield* Deferred.make<never, NotComparable>()
  const run = yield* startRun(
    {
      ...context,
      broker: askingNobody(context.broker),
      settings: { ...context.settings, loginMode: "simple" },
      onLoginWanted: Effect.asVoid(Deferred.fail(refused, wantsToLogIn))
    },
    { ...session, page: withoutSecrets(session.page, refused) },
    candidate,
    Effect.asVoid(Deferred.fail(refused, wantsToLogIn))
  )
  if (!run.has("resume")) {
    return yield* new NotComparable({ message: "It has no resume(), so it can't go on with an open session" })
  }
  const reading = Effect.gen(function* () {
    if ((yield* run.invoke("resume", {})) !== true) {
      return yield* new NotComparable({ message: "Its resume() doesn't take the open session for one" })
    }
    const statement = yield* run.invoke("extract", { since: active.since, account: accountArgs(context) })
    return yield* rowsOf(context.state.accountId, candidate.manifest, { since: active.since, statement })
  })
  return yield* Effect.raceFirst(reading, Deferred.await(refused)).pipe(
    Effect.catchIf(
      (error) => error._tag === "SessionFailure" && error.message === onlyInLogin,
      () => wantsToLogIn
    )
  )
})
