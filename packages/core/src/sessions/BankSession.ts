/**
 * One bank session: from an opened browser context, over a resumed or a fresh login, to reads and logout.
 *
 * The session lives in a scope; closing it closes the browser context whatever happens. A run of the script (a process
 * with an isolate) is made for each cycle, so that a promoted version is used from the next read on.
 */
import { DateTime, Deferred, Duration, Effect, Exit, Latch, Option, Redacted, type Schema, type Scope } from "effect"
import type { ActorState, StaleActor } from "../accounts/ActorRows.ts"
import type { ActorFence } from "../accounts/ActorFence.ts"
import { CodeMachines } from "../codes/CodeMachines.ts"
import type { ActivityLog } from "../events/ActivityLog.ts"
import { failpoint } from "../Failpoint.ts"
import { uuid } from "../ids.ts"
import { MovementIntake } from "../movements/MovementIntake.ts"
import type { OtpBroker } from "./assistance/OtpBroker.ts"
import { sentenceOf } from "../scripts/DeclaredRequest.ts"
import { type ScriptFault, type ScriptPhase, ScriptRunner } from "../scripts/ScriptRunner.ts"
import { Vault } from "../security/Vault.ts"
import { allowedOrigins, localeOf } from "./allowedOrigins.ts"
import { timed } from "../operators/metrics.ts"
import { BankBrowser, type BankPage } from "./BankBrowser.ts"
import { typingRulesOf } from "./phaseRules.ts"
import { makeScriptHost } from "./ScriptHost.ts"
import type { WithoutPermit } from "../fairSemaphore.ts"
import {
  type FailureFields,
  kindOfScriptFault,
  ownWord,
  SessionFailure,
  silentBank,
  wordsForOwner
} from "./SessionFailure.ts"
import { SessionRepository } from "./SessionRepository.ts"
import { tellUnusable } from "./tellUnusable.ts"
import { makeTeller, refusalLine } from "./tellOwner.ts"
import type { RunnableScript } from "../scripts/Script.ts"
import type { AccountSettings, BankCredentials } from "../accounts/Account.ts"
import { longestCredential } from "../accounts/settingsRules.ts"

/** Everything a session needs to know about its account. */
export interface SessionContext {
  readonly state: ActorState
  readonly fence: ActorFence
  readonly settings: AccountSettings
  readonly credentials: BankCredentials
  readonly broker: OtpBroker
  /** Gives the bank's permit back while a person is waited for. */
  readonly withoutPermit: WithoutPermit
  /** Runs when the script wants a secret typed, or a code asked for, where it may not. */
  readonly onLoginWanted?: Effect.Effect<void>
  /** How long each phase may take, code waiting included for a login. */
  readonly deadlines: {
    readonly login: Duration.Duration
    readonly read: Duration.Duration
    readonly logout: Duration.Duration
    /** How long the bank may take to answer a login when the service stops. */
    readonly answer: Duration.Duration
    /** How long credentials rest after a login that the bank did not answer. */
    readonly rest: Duration.Duration
  }
}

export interface BankSession {
  readonly id: string
  readonly page: BankPage
}

/** One run of a script on a session's page. */
export interface SessionRun {
  readonly script: RunnableScript
  readonly invoke: (
    phase: ScriptPhase,
    args: Readonly<Record<string, Schema.Json>>
  ) => Effect.Effect<Schema.Json, SessionFailure | StaleActor>
  readonly has: (phase: ScriptPhase) => boolean
  readonly passwordTyped: Effect.Effect<boolean>
  readonly passwordSent: Effect.Effect<boolean>
  /** Whether the host has ended the run: no phase of it can follow. */
  readonly isOver: Effect.Effect<boolean>
  /** Ends when the bank has asked for a code and nobody has given it yet. */
  readonly waitsForPerson: Effect.Effect<void>
  /** Whether the bank is waiting for a code now. */
  readonly isWaitingForCode: Effect.Effect<boolean>
}

/** What `extract` is told of the account that it is to read. */
export const accountArgs = ({ settings, state }: Pick<SessionContext, "settings" | "state">) => ({
  name: state.name,
  ...(settings.bankAccount === null ? {} : { bankAccount: Redacted.value(settings.bankAccount) })
})

/** Whether a session may be handed on to another account of its login. */
export const sharesSession = ({ manifest }: Pick<RunnableScript, "manifest">): boolean =>
  manifest.sharesSession === true && manifest.phases.includes("resume")

const statePlace = (accountId: string) => ({ accountId, table: "browser_states", column: "state", row: accountId })

