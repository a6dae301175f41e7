/** Runs a bundle's phases as a session of the service would: in an isolate, on a page, logging in and reading. */
import {
  type DeclaredRequest,
  decodeStatement,
  kindOfScriptFault,
  type RefusedRequest,
  type ScriptDoesNotLoad,
  ScriptFault,
  type ScriptManifest,
  ScriptRunner,
  sentenceOf,
  typingRulesOf
} from "@counterfoil/core"
import type { RehearsalPage } from "@counterfoil/browser"
import { type FailureKind, mayLeaveSessionOpen } from "@counterfoil/domain"
import { type Duration, Effect, Redacted, Schema, type Scope } from "effect"
import type { RehearsedCall } from "./CallLog.ts"
import { type AskCode, makeRehearsalHost } from "./rehearsalHost.ts"

export interface Credentials {
  readonly username: Redacted.Redacted<string>
  readonly password: Redacted.Redacted<string>
}

export interface RehearsalInput {
  readonly page: RehearsalPage
  readonly bundle: string
  readonly origins: ReadonlyArray<string>
  /** What the script is told that time it is. */
  readonly now: Date
  /** The first day to read, `YYYY-MM-DD`. */
  readonly since: string
  /** Which account of the login to read, for scripts that can read more than one. */
  readonly account?: string | undefined
  readonly credentials: Credentials
  readonly code: AskCode
  readonly sleeps: boolean
  readonly observes: boolean
  /** How long each phase may take. */
  readonly patience: Duration.Duration
  /** (Default: all three, `logout` where the script has it.) */
  readonly phases?: ReadonlyArray<"login" | "extract" | "logout"> | undefined
  /** Which accounts the login has is asked for, in place of a statement. (Default: false) */
  readonly lists?: boolean | undefined
  /** What the page may send besides what the manifest declares. (Default: nothing) */
  readonly alsoAllowed?: ReadonlyArray<DeclaredRequest> | undefined
  readonly tell: (line: string) => void
}

/** How a run ended, and what is known of the place where it did. */
export interface RunFailure {
  readonly phase: string
  /** The step that the script was in; empty outside of steps. */
  readonly step: string
  readonly kind: FailureKind
  readonly message: string
  /** The script's own frames. */
  readonly stack: string
  /** The page as it was then, without values. */
  readonly outline: string
  readonly url: string
}

export interface RehearsalResult {
  readonly manifest: ScriptManifest
  /** What `extract` gave; undefined where the run failed. */
  readonly statement: Schema.Json | undefined
  readonly failure: RunFailure | undefined
  readonly calls: ReadonlyArray<RehearsedCall>
  /** What the page was kept from sending. */
  readonly refused: ReadonlyArray<RefusedRequest>
  /** Whether the bank may have let the login in: the password was sent, and no code was left unanswered. */
  readonly mayBeIn: boolean
  /** How often the bank wanted a code or an answer. */
  readonly codesAsked: number
  /** Those that the script named for the downloads that it read. */
  readonly encodings: ReadonlyArray<string>
  /** Whether the script slept, or a replay left it out. */
  readonly slept: boolean
}

/** Whether a session is open at the bank after a run that failed, or may be. */
export const mayBeOpen = ({ failure, mayBeIn }: RehearsalResult): boolean =>
  failure !== undefined && (failure.phase === "login" ? mayBeIn && mayLeaveSessionOpen(failure.kind) : true)

const isEncoded = Schema.is(Schema.Struct({ encoding: Schema.String }))

const lengthOf = (secret: Redacted.Redacted<string>) => ({ length: [...Redacted.value(secret)].length })

const noLogin = Effect.suspend(
  () => new ScriptFault({ kind: "script_error", message: 'The script\'s login ended without saying "authenticated"' })
)

/** What the service would say of what is no statement, before it looks at its counts. */
const checkForm = (statement: Schema.Json) =>
  Effect.mapError(
    decodeStatement(statement),
    ({ message }) => new ScriptFault({ kind: "script_error", message: `The script's statement is not one: ${message}` })
  )

