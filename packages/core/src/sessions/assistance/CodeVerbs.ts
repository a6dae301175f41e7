/**
 * The script's verbs for what only the owner has: codes, approvals, answers, what a picture shows. They are for logging in: asked
 * for in `login` only, at most two in a login, codes for one purpose, and each one becomes a line of the account's activity.
 */
import { DateTime, Effect, Option, Redacted, Ref, type Schema } from "effect"
import type { Ask, AssistanceOutcome } from "@counterfoil/domain"
import { byMachine, byPerson, type GivenCode } from "./CodeSource.ts"
import { failpoint } from "../../Failpoint.ts"
import { makeApprovals } from "./approvals.ts"
import * as askArgs from "./askArgs.ts"
import { makeFurtherAsks, type NextAsk } from "./furtherAsks.ts"
import type { CodeVerbsOptions } from "./CodeVerbsOptions.ts"
import type { CodeNotObtained } from "./OpenQuestion.ts"
import { longestPurpose, plainWords, promptFor } from "../../codes/otpWords.ts"
import type { PageCall } from "../../scripts/PageCall.ts"
import type { HostAnswer, HostCall } from "../../scripts/ScriptRunner.ts"
import { askFailure, type InUse, lineOf, type Outcome, placeOf } from "./codeLines.ts"
import { mostCodes, onePurpose, onlyInLogin, tooManyCodes } from "./codeRules.ts"
import { phaseProblem } from "../phaseRules.ts"
import { SessionFailure } from "../SessionFailure.ts"
import type { Assistance } from "../../accounts/AccountStatus.ts"

/** Of a code that the service made. */
const outcomes: Readonly<Record<Outcome, AssistanceOutcome>> = {
  accepted: "accepted",
  rejected: "rejected",
  unanswered: "cancelled",
  unknown: "session_ended"
}