/** Saved by an earlier version, which took any length. */
const isOverlong = (credential: Redacted.Redacted<string>): boolean =>
  [...Redacted.value(credential)].length > longestCredential

const overlong = new SessionFailure({
  phase: "login",
  kind: "invalid_credentials",
  message: `The user name or the password has more than ${longestCredential} characters: correct them and restart`
})

/** Opens the browser context, with the stored browser state where it belongs to these credentials. */
export const openSession = Effect.fn("BankSession.open")(function* (
  context: SessionContext,
  script: RunnableScript
): Effect.fn.Return<BankSession, SessionFailure, BankBrowser | SessionRepository | Vault | Scope.Scope> {
  const browser = yield* BankBrowser
  const repository = yield* SessionRepository
  const vault = yield* Vault
  const { accountId } = context.state
  if ([context.credentials.username, context.credentials.password].some(isOverlong)) return yield* overlong
  const id = yield* uuid
  const stored = sharesSession(script)
    ? yield* repository.browserStateOfLogin(accountId)
    : yield* Effect.map(repository.browserState(accountId), (own) => (own === null ? null : { accountId, ...own }))
  const storageState =
    stored === null || stored.credentialsVersion !== context.credentials.version
      ? Option.none<Redacted.Redacted<string>>()
      : yield* vault.decrypt(statePlace(stored.accountId), stored.state).pipe(Effect.option)
  const page = yield* browser
    .open({
      accountId,
      sessionId: id,
      ...allowedOrigins(script, context.state.bankOrigins),
      ...localeOf(script),
      storageState
    })
    .pipe(
      Effect.mapError(
        (error) => new SessionFailure({ phase: "login", kind: "browser_crashed", message: error.message })
      )
    )
  yield* page.putSecret("username", context.credentials.username)
  yield* page.putSecret("password", context.credentials.password)
  return { id, page }
})

/**
 * Keeps the cookies and storage for the next session, encrypted and bound to these credentials. `isOpen`: the session goes on at
 * the bank; `leaveOpenFor`: so long, for another account of the login.
 */
export const keepBrowserState = Effect.fn("BankSession.keepBrowserState")(function* (
  context: SessionContext,
  session: BankSession,
  { isOpen, leaveOpenFor }: { readonly isOpen: boolean; readonly leaveOpenFor?: Duration.Duration }
) {
  const repository = yield* SessionRepository
  const vault = yield* Vault
  const { accountId } = context.state
  const state = yield* session.page.storageState.pipe(Effect.option)
  if (Option.isNone(state)) return
  const cell = yield* vault.encrypt(statePlace(accountId), state.value)
  const leaveInMs = leaveOpenFor === undefined ? null : Duration.toMillis(leaveOpenFor)
  const kept = { credentialsVersion: context.credentials.version, state: cell, isOpen, leaveInMs }
  yield* context.fence.during(repository.saveBrowserState(accountId, kept))
})

