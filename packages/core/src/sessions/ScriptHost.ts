/**
 * The host's side of one script run: every call of the script arrives here, is checked, and is carried out on the session's page,
 * its OTP desk or its log. Nothing that goes back holds a secret.
 */
import { Deferred, Duration, Effect, Option, Ref, Schema } from "effect"
import type { StaleActor } from "../accounts/ActorRepository.ts"
import { failpoint } from "../Failpoint.ts"
import type { OtpDesk } from "../otp/OtpDesk.ts"
import type { ScriptPhase } from "../scripts/DeclaredRequest.ts"
import { PageCall, type PageFaultCode } from "../scripts/PageCall.ts"
import type { HostAnswer, HostCall } from "../scripts/ScriptRunner.ts"
import type { BankPage } from "./BankBrowser.ts"
import type { CodeLine } from "./codeLines.ts"
import { makeCodeVerbs } from "./CodeVerbs.ts"
import type { WithoutPermit } from "./prioritySemaphore.ts"
import type { SessionFailure } from "./SessionFailure.ts"

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
  readonly desk: OtpDesk
  readonly sessionId: string
  readonly loginMode: "simple" | "assisted"
  /** As its customers know it, for what the owner is asked. (Default: "your bank") */
  readonly bankName?: string
  /** Writes a line of the account's activity. */
  readonly tell?: (line: CodeLine) => Effect.Effect<void>
  /** The host's own verdict on the login; it counts more than what the script says then. */
  readonly verdict: Deferred.Deferred<never, SessionFailure | StaleActor>
  /** Runs before each step at the bank: another node may have taken the account over. */
  readonly confirm: Effect.Effect<void, StaleActor>
  /** Runs the waiting for a person: the bank's permit is others' meanwhile. */
  readonly withoutPermit: WithoutPermit
  /** Runs each time that the bank has asked for a code: it has accepted the user name and password. */
  readonly onCodeAsked: Effect.Effect<void>
  /** Runs when a person has given the code: from now on the bank may open the session at any moment. */
  readonly onCodeGiven: Effect.Effect<void>
}

export interface ScriptHost {
  /** A phase of the script begins: what it may do depends on it. Before the first one no code may be asked for. */
  readonly begin: (phase: ScriptPhase) => Effect.Effect<void>
  /** The phase is over, whatever is still under way. */
  readonly end: Effect.Effect<void>
  /** Said after a login: whether the bank has let the script in. */
  readonly loginEnded: (authenticated: boolean) => Effect.Effect<void>
  readonly call: (call: HostCall) => Effect.Effect<HostAnswer>
  /** The last page fault that the script was told. */
  readonly lastFault: Effect.Effect<PageFaultCode | null>
  /** Whether the password was typed into a page: from then on the bank may have seen it. */
  readonly passwordTyped: Effect.Effect<boolean>
  /** The step that the script is in, for messages. */
  readonly step: Effect.Effect<string | null>
}

export const makeScriptHost = Effect.fnUntraced(function* (options: ScriptHostOptions) {
  const { page } = options
  const lastFault = yield* Ref.make<PageFaultCode | null>(null)
  const step = yield* Ref.make<string | null>(null)
  const phase = yield* Ref.make<ScriptPhase | null>(null)
  const passwordTyped = yield* Ref.make(false)
  /** What is done with the page right after the password was typed sends it. */
  const unsent = yield* Ref.make(false)
  const reached = (done: PageCall) =>
    Effect.flatMap(Ref.getAndSet(unsent, types(done, "password")), (sent) =>
      sent ? failpoint("login.password-submitted") : types(done, "otp-") ? failpoint("otp.typed") : Effect.void
    )

  const onPage = (call: HostCall): Effect.Effect<HostAnswer> =>
    decodePageCall(withVerb(call)).pipe(
      Effect.matchEffect({
        onFailure: (error) => invalid(`${call.verb}: ${error.message}`),
        onSuccess: (pageCall) =>
          (types(pageCall, "password") ? Ref.set(passwordTyped, true) : Effect.void).pipe(
            Effect.andThen(types(pageCall, "otp-") ? codes.beforeTyping(pageCall) : Effect.void),
            Effect.andThen(page.call(pageCall)),
            Effect.tap(() => Ref.set(lastFault, null)),
            Effect.tap(() => reached(pageCall)),
            Effect.map(ok),
            Effect.catch((fault) => Ref.set(lastFault, fault.code).pipe(Effect.as(err(fault.code, fault.message))))
          )
      })
    )

  const endLogin = (failure: SessionFailure | StaleActor): Effect.Effect<HostAnswer> =>
    Deferred.fail(options.verdict, failure).pipe(Effect.as(err("LoginEnded", failure.message)))

  const codes = yield* makeCodeVerbs({
    ...options,
    bankName: options.bankName ?? "your bank",
    phase: Ref.get(phase),
    endRun: endLogin,
    tell: options.tell ?? (() => Effect.void)
  })

  const carryOut = (hostCall: HostCall): Effect.Effect<HostAnswer> => {
    const ofCodes = codes.answer(hostCall)
    if (Option.isSome(ofCodes)) return ofCodes.value
    switch (hostCall.verb) {
      case "sleep":
        return decodeSleep(hostCall.args).pipe(
          Effect.matchEffect({
            onFailure: (error) => invalid(`sleep: ${error.message}`),
            onSuccess: ({ ms }) => Effect.as(Effect.sleep(Duration.millis(ms)), ok(null))
          })
        )
      case "log":
        return decodeLog(hostCall.args).pipe(
          Effect.matchEffect({
            onFailure: (error) => invalid(`log: ${error.message}`),
            onSuccess: (entry) =>
              Effect.log(page.scrub(entry.message)).pipe(
                Effect.annotateLogs({
                  from: "script",
                  level: entry.level,
                  ...(entry.data === undefined ? {} : { data: page.scrub(JSON.stringify(entry.data)).slice(0, 4_000) })
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

  const host: ScriptHost = {
    begin: (begun) => Ref.set(phase, begun),
    end: Ref.set(phase, null),
    loginEnded: codes.loginEnded,
    call: (hostCall) =>
      Effect.matchEffect(options.confirm, { onFailure: endLogin, onSuccess: () => carryOut(hostCall) }),
    lastFault: Ref.get(lastFault),
    passwordTyped: Ref.get(passwordTyped),
    step: Ref.get(step)
  }
  return host
})

/** `handle`: how the handle of what is typed begins. */
const types = (call: PageCall, handle: string): boolean =>
  ("value" in call && typeof call.value !== "string" && call.value.secret.startsWith(handle)) ||
  ("secret" in call && call.secret.secret.startsWith(handle))
