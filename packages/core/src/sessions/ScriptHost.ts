/**
 * The host's side of one script run: every call of the script arrives here, is checked, and is carried out on the session's page,
 * its OTP broker or its log. Nothing that goes back holds a secret.
 */
import { Deferred, Duration, Effect, Option, Ref, Schema } from "effect"
import type { StaleActor } from "../accounts/ActorRows.ts"
import { failpoint } from "../Failpoint.ts"
import type { OtpBroker } from "./assistance/OtpBroker.ts"
import type { ScriptPhase } from "../scripts/DeclaredRequest.ts"
import { PageCall, type PageFaultCode } from "../scripts/PageCall.ts"
import type { HostAnswer, HostCall } from "../scripts/ScriptRunner.ts"
import type { BankPage, TypingRules } from "./BankBrowser.ts"
import type { CodeLine } from "./assistance/codeLines.ts"
import { makeCodeVerbs } from "./assistance/CodeVerbs.ts"
import type { CodeVerbsOptions } from "./assistance/CodeVerbsOptions.ts"
import { type Moment, phaseProblem, secretKind, type SecretKind } from "./phaseRules.ts"
import { answerKnown, type RecallRows } from "./recallRows.ts"
import type { WithoutPermit } from "../fairSemaphore.ts"
import { makeSecretUse, typedSecret } from "./SecretUse.ts"
import { type LastFault, lastFaultOf, SessionFailure, wordsForOwner } from "./SessionFailure.ts"

const decodePageCall = Schema.decodeUnknownEffect(PageCall)

const decodeLog = Schema.decodeUnknownEffect(
  Schema.Struct({
    level: Schema.Literals(["info", "warn"]),
    message: Schema.String.check(Schema.isMaxLength(2000)),
    data: Schema.optionalKey(Schema.Json)
  })
)
const decodeSleep = Schema.decodeUnknownEffect(
  Schema.Struct({ ms: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 60_000 })) })
)
const decodeStep = Schema.decodeUnknownEffect(
  Schema.Struct({ name: Schema.String.check(Schema.isMaxLength(100)), state: Schema.String })
)

const withVerb = ({ args, verb }: HostCall): unknown =>
  typeof args === "object" && args !== null && !Array.isArray(args) ? { ...args, verb } : args

const err = (code: string, message: string): HostAnswer => ({ err: { code, message } })
const ok = (value: Schema.Json): HostAnswer => ({ ok: value })
const invalid = (message: string) => Effect.succeed(err("InvalidCall", message))

export interface ScriptHostOptions {
  readonly page: BankPage
  readonly broker: OtpBroker
  readonly machineFor?: CodeVerbsOptions["machineFor"]
  /** What is known of rows of the account. (Default: nothing) */
  readonly recall?: RecallRows
  readonly sessionId: string
  readonly loginMode: "simple" | "assisted"
  /** From the script's manifest. */
  readonly typing: TypingRules
  /** The bank's name in questions to the owner. (Default: "your bank") */
  readonly bankName?: string
  /** Writes a line of the account's activity. */
  readonly tell?: (line: CodeLine) => Effect.Effect<void>
  /** The host's own verdict on the login. It overrides what the script reports. */
  readonly verdict: Deferred.Deferred<never, SessionFailure | StaleActor>
  /** Runs before each step at the bank: another node may have taken the account over. */
  readonly confirm: Effect.Effect<void, StaleActor>
  /** Runs the waiting for a person, with the bank's permit given back meanwhile. */
  readonly withoutPermit: WithoutPermit
  /** Runs each time that the bank asks for a code: it has accepted the user name and password, if the password was sent before. */
  readonly onCodeAsked: (passwordSent: boolean) => Effect.Effect<void>
  /** Runs when the script wants to log in where it may not. (Default: nothing) */
  readonly onLoginWanted?: Effect.Effect<void>
  /** Runs when the code has come: its giver was told so, though the login may still wait for the bank's permit. */
  readonly onCodeTaken: Effect.Effect<void>
  /** Runs when the script has the code: from now on the bank may open the session at any moment. */
  readonly onCodeGiven: Effect.Effect<void>
}