export const rehearse = Effect.fn("rehearse")(function* (
  input: RehearsalInput
): Effect.fn.Return<RehearsalResult, ScriptDoesNotLoad, ScriptRunner | Scope.Scope> {
  const { page } = input
  const runner = yield* ScriptRunner
  const host = makeRehearsalHost(input)
  const encodings = new Set<string>()
  yield* page.putSecret("username", input.credentials.username)
  yield* page.putSecret("password", input.credentials.password)
  const run = yield* runner
    .start({
      bundle: input.bundle,
      host: (call) => {
        if (call.verb === "download.text" && isEncoded(call.args)) encodings.add(call.args.encoding)
        return host.call(call)
      }
    })
    .pipe(Effect.catchTag("ScriptFault", (fault) => Effect.die(new Error(fault.message))))

  const about = { now: input.now.toISOString(), bank: { origins: [...input.origins] } }
  const secrets = { username: lengthOf(input.credentials.username), password: lengthOf(input.credentials.password) }
  const declared = [...(run.manifest.requests ?? []), ...(input.alsoAllowed ?? [])]
  const refused: Array<RefusedRequest> = []
  /** Between its phases, too, the page only reads. */
  const leave = page.enterPhase("keepAlive", declared).pipe(
    Effect.andThen(page.takeRefused),
    Effect.map((taken) => void refused.push(...taken))
  )
  /** The host has ended the login: what the script makes of that is not why. */
  const orRejected = (fault: ScriptFault): ScriptFault => {
    const message = host.rejected()
    return message === undefined
      ? fault
      : new ScriptFault({ ...fault, kind: "declared", failure: "otp_rejected", message })
  }
  const phase = (name: "login" | "extract" | "logout", args: Readonly<Record<string, Schema.Json>>) =>
    Effect.suspend(() => {
      host.enter(name, typingRulesOf(run.manifest))
      return page.enterPhase(name, declared).pipe(
        Effect.andThen(run.invoke(name, { ...about, ...args }, input.patience)),
        Effect.mapError(orRejected),
        Effect.tap(() => {
          const message = host.refused()
          return message === undefined ? Effect.void : new ScriptFault({ kind: "script_error", message })
        }),
        Effect.ensuring(leave)
      )
    })

  const account = input.account === undefined ? {} : { bankAccount: input.account }
  const wanted = input.phases ?? ["login", "extract", "logout"]
  const story = Effect.gen(function* () {
    const answer = wanted.includes("login") ? yield* phase("login", { secrets }) : "authenticated"
    if (answer !== "authenticated") return yield* noLogin
    const reads = wanted.includes("extract")
    const statement = reads
      ? yield* phase("extract", input.lists === true ? { list: true } : { since: input.since, account })
      : null
    if (reads && input.lists !== true) yield* checkForm(statement)
    if (wanted.includes("logout") && run.manifest.phases.includes("logout")) yield* phase("logout", {})
    return statement
  })

  const explain = Effect.fnUntraced(function* (fault: ScriptFault, during: string) {
    const isOwed = yield* page.awaitsAnswer
    const evidence = yield* page.evidence.pipe(
      Effect.catchTag("PageFault", () => Effect.succeed({ outline: "", url: "" }))
    )
    const kept = refused.filter((request) => request.phase === during)
    const why = kept.map(sentenceOf).find((sentence) => !fault.message.includes(sentence))
    const isKept = kept.length > 0 && fault.kind === "script_error"
    const found = isKept ? ("navigation_refused" as const) : kindOfScriptFault(fault, host.lastFault())
    // As in the service: nothing that a script looks for is on a page that has not come.
    const kind = found === "layout_changed" && isOwed ? ("bank_unavailable" as const) : found
    return {
      phase: during,
      step: host.step(),
      kind,
      message: page.scrub(`${host.refused() ?? fault.message}${isKept && why !== undefined ? `\n${why}` : ""}`),
      stack: fault.frames ?? "",
      outline: evidence.outline,
      url: evidence.url
    }
  })

  const ended = yield* story.pipe(
    Effect.map((statement) => ({ statement, failure: undefined })),
    Effect.catchTag("ScriptFault", (fault) =>
      Effect.map(explain(fault, host.phase()), (failure) => ({ statement: undefined, failure }))
    )
  )
  const known = {
    calls: host.calls(),
    refused,
    mayBeIn: host.passwordSent() && host.refused() === undefined,
    codesAsked: host.codesAsked(),
    slept: host.slept(),
    encodings: [...encodings]
  }
  return { manifest: run.manifest, ...ended, ...known }
})
