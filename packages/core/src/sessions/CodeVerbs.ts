/**
 * The script's verbs for one-time codes. Codes are for logging in: they are asked for in `login` only, for one purpose, at
 * most two in a login, and each one that was asked for becomes a line of the account's activity.
 */
import { DateTime, Duration, Effect, Option, Redacted, Ref, Schema } from "effect"
import type { AssistanceOutcome } from "@counterfoil/domain"
import type { CodeMachine, Via } from "../codes/CodeMachines.ts"
import { byMachine, byPerson, type GivenCode } from "./CodeSource.ts"
import { failpoint } from "../Failpoint.ts"
import type { CodeNotObtained, OtpBroker } from "./OtpBroker.ts"
import { longestPurpose, plainWords, promptFor } from "../codes/otpWords.ts"
import type { ScriptPhase } from "../scripts/DeclaredRequest.ts"
import type { PageCall } from "../scripts/PageCall.ts"
import type { HostAnswer, HostCall } from "../scripts/ScriptRunner.ts"
import type { BankPage } from "./BankBrowser.ts"
import { codeFailure, type CodeLine, type InUse, lineOf, type Outcome, placeOf } from "./codeLines.ts"
import { type Moment, phaseProblem } from "./phaseRules.ts"
import type { WithoutPermit } from "../fairSemaphore.ts"
import { SessionFailure } from "./SessionFailure.ts"
import type { Assistance } from "../accounts/AccountStatus.ts"

export interface CodeVerbsOptions {
  readonly page: BankPage
  readonly broker: OtpBroker
  /** What makes such a code without asking anybody; null: nothing does. (Default: nothing) */
  readonly machineFor?:
    | ((descriptor: Assistance["descriptor"], via: Via | undefined) => Effect.Effect<CodeMachine | null>)
    | undefined
  readonly sessionId: string
  readonly loginMode: "simple" | "assisted"
  readonly bankName: string
  /** Undefined: between phases. */
  readonly phase: () => ScriptPhase | undefined
  readonly moment: () => Moment | undefined
  readonly withoutPermit: WithoutPermit
  readonly onCodeAsked: Effect.Effect<void>
  readonly onCodeGiven: Effect.Effect<void>
  readonly endRun: (failure: SessionFailure) => Effect.Effect<HostAnswer>
  /** Ends it for what its script did. */
  readonly scriptError: (message: string) => Effect.Effect<HostAnswer>
  readonly tell: (line: CodeLine) => Effect.Effect<void>
}

const channels = ["sms", "app", "email", "token"] as const

const OtpRequest = Schema.Struct({
  length: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 32 }))),
  type: Schema.Literals(["numeric", "alphanumeric"]),
  purpose: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(longestPurpose))),
  via: Schema.optionalKey(Schema.Literals(channels))
})
const decodeOtpRequest = Schema.decodeUnknownEffect(OtpRequest)
const decodeApproval = Schema.decodeUnknownEffect(
  Schema.Struct({ message: Schema.String.check(Schema.isMaxLength(200)) })
)
const decodeQuestion = Schema.decodeUnknownEffect(
  Schema.Struct({ question: Schema.String.check(Schema.isMaxLength(500)) })
)

/** Codes in one login: the bank asks for one, and for another when it was wrong. */
const mostCodes = 2
/** Approvals in its app that one login may wait for. */
const mostApprovals = 2

/** Of a code that the service made. */
const outcomes: Readonly<Record<Outcome, AssistanceOutcome>> = {
  accepted: "accepted",
  rejected: "rejected",
  unanswered: "cancelled",
  unknown: "session_ended"
}

export const onlyInLogin = "a one-time code may be asked for in login only"

const err = (code: string, message: string): HostAnswer => ({ err: { code, message } })
const ok = (value: Schema.Json): HostAnswer => ({ ok: value })
const invalid = (message: string) => Effect.succeed(err("InvalidCall", message))

const isCodeVerb = (verb: string): boolean => verb.startsWith("otp.")

export interface CodeVerbs {
  /** None: it is no verb for codes. */
  readonly answer: (call: HostCall) => Option.Option<Effect.Effect<HostAnswer>>
  /** Said before a call that types a code: where it goes. */
  readonly beforeTyping: (call: PageCall) => Effect.Effect<void>
  /** The login is over; whether the bank has let the script in. */
  readonly loginEnded: (authenticated: boolean) => Effect.Effect<void>
}

