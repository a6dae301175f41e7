/** The host's side of a rehearsed run: page calls go to the page, codes come from the recording or a person. */
import {
  askArgs,
  codeRules,
  type HostAnswer,
  type HostCall,
  makeSecretUse,
  PageCall,
  PageFault,
  type LastFault,
  lastFaultOf,
  type ScriptPhase,
  type TypingRules
} from "@counterfoil/core"
import { printLocator, type RehearsalPage } from "@counterfoil/browser"
import { Effect, Redacted, Schema } from "effect"
import type { RehearsedCall } from "./CallLog.ts"
import { type OutlineNode, outlineNodes, type SeenElement, seenElement } from "./outlineNodes.ts"

/** What the bank wants of its customer. */
export interface CodeRequest {
  readonly what: "code" | "answer" | "picture"
  /** How many characters; absent: nobody knows. */
  readonly length?: number | undefined
  /** What a code is for; of an answer, the bank's question. */
  readonly purpose: string
  /** The answers to choose from. */
  readonly choices?: ReadonlyArray<string> | undefined
  /** The bank refused what was given before, in these words; absent: nothing was given yet. */
  readonly refused?: string | undefined
}

/** There is nobody who could say it. */
export class NoCode extends Schema.TaggedError<NoCode>()("NoCode", { message: Schema.String }) {}

export type AskCode = (request: CodeRequest) => Effect.Effect<Redacted.Redacted<string>, NoCode>

export interface RehearsalHostOptions {
  readonly page: Pick<RehearsalPage, "call" | "putSecret" | "scrub">
  readonly code: AskCode
  /** Whether `sleep` really waits: at a bank it does, in a replay it doesn't. */
  readonly sleeps: boolean
  /** Whether the elements that the script uses are described, for later comparisons. */
  readonly observes: boolean
  /** Told each step and log line as it happens. */
  readonly tell: (line: string) => void
}

export interface RehearsalHost {
  readonly call: (call: HostCall) => Effect.Effect<HostAnswer>
  readonly calls: () => ReadonlyArray<RehearsedCall>
  /** `rules`: of the script's manifest. */
  readonly enter: (phase: ScriptPhase, rules: TypingRules) => void
  readonly phase: () => string
  readonly step: () => string
  readonly lastFault: () => LastFault | null
  /** Whether the login has sent the password. */
  readonly passwordSent: () => boolean
  /** How often the bank wanted a code or an answer. */
  readonly codesAsked: () => number
  readonly slept: () => boolean
  /** What the bank said of the second code that it refused: the service ends a login with that. */
  readonly rejected: () => string | undefined
  /** Why the service would have ended the run; undefined: it would not. */
  readonly refused: () => string | undefined
}

const decodeCall = Schema.decodeUnknownEffect(PageCall)
const decodeRejected = Schema.decodeUnknownEffect(
  Schema.Struct({ message: Schema.optionalKey(Schema.String), last: Schema.optionalKey(Schema.Boolean) })
)

/** Of a code whose script doesn't say it. */
const usualLength = 6
const decodeStep = Schema.decodeUnknownEffect(Schema.Struct({ name: Schema.String, state: Schema.String }))
/** As in the service. */
const longestSleep = 60_000
const decodeSleep = Schema.decodeUnknownEffect(
  Schema.Struct({ ms: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: longestSleep })) })
)
const decodeLog = Schema.decodeUnknownEffect(Schema.Struct({ level: Schema.String, message: Schema.String }))

const ok = (value: Schema.Json): HostAnswer => ({ ok: value })
const err = (code: string, message: string): HostAnswer => ({ err: { code, message } })

const observeMillis = 1_000

type LocatorSteps = Extract<PageCall, { readonly steps: unknown }>["steps"]
type OneOf = Extract<PageCall, { readonly verb: "page.waitForAny" }>

const targetsOf = (call: OneOf): Record<string, string> =>
  Object.fromEntries(
    Object.entries(call.targets).map(([name, target]) => [
      name,
      "steps" in target ? printLocator(target.steps) : "an address"
    ])
  )