/** Starts a run of the script on the session's page; it is killed when the scope closes. */
export const startRun = Effect.fn("BankSession.startRun")(function* (
  context: SessionContext,
  session: BankSession,
  script: RunnableScript,
  onCodeAsked: Effect.Effect<void>
): Effect.fn.Return<SessionRun, SessionFailure, ScriptRunner | ActivityLog | MovementIntake | Scope.Scope> {
  const runner = yield* ScriptRunner
  const intake = yield* MovementIntake
  const machines = yield* CodeMachines
  const tell = (yield* makeTeller)(context.state.accountId, context.fence)
  const codeWait = timed.codeWait({ bank: context.state.bank, version: script.version })
  const declared = script.manifest.requests ?? []
  const verdict = yield* Deferred.make<never, SessionFailure | StaleActor>()
  const [waitsForPerson, waitsForCode] = [yield* Latch.make(), yield* Latch.make()]
  const host = yield* makeScriptHost({
    bankName: context.state.bankName,
    tell,
    page: session.page,
    broker: {
      ...context.broker,
      request: (...question) => codeWait(context.broker.request(...question)),
      rejected: codeWait(context.broker.rejected)
    },
    machineFor: (descriptor, via) => machines.machineFor(context.state.accountId, descriptor, via),
    recall: (rows) => intake.recall(context.state.accountId, script.manifest, rows),
    sessionId: session.id,
    loginMode: context.settings.loginMode,
    typing: typingRulesOf(script.manifest),
    onLoginWanted: context.onLoginWanted ?? Effect.void,
    confirm: context.fence.confirm,
    withoutPermit: context.withoutPermit,
    verdict,
    onCodeAsked: (passwordSent) =>
      Effect.andThen(passwordSent ? onCodeAsked : Effect.void, Effect.andThen(waitsForPerson.open, waitsForCode.open)),
    onCodeTaken: waitsForPerson.close,
    onCodeGiven: waitsForCode.close
  })
  const bank = { origins: allowedOrigins(script, context.state.bankOrigins).origins }
  const failWith = (phase: ScriptPhase, kind: SessionFailure["kind"], words: Omit<FailureFields, "phase" | "kind">) =>
    new SessionFailure({ phase: phase === "login" || phase === "resume" ? "login" : "scrape", kind, ...words })
  const fail = (phase: ScriptPhase, kind: SessionFailure["kind"], message: string) => failWith(phase, kind, { message })

  yield* session.page.beginRun
  let phaseNow: ScriptPhase | undefined
  const run = yield* runner
    .start({
      bundle: script.bundle,
      host: (call) => Effect.tap(host.call(call), () => (phaseNow === "extract" ? failpoint("read.page") : Effect.void))
    })
    .pipe(
      Effect.tapErrorTag("ScriptDoesNotLoad", tellUnusable(context.state.bank, script.version)),
      Effect.mapError((error) =>
        fail("login", error._tag === "ScriptFault" ? kindOfScriptFault(error, null) : "script_error", error.message)
      )
    )

  /** What the page was kept from sending is told whatever comes of the phase: an owner hears of what was tried. */
  const tellRefused = Effect.gen(function* () {
    const refused = yield* session.page.takeRefused
    yield* Effect.forEach(refused, (request) => tell(refusalLine(request)), { discard: true })
    return refused
  })

  const explain = Effect.fnUntraced(function* (phase: ScriptPhase, fault: ScriptFault) {
    const refused = yield* tellRefused
    const step = yield* host.step
    const where = step === null ? "" : ` (in step "${step}")`
    const why = refused.map(sentenceOf).find((sentence) => !fault.message.includes(sentence))
    const kept = why === undefined || fault.kind === "declared" ? "" : `\n${why}`
    // A page whose requests were blocked fails like one whose layout has changed, so that is what is reported.
    const isKept = refused.length > 0 && fault.kind === "script_error"
    const last = yield* host.lastFault
    const kind = isKept ? "navigation_refused" : kindOfScriptFault(fault, last)
    const { scrub } = session.page
    const words = { said: scrub(fault.message), where: scrub(where), kept: scrub(kept), last }
    // Nothing that a script looks for is on a page that has not come.
    const isSilent = kind === "layout_changed" && (yield* session.page.awaitsAnswer)
    if (isSilent) return yield* failWith(phase, "bank_unavailable", silentBank(words))
    return yield* failWith(phase, kind, { ...wordsForOwner(kind, words), ...ownWord(fault, words.said) })
  })

  const gone = (phase: ScriptPhase) =>
    Effect.flatMap(session.page.gone, (fault) => Effect.fail(fail(phase, "browser_crashed", fault.message)))

  const invoke: SessionRun["invoke"] = Effect.fn("SessionRun.invoke")(function* (phase, args) {
    const now = yield* DateTime.now
    phaseNow = phase
    const deadline =
      phase === "login"
        ? context.deadlines.login
        : phase === "extract"
          ? context.deadlines.read
          : context.deadlines.logout
    yield* context.fence.confirm
    yield* host.begin(phase)
    yield* session.page.enterPhase(phase, declared)
    return yield* run.invoke(phase, { ...args, bank, now: DateTime.formatIso(now) }, deadline).pipe(
      Effect.catch((fault) => explain(phase, fault)),
      // The host's verdict (no code came, the login mode forbids codes) and a lost page end the phase at once.
      Effect.raceFirst(Deferred.await(verdict)),
      Effect.raceFirst(gone(phase)),
      // From the end of a login on, and between the phases, the page only reads.
      Effect.ensuring(Effect.andThen(host.end, session.page.enterPhase("keepAlive", declared))),
      Effect.ensuring(tellRefused),
      Effect.onExit((exit) =>
        phase === "login" ? host.loginEnded(Exit.isSuccess(exit) && exit.value === "authenticated") : Effect.void
      )
    )
  })

  return {
    script,
    invoke,
    has: (phase) => run.manifest.phases.includes(phase),
    passwordTyped: host.passwordTyped,
    passwordSent: host.passwordSent,
    isOver: Deferred.isDone(verdict),
    waitsForPerson: waitsForPerson.await,
    isWaitingForCode: Effect.sync(() => waitsForCode.isOpen())
  }
})