export interface ScriptHost {
  /** A phase of the script begins: what it may do depends on it (`phaseRules.ts`). Before the first one it may do nothing. */
  readonly begin: (phase: ScriptPhase) => Effect.Effect<void>
  /** The phase is over, whatever is still under way. */
  readonly end: Effect.Effect<void>
  /** Said after a login: whether the bank has let the script in. */
  readonly loginEnded: (authenticated: boolean) => Effect.Effect<void>
  readonly call: (call: HostCall) => Effect.Effect<HostAnswer>
  /** The last page fault that the script was told. */
  readonly lastFault: Effect.Effect<LastFault | null>
  /** Whether the password was typed into a page: from then on the bank may have seen it. */
  readonly passwordTyped: Effect.Effect<boolean>
  /** Whether it was sent since: a click or a navigation came after it. */
  readonly passwordSent: Effect.Effect<boolean>
  /** The step that the script is in, for messages. */
  readonly step: Effect.Effect<string | null>
}

export const makeScriptHost = Effect.fnUntraced(function* (options: ScriptHostOptions) {
  const { page } = options
  const lastFault = yield* Ref.make<LastFault | null>(null)
  const step = yield* Ref.make<string | null>(null)
  const passwordTyped = yield* Ref.make(false)
  const keypadMisses = yield* Ref.make(0)
  const use = makeSecretUse()
  /** The first action on the page after the password was typed is taken to send it. */
  const unsent = yield* Ref.make(false)
  const reached = (done: PageCall) =>
    Effect.flatMap(Ref.getAndSet(unsent, types(done, "password")), (sent) =>
      sent ? failpoint("login.password-submitted") : types(done, "code") ? failpoint("otp.typed") : Effect.void
    )

  const loginWanted = options.onLoginWanted ?? Effect.void

  const faulty = (code: PageFaultCode, message: string, last: LastFault = code): Effect.Effect<HostAnswer> =>
    Effect.as(Ref.set(lastFault, last), err(code, message))

  /** A script that could offer keypad after keypad would find out each character by leaving out one key at a time. */
  const missed = (message: string): Effect.Effect<HostAnswer> =>
    Effect.flatMap(
      Ref.updateAndGet(keypadMisses, (n) => n + 1),
      (misses) =>
        misses < mostKeypadMisses
          ? faulty("KeypadMiss", message)
          : endRun("The script has named two keypads that can't spell the secret", "KeypadMiss")
    )

  const faultOf = (code: PageFaultCode, message: string): Effect.Effect<HostAnswer> => {
    if (code === "KeypadTells") return endRun(message)
    return code === "KeypadMiss" ? missed(message) : faulty(code, message)
  }

  const onPage = (call: HostCall): Effect.Effect<HostAnswer> =>
    decodePageCall(withVerb(call)).pipe(
      Effect.matchEffect({
        onFailure: (error) => invalid(`${call.verb}: ${error.message}`),
        onSuccess: (pageCall) => {
          const problem = use.admit(pageCall)
          if (problem !== undefined) return Effect.andThen(loginWanted, faulty("SecretRefused", problem))
          return (types(pageCall, "password") ? Ref.set(passwordTyped, true) : Effect.void).pipe(
            Effect.andThen(types(pageCall, "code") ? codes.beforeTyping(pageCall) : Effect.void),
            Effect.andThen(page.call(pageCall, options.typing)),
            Effect.tap(() => Ref.set(lastFault, null)),
            Effect.tap(() => reached(pageCall)),
            Effect.map(ok),
            Effect.catch((fault) =>
              fault.isClosed === true
                ? faulty(fault.code, fault.message, lastFaultOf(fault))
                : faultOf(fault.code, fault.message)
            )
          )
        }
      })
    )

  const endLogin = (failure: SessionFailure | StaleActor): Effect.Effect<HostAnswer> =>
    Deferred.fail(options.verdict, failure).pipe(Effect.as(err("LoginEnded", failure.message)))

  const endRun = (message: string, last: LastFault | null = null): Effect.Effect<HostAnswer> => {
    const phase = isBeforeReading(use.moment()) ? "login" : "scrape"
    const words = wordsForOwner("script_error", { said: message, where: "", kept: "", last })
    return endLogin(new SessionFailure({ phase, kind: "script_error", ...words }))
  }

  const codes = yield* makeCodeVerbs({
    ...options,
    bankName: options.bankName ?? "your bank",
    phase: use.phase,
    moment: use.moment,
    onCodeAsked: Effect.suspend(() => options.onCodeAsked(use.isSent())),
    endRun: endLogin,
    scriptError: endRun,
    faulty: ({ code, message }) => faulty(code, message),
    tell: options.tell ?? (() => Effect.void)
  })

  const carryOut = (hostCall: HostCall): Effect.Effect<HostAnswer> => {
    const ofCodes = codes.answer(hostCall)
    if (Option.isSome(ofCodes)) return ofCodes.value
    const problem = isPageVerb(hostCall.verb) ? undefined : phaseProblem(hostCall.verb, use.moment())
    if (problem !== undefined) return endRun(problem)
    switch (hostCall.verb) {
      case "sleep":
        return decodeSleep(hostCall.args).pipe(
          Effect.matchEffect({
            onFailure: (error) => invalid(`sleep: ${error.message}`),
            onSuccess: ({ ms }) => Effect.as(Effect.sleep(Duration.millis(ms)), ok(null))
          })
        )
      case "movements.known":
        return answerKnown(hostCall.args, options.recall ?? nothingKnown, page.scrub)
      case "log":
        return decodeLog(hostCall.args).pipe(
          Effect.matchEffect({
            onFailure: (error) => invalid(`log: ${error.message}`),
            onSuccess: (entry) =>
              Effect.log(page.scrub(entry.message)).pipe(
                Effect.annotateLogs({
                  from: "script",
                  level: entry.level,
                  ...(entry.data === undefined
                    ? {}
                    : { data: page.scrub(JSON.stringify(entry.data).slice(0, 8_000)).slice(0, 4_000) })
                }),
                Effect.as(ok(null))
              )
          })
        )
      case "step":
        return decodeStep(hostCall.args).pipe(
          Effect.matchEffect({
            onFailure: (error) => invalid(`step: ${error.message}`),
            onSuccess: ({ name, state }) => Effect.as(Ref.set(step, state === "end" ? null : name), ok(null))
          })
        )
      default:
        return onPage(hostCall)
    }
  }

  /** A run that has ended gets no more answers and leaves no lines, though its process may live on for a moment. */
  const unlessOver = (answer: Effect.Effect<HostAnswer>): Effect.Effect<HostAnswer> =>
    Effect.flatMap(Deferred.isDone(options.verdict), (isOver) =>
      isOver ? Effect.succeed(err("LoginEnded", "The run has ended")) : answer
    )

  const host: ScriptHost = {
    begin: (begun) => Effect.sync(() => use.begin(begun)),
    end: Effect.sync(use.end),
    loginEnded: codes.loginEnded,
    call: (hostCall) =>
      Effect.matchEffect(options.confirm, { onFailure: endLogin, onSuccess: () => unlessOver(carryOut(hostCall)) }),
    lastFault: Ref.get(lastFault),
    passwordTyped: Ref.get(passwordTyped),
    passwordSent: Effect.sync(use.isSent),
    step: Ref.get(step)
  }
  return host
})

const nothingKnown: RecallRows = (rows) => Effect.succeed(rows.map(() => null))

const mostKeypadMisses = 2

const isPageVerb = (verb: string): boolean => /^(page|locator|keypad|download)\./.test(verb)

const isBeforeReading = (moment: Moment | undefined): boolean =>
  moment === undefined || moment === "resume" || moment.startsWith("login")

const types = (call: PageCall, kind: SecretKind): boolean => {
  const handle = typedSecret(call)
  return handle !== undefined && secretKind(handle.secret) === kind
}