/** Which of the choices it was: the script knows them, and may have to click instead of typing. */
const choiceOf = (ask: Ask, answer: Redacted.Redacted<string>) =>
  ask.type === "question" && ask.choices !== null ? { choice: ask.choices.indexOf(Redacted.value(answer)) } : {}

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
  /** Takes the picture again that the bank asks about. */
  const lookAgain = yield* Ref.make<Effect.Effect<void>>(Effect.void)
  const purposeOfLogin = yield* Ref.make(Option.none<string | undefined>())
  const inUse = yield* Ref.make(Option.none<InUse>())

  const source = yield* Ref.make(byPerson(broker))
  const current = yield* Ref.make<Ask>({ type: "otp", descriptor: { length: 6, type: "numeric" } })

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

  /** The owner is told: a script that wants a code for something other than a login is suspicious. */
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
  const asHandle = (
    obtain: Effect.Effect<GivenCode, CodeNotObtained>,
    use: InUse,
    ask: Ask
  ): Effect.Effect<HostAnswer> =>
    options.withoutPermit(Effect.tap(obtain, () => options.onCodeTaken)).pipe(
      Effect.flatMap(({ answered, code }) =>
        Ref.updateAndGet(given, (n) => n + 1).pipe(
          Effect.map((n) => `otp-${n}`),
          Effect.tap(() => Ref.set(inUse, Option.some({ ...use, answered }))),
          Effect.tap((handle) => Effect.andThen(failpoint("otp.received"), page.putSecret(handle, code))),
          Effect.tap(() => options.onCodeGiven),
          Effect.map((handle) => ok({ secret: handle, length: Redacted.value(code).length, ...choiceOf(ask, code) }))
        )
      ),
      Effect.catch((error) =>
        Effect.andThen(
          error.kind === "otp_rejected" ? Effect.void : options.tell(lineOf(use, "unanswered")),
          options.endRun(askFailure(use.type, error))
        )
      )
    )

  /** Where and when the script asked; nobody has answered yet. */
  const asked = Effect.gen(function* () {
    return { askedOn: yield* place(0), typedOn: undefined, askedAt: yield* DateTime.now, answered: null }
  })

  const actionRequired = (message: string) =>
    options.endRun(new SessionFailure({ phase: "login", kind: "action_required", message: page.scrub(message) }))

  /** Owners are asked only in assisted mode, in which somebody is there to answer. */
  const askOwner = (what: string, ask: Effect.Effect<HostAnswer>): Effect.Effect<HostAnswer> =>
    Effect.andThen(
      options.onCodeAsked,
      options.loginMode === "simple"
        ? actionRequired(`The bank asks for ${what}, but the login mode is simple: set login_mode to assisted`)
        : ask
    )

  const shown = (purpose: string | undefined): string | undefined =>
    purpose === undefined ? undefined : plainWords(page.scrub(purpose), longestPurpose)

  const request = Effect.fnUntraced(function* ({ length, purpose, type, via }: askArgs.OtpRequest) {
    const first = yield* Ref.updateAndGet(
      purposeOfLogin,
      Option.orElse(() => Option.some(purpose))
    )
    if (Option.getOrUndefined(first) !== purpose) return yield* refuse(onePurpose)
    if ((yield* Ref.get(given)) >= mostCodes) return yield* refuse(tooManyCodes)
    yield* settle("unknown")
    const words = shown(purpose)
    const use: InUse = { type: "otp", purpose: words, via, ...(yield* asked) }
    const descriptor: Assistance["descriptor"] = {
      length: length ?? 6,
      type,
      ...(words === undefined ? {} : { purpose: words })
    }
    const prompt = promptFor(options.bankName, words)
    const ask = { type: "otp" as const, descriptor, ...(via === undefined ? {} : { via }) }
    const machine = yield* options.machineFor?.(descriptor, via) ?? Effect.succeed(null)
    const from =
      machine === null
        ? byPerson(broker, broker.request(options.sessionId, { ask, prompt }))
        : byMachine(machine, { sessionId: options.sessionId, descriptor, prompt }, Ref.get(rejections))
    yield* Ref.set(source, from)
    yield* Ref.set(current, { type: "otp", descriptor })
    yield* Ref.set(lookAgain, Effect.void)
    const obtained = asHandle(from.obtain, use, { type: "otp", descriptor })
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
      return yield* refuse(tooManyCodes)
    }
    const fresh = yield* asked
    const use: InUse = Option.match(used, {
      onNone: () => ({ type: "otp", purpose: undefined, via: undefined, ...fresh }),
      onSome: (before) => ({ ...before, ...fresh, askedOn: before.askedOn })
    })
    const from = yield* Ref.get(source)
    yield* yield* Ref.get(lookAgain)
    return yield* Effect.andThen(options.onCodeAsked, asHandle(from.again, use, yield* Ref.get(current)))
  })

  const approvals = yield* makeApprovals(options, { asked, inUse, settle, refuse, askOwner })

  /** What isn't a code is asked of a person. */
  const obtain = Effect.fnUntraced(function* ({ ask, lookAgain: look, source: from }: NextAsk, purpose: string) {
    if ((yield* Ref.get(given)) >= mostCodes) return yield* refuse(tooManyCodes)
    yield* settle("unknown")
    const use: InUse = { type: ask.type, purpose, via: undefined, ...(yield* asked) }
    yield* Ref.set(source, from)
    yield* Ref.set(current, ask)
    yield* Ref.set(lookAgain, look)
    return yield* asHandle(from.obtain, use, ask)
  })
  const further = makeFurtherAsks(options, { askOwner, invalid, obtain })

  const accepted: Effect.Effect<HostAnswer> = Effect.gen(function* () {
    if (yield* approvals.isWaiting) return yield* approvals.given
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

  const inLogin = (call: HostCall): Effect.Effect<HostAnswer> => {
    switch (call.verb) {
      case "otp.refused":
        return approvals.refused
      case "otp.accepted":
        return accepted
      default:
        return Effect.andThen(approvals.resume, asking(call))
    }
  }

  const asking = ({ args, verb }: HostCall): Effect.Effect<HostAnswer> => {
    switch (verb) {
      case "otp.request":
        return decoded(verb, askArgs.decodeOtpRequest(args), request)
      case "otp.approval":
        return decoded(verb, askArgs.decodeApproval(args), approvals.request)
      case "otp.question":
        return decoded(verb, askArgs.decodeQuestion(args), further.question)
      case "otp.image":
        return decoded(verb, askArgs.decodeImage(args), further.image)
      case "otp.rejected":
        return rejected
      default:
        return invalid(`there is no ${verb}`)
    }
  }

  const verbs: CodeVerbs = {
    answer: (call) =>
      isCodeVerb(call.verb)
        ? Option.some(
            Effect.suspend(() => {
              // A script that reports it after the login has ended does no harm.
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
    loginEnded: (authenticated) =>
      Effect.andThen(settle(authenticated ? "accepted" : "unknown"), authenticated ? approvals.resume : Effect.void)
  }
  return verbs
})