export const makeCodeVerbs = Effect.fnUntraced(function* (options: CodeVerbsOptions) {
  const { broker, page } = options
  const given = yield* Ref.make(0)
  const rejections = yield* Ref.make(0)
  const approvals = yield* Ref.make(0)
  const purposeOfLogin = yield* Ref.make(Option.none<string | undefined>())
  const inUse = yield* Ref.make(Option.none<InUse>())

  const source = yield* Ref.make(byPerson(broker))

  const place = (number: number) =>
    page.call({ verb: "page.url", page: number }).pipe(
      Effect.map(placeOf),
      Effect.catch(() => Effect.succeed("a page that is gone"))
    )

  const record = ({ answered }: InUse, outcome: Outcome) =>
    answered === null
      ? Effect.void
      : Effect.flatMap(Ref.get(source), (from) => from.record(answered, outcomes[outcome]))

  const settle = (outcome: Outcome) =>
    Effect.flatMap(Ref.getAndSet(inUse, Option.none()), (used) =>
      Option.isNone(used)
        ? Effect.void
        : Effect.andThen(options.tell(lineOf(used.value, outcome)), record(used.value, outcome))
    )

  /** The owner hears of it: that a script wanted a code for something else is worth knowing. */
  const refuse = Effect.fnUntraced(function* (message: string) {
    const phase = options.phase() ?? "no phase"
    const on = yield* place(0)
    yield* options.tell({
      kind: "code.refused",
      message: `The script asked for a one-time code in ${phase}, on ${on}: refused, ${message}`,
      data: { phase, page: on }
    })
    return yield* options.scriptError(message)
  })

  /** A code becomes a handle like any other secret; a new name each time, so that an old code can't be typed twice. */
  const asHandle = (obtain: Effect.Effect<GivenCode, CodeNotObtained>, use: InUse): Effect.Effect<HostAnswer> =>
    options.withoutPermit(obtain).pipe(
      Effect.flatMap(({ answered, code }) =>
        Ref.updateAndGet(given, (n) => n + 1).pipe(
          Effect.map((n) => `otp-${n}`),
          Effect.tap(() => Ref.set(inUse, Option.some({ ...use, answered }))),
          Effect.tap((handle) => Effect.andThen(failpoint("otp.received"), page.putSecret(handle, code))),
          Effect.tap(() => options.onCodeGiven),
          Effect.map((handle) => ok({ secret: handle, length: Redacted.value(code).length }))
        )
      ),
      Effect.catch((error) =>
        Effect.andThen(
          error.kind === "otp_rejected" ? Effect.void : options.tell(lineOf(use, "unanswered")),
          options.endRun(codeFailure(error))
        )
      )
    )

  /** Where and when it is asked for; not answered yet. */
  const asked = Effect.gen(function* () {
    return { askedOn: yield* place(0), typedOn: undefined, askedAt: yield* DateTime.now, answered: null }
  })

  const actionRequired = (message: string) =>
    options.endRun(new SessionFailure({ phase: "login", kind: "action_required", message: page.scrub(message) }))

  /** Only an owner who said that somebody would be there is asked. */
  const askOwner = (what: string, ask: Effect.Effect<HostAnswer>): Effect.Effect<HostAnswer> =>
    Effect.andThen(
      options.onCodeAsked,
      options.loginMode === "simple"
        ? actionRequired(`The bank asks for ${what}, but the login mode is simple: set login_mode to assisted`)
        : ask
    )

  const shown = (purpose: string | undefined): string | undefined =>
    purpose === undefined ? undefined : plainWords(page.scrub(purpose), longestPurpose)

  const request = Effect.fnUntraced(function* ({ length, purpose, type, via }: typeof OtpRequest.Type) {
    const first = yield* Ref.updateAndGet(
      purposeOfLogin,
      Option.orElse(() => Option.some(purpose))
    )
    if (Option.getOrUndefined(first) !== purpose) return yield* refuse("one login asks for codes for one purpose")
    if ((yield* Ref.get(given)) >= mostCodes) return yield* refuse(`one login uses at most ${mostCodes} codes`)
    yield* settle("unknown")
    const words = shown(purpose)
    const use: InUse = { purpose: words, via, ...(yield* asked) }
    const descriptor: Assistance["descriptor"] = {
      length: length ?? 6,
      type,
      ...(words === undefined ? {} : { purpose: words })
    }
    const prompt = promptFor(options.bankName, words)
    const machine = yield* options.machineFor?.(descriptor, via) ?? Effect.succeed(null)
    const from =
      machine === null
        ? byPerson(broker, broker.request(options.sessionId, descriptor, prompt))
        : byMachine(machine, { sessionId: options.sessionId, descriptor, prompt }, Ref.get(rejections))
    yield* Ref.set(source, from)
    const obtained = asHandle(from.obtain, use)
    return yield* machine === null
      ? askOwner("a one-time code", obtained)
      : Effect.andThen(options.onCodeAsked, obtained)
  })

  const rejected = Effect.gen(function* () {
    const used = yield* Ref.get(inUse)
    yield* settle("rejected")
    // The broker itself ends the login at the second rejection of a request.
    const isSecond = (yield* Ref.getAndUpdate(rejections, (n) => n + 1)) > 0
    if (!isSecond && (yield* Ref.get(given)) >= mostCodes) {
      return yield* refuse(`one login uses at most ${mostCodes} codes`)
    }
    const fresh = yield* asked
    const use: InUse = Option.match(used, {
      onNone: () => ({ purpose: undefined, via: undefined, ...fresh }),
      onSome: (before) => ({ ...before, ...fresh, askedOn: before.askedOn })
    })
    const from = yield* Ref.get(source)
    return yield* Effect.andThen(options.onCodeAsked, asHandle(from.again, use))
  })

  /** The bank tells its customer by itself; the script sees on the page what came of it. */
  const approval = Effect.fnUntraced(function* ({ message }: { readonly message: string }) {
    const nth = yield* Ref.updateAndGet(approvals, (n) => n + 1)
    if (nth > mostApprovals) return yield* refuse(`one login waits for at most ${mostApprovals} approvals`)
    const words = plainWords(page.scrub(message), 200)
    const wait = Effect.log(`the bank waits for an approval in its app: ${words}`)
    return yield* askOwner("an approval in its app", Effect.as(wait, ok({ ms: Duration.toMillis(broker.timeout) })))
  })

  /** The contract's assistance requests are for codes: these can't be shown to anybody yet. */
  const cannotAsk = (args: Schema.Json, what: string): Effect.Effect<HostAnswer> =>
    decodeQuestion(args).pipe(
      Effect.map(({ question }) => `${what} ("${question}")`),
      Effect.catch(() => Effect.succeed(what)),
      Effect.flatMap((asked) =>
        Effect.andThen(options.onCodeAsked, actionRequired(`The bank asks for ${asked}, which can't be passed on`))
      )
    )

  const accepted = Effect.gen(function* () {
    yield* settle("accepted")
    yield* broker.accepted
    return ok(null)
  })

  const decoded = <A>(
    verb: string,
    args: Effect.Effect<A, Schema.SchemaError>,
    act: (args: A) => Effect.Effect<HostAnswer>
  ): Effect.Effect<HostAnswer> =>
    Effect.matchEffect(args, { onFailure: ({ message }) => invalid(`${verb}: ${message}`), onSuccess: act })

  const inLogin = ({ args, verb }: HostCall): Effect.Effect<HostAnswer> => {
    switch (verb) {
      case "otp.request":
        return decoded(verb, decodeOtpRequest(args), request)
      case "otp.approval":
        return decoded(verb, decodeApproval(args), approval)
      case "otp.question":
        return cannotAsk(args, "the answer to a security question")
      case "otp.image":
        return cannotAsk(args, "what a picture shows")
      case "otp.rejected":
        return rejected
      case "otp.accepted":
        return accepted
      default:
        return invalid(`there is no ${verb}`)
    }
  }

  const verbs: CodeVerbs = {
    answer: (call) =>
      isCodeVerb(call.verb)
        ? Option.some(
            Effect.suspend(() => {
              // Said too late, it harms nobody.
              if (call.verb === "otp.accepted" && options.phase() !== "login") return Effect.succeed(ok(null))
              return phaseProblem(call.verb, options.moment()) === undefined ? inLogin(call) : refuse(onlyInLogin)
            })
          )
        : Option.none(),
    beforeTyping: (call) =>
      Effect.flatMap(place("page" in call ? call.page : 0), (typedOn) =>
        Ref.update(
          inUse,
          Option.map((use) => ({ ...use, typedOn }))
        )
      ),
    loginEnded: (authenticated) => settle(authenticated ? "accepted" : "unknown")
  }
  return verbs
})
