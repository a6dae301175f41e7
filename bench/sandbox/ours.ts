/** The same scrape by the demo bank's script, in its isolate and behind its proxy. */
import {
  BankBrowser,
  makeScriptHost,
  CodeNotObtained,
  NoPendingAssistance,
  type OtpBroker,
  type ScriptPhase,
  ScriptRunner,
  type ScriptHostOptions,
  noPermit
} from "@counterfoil/core"
import { Statement } from "@counterfoil/domain"
import { Deferred, Duration, Effect, Option, Redacted, Schema } from "effect"
import type { Visit } from "./plain.ts"

const noCode = Effect.fail(new CodeNotObtained({ kind: "otp_cancelled" }))
const broker: OtpBroker = {
  timeout: Duration.minutes(5),
  request: () => noCode,
  rejected: noCode,
  approval: () => Effect.succeed(Effect.succeed("cancelled" as const)),
  show: () => Effect.void,
  accepted: Effect.void,
  refused: Effect.void,
  withdraw: () => Effect.void,
  pendingFurther: Effect.succeed(null),
  isOpen: Effect.succeed(false),
  picture: () => Effect.fail(new NoPendingAssistance()),
  close: Effect.void,
  submit: () => Effect.void,
  cancel: Effect.void,
  pending: Effect.succeed(null),
  answered: Effect.succeed(null)
}

const decodeStatement = Schema.decodeUnknownEffect(Statement)

export interface Run {
  readonly bundle: string
  readonly visit: Visit
  /** Of an earlier session: it is resumed, and stays open. */
  readonly stored?: Redacted.Redacted<string>
  /** Told while the script's process is there. */
  readonly onProcess?: () => void
}

/** A session at the bank, and the phases of its script. */
const open = Effect.fnUntraced(function* ({ bundle, stored, visit }: Run) {
  const browser = yield* BankBrowser
  const runner = yield* ScriptRunner
  const page = yield* browser.open({
    accountId: "bench",
    sessionId: "bench",
    origins: [visit.url],
    secretOrigins: [visit.url],
    storageState: Option.fromUndefinedOr(stored)
  })
  yield* page.putSecret("username", Redacted.make(visit.username))
  yield* page.putSecret("password", Redacted.make(visit.password))
  const verdict: ScriptHostOptions["verdict"] = Deferred.makeUnsafe()
  const host = yield* makeScriptHost({
    page,
    broker,
    sessionId: "bench",
    loginMode: "simple",
    typing: { passwordInText: false },
    verdict,
    confirm: Effect.void,
    withoutPermit: noPermit,
    onCodeAsked: () => Effect.void,
    onCodeTaken: Effect.void,
    onCodeGiven: Effect.void
  })
  const run = yield* runner.start({ bundle, host: host.call })
  const about = { now: new Date().toISOString(), bank: { origins: [visit.url] } }
  const invoke = (phase: ScriptPhase, args: { readonly [name: string]: Schema.Json } = {}) =>
    Effect.all([host.begin(phase), page.enterPhase(phase, run.manifest.requests ?? [])]).pipe(
      Effect.andThen(run.invoke(phase, { ...about, ...args }, Duration.minutes(1)))
    )
  return { page, invoke }
})

/** From opening the browser context to closing it; gives how many rows were read. */
export const scrape = Effect.fnUntraced(function* (options: Run) {
  const { invoke } = yield* open(options)
  const isResumed = options.stored !== undefined
  if ((yield* invoke(isResumed ? "resume" : "login")) === false) throw new Error("the session could not be resumed")
  const { movements } = yield* Effect.flatMap(
    invoke("extract", { since: options.visit.since, account: {} }),
    decodeStatement
  )
  options.onProcess?.()
  if (!isResumed) yield* invoke("logout")
  return movements.length
}, Effect.scoped)

/** Logs in and leaves the session open at the bank; gives what resumes it. */
export const logInAndStay = Effect.fnUntraced(function* (options: Run) {
  const { invoke, page } = yield* open(options)
  yield* invoke("login")
  return yield* page.storageState
}, Effect.scoped)

const manifest = {
  bank: "bench",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "UTC",
  dates: "ymd",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
}

/** Calls a second over the bridge, to a host that answers at once: one after the other, or 16 at a time. */
export const callsPerSecond = Effect.fnUntraced(function* (calls: number, atOnce: number) {
  const runner = yield* ScriptRunner
  const bundle = `__counterfoilRegister({ manifest: ${JSON.stringify(JSON.stringify(manifest))}, run: async (send) => {
    const one = '{"verb":"page.title","page":0}'
    for (let done = 0; done < ${calls}; done += ${atOnce}) await Promise.all(Array.from({ length: ${atOnce} }, () => send(one)))
    return '{"done":null}'
  } })`
  const run = yield* runner.start({ bundle, host: () => Effect.succeed({ ok: "A title" }) })
  const [taken] = yield* Effect.timed(run.invoke("login", {}, Duration.minutes(2)))
  return calls / Duration.toSeconds(taken)
}, Effect.scoped)