export const makeRehearsalHost = (options: RehearsalHostOptions): RehearsalHost => {
  const { page } = options
  const calls: Array<RehearsedCall> = []
  const use = makeSecretUse()
  let phase = ""
  let typing: TypingRules | undefined
  let step = ""
  let codes = 0
  let approvals = 0
  let purposeOfLogin: { readonly purpose: string | undefined } | undefined
  let slept = false
  let asked: CodeRequest | undefined
  let rejected: string | undefined
  let refused: string | undefined
  let lastFault: LastFault | null = null

  const outline = (number: number, steps: LocatorSteps) =>
    page
      .call({ verb: "locator.outline", page: number, steps, timeout: observeMillis })
      .pipe(Effect.map((text) => (typeof text === "string" ? text : "")))

  /** What a locator finds, described; undefined where it finds nothing, or something that a secret went into. */
  const describe = (number: number, steps: LocatorSteps): Effect.Effect<SeenElement | undefined> =>
    Effect.gen(function* () {
      const found: OutlineNode | undefined = outlineNodes(yield* outline(number, steps))[0]
      const whole = yield* outline(number, [{ method: "locator", arg: "body" }])
      return found === undefined ? undefined : seenElement(whole, found)
    }).pipe(Effect.catchTag("PageFault", () => Effect.succeed(undefined)))

  const before = (call: PageCall): Effect.Effect<SeenElement | undefined> => {
    // None is an answer too.
    const isOfAll = call.verb === "locator.count" || call.verb.startsWith("locator.all")
    if (!options.observes || !("steps" in call) || isOfAll) return Effect.succeed(undefined)
    const wait: PageCall = {
      verb: "locator.waitFor",
      page: call.page,
      steps: call.steps,
      state: "attached",
      ...(call.timeout === undefined ? {} : { timeout: call.timeout })
    }
    const isNegative = call.verb === "locator.waitFor" && call.state !== undefined && call.state !== "visible"
    if (isNegative || call.verb.startsWith("locator.is")) return Effect.succeed(undefined)
    return Effect.andThen(Effect.ignore(page.call(wait)), describe(call.page, call.steps))
  }

  const after = (call: PageCall, answer: Schema.Json): Effect.Effect<SeenElement | undefined> => {
    if (!options.observes || call.verb !== "page.waitForAny" || typeof answer !== "string")
      return Effect.succeed(undefined)
    const target = call.targets[answer]
    return target !== undefined && "steps" in target ? describe(call.page, target.steps) : Effect.succeed(undefined)
  }

  const note = (call: PageCall, more: Partial<RehearsedCall>) => {
    calls.push({
      phase,
      step,
      verb: call.verb,
      ...("steps" in call ? { locator: printLocator(call.steps) } : {}),
      ...(call.verb === "page.waitForAny" ? { targets: targetsOf(call) } : {}),
      ...more
    })
  }

  const failed = (call: PageCall) => (fault: PageFault) =>
    Effect.sync(() => {
      lastFault = lastFaultOf(fault)
      note(call, { fault: fault.code })
      return err(fault.code, fault.message)
    })

  const onPage = Effect.fnUntraced(function* (call: PageCall) {
    const problem = use.admit(call)
    if (problem !== undefined) return yield* failed(call)(new PageFault({ code: "SecretRefused", message: problem }))
    const seen = yield* before(call)
    return yield* page.call(call, typing).pipe(
      Effect.tap((answer) =>
        Effect.map(after(call, answer), (target) => {
          const element = seen ?? target
          note(call, {
            ...(element === undefined ? {} : { element }),
            ...(call.verb === "page.waitForAny" && typeof answer === "string" ? { target: answer } : {})
          })
        })
      ),
      Effect.map(ok),
      Effect.catchTag("PageFault", failed(call))
    )
  })

  /** As the service does: it asks nobody, and the run is over. */
  const refuseCode = (why: string) =>
    Effect.sync(() => {
      refused = why
      return err("LoginEnded", why)
    })

  const code = Effect.fnUntraced(
    function* (request: CodeRequest) {
      if (codes >= codeRules.mostCodes) return yield* refuseCode(codeRules.tooManyCodes)
      codes += 1
      asked = request
      const handle = `otp-${codes}`
      const digits = yield* options.code(request)
      yield* page.putSecret(handle, digits)
      return ok({ secret: handle, length: [...Redacted.value(digits)].length })
    },
    Effect.catchTag("NoCode", ({ message }) => {
      refused = message
      return Effect.succeed(err("LoginEnded", message))
    })
  )

  const message = ({ length = usualLength, purpose }: askArgs.OtpRequest) => {
    purposeOfLogin ??= { purpose }
    if (purposeOfLogin.purpose === purpose) return code({ what: "code", length, purpose: purpose ?? "" })
    const [first, now] = [purposeOfLogin.purpose, purpose].map((each) => JSON.stringify(each ?? ""))
    return refuseCode(`${codeRules.onePurpose}: the first was for ${first}, this one is for ${now}`)
  }

  /** In a replay what comes of it is recorded; live, the person has this long. */
  const approval = () => {
    approvals += 1
    return approvals > codeRules.mostApprovals
      ? refuseCode(codeRules.tooManyApprovals)
      : Effect.succeed(ok({ ms: 300_000 }))
  }

  /** As in the service a code may be wrong once. Of the last one the script only tells, and ends the login by itself. */
  const again = ({ last = false, message = "" }: { readonly message?: string; readonly last?: boolean }) => {
    const words = page.scrub(message)
    if (last) return Effect.succeed(ok({ secret: `otp-${codes}`, length: 0 }))
    if (asked?.refused === undefined) {
      return code({ ...(asked ?? { what: "code", length: usualLength, purpose: "" }), refused: words })
    }
    rejected = words === "" ? "the bank refused two codes" : words
    return Effect.succeed(err("LoginEnded", rejected))
  }

  const enterStep = ({ name, state }: { readonly name: string; readonly state: string }) => {
    if (state === "start") options.tell(`▸ ${phase} ${name}`)
    step = state === "end" ? "" : name
    return ok(null)
  }

  const answer = ({ args, verb }: HostCall): Effect.Effect<HostAnswer, Schema.SchemaError> => {
    if (verb.startsWith("otp.") && verb !== "otp.accepted" && phase !== "login")
      return refuseCode(`${verb}: ${codeRules.onlyInLogin}`)
    switch (verb) {
      case "otp.request":
        return Effect.flatMap(askArgs.decodeOtpRequest(args), message)
      case "otp.approval":
        return Effect.flatMap(askArgs.decodeApproval(args), approval)
      case "otp.question":
        return Effect.flatMap(askArgs.decodeQuestion(args), ({ choices, question }) =>
          code({ what: "answer", purpose: question, choices })
        )
      case "otp.image":
        return Effect.flatMap(askArgs.decodeImage(args), ({ length, purpose }) =>
          code({ what: "picture", length, purpose })
        )
      case "otp.rejected":
        return Effect.flatMap(decodeRejected(args), again)
      case "otp.accepted":
      case "otp.refused":
        return Effect.succeed(ok(null))
      case "sleep":
        slept = true
        return Effect.flatMap(decodeSleep(args), ({ ms }) => Effect.as(Effect.sleep(options.sleeps ? ms : 0), ok(null)))
      case "step":
        return Effect.map(decodeStep(args), enterStep)
      case "log":
        return Effect.map(decodeLog(args), ({ level, message }) => {
          options.tell(`  ${level}: ${page.scrub(message)}`)
          return ok(null)
        })
      default:
        return Effect.flatMap(decodeCall({ ...(typeof args === "object" ? args : {}), verb }), onPage)
    }
  }

  return {
    call: (call) =>
      Effect.catchTag(answer(call), "SchemaError", ({ message }) =>
        Effect.succeed(err("InvalidCall", `${call.verb}: ${message}`))
      ),
    calls: () => calls,
    enter: (name, rules) => {
      phase = name
      typing = rules
      use.begin(name)
      step = ""
    },
    phase: () => phase,
    step: () => step,
    lastFault: () => lastFault,
    passwordSent: use.isSent,
    codesAsked: () => codes,
    slept: () => slept,
    rejected: () => rejected,
    refused: () => refused
  }
}
