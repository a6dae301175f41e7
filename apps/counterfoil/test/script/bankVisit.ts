/**
 * A bank script at work, with everything real: bundled from its folder, run in its isolate, driving a Chromium at a demo
 * bank. Only the account's owner is played: codes are read off the bank's own phones.
 */
import {
  BankBrowser,
  type HostAnswer,
  type HostCall,
  makeSecretUse,
  PageCall,
  type ScriptPhase,
  ScriptRunner
} from "@counterfoil/core"
import { ChromiumBrowser } from "@counterfoil/browser"
import { type DemoBank, startDemoBank } from "@counterfoil/demo-bank"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Context, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { fileURLToPath } from "node:url"
import { type Bundle, bundleScript } from "../../src/script/bundle.ts"

export class TestBank extends Context.Service<TestBank, DemoBank>()("counterfoil/test/TestBank") {
  static readonly layer = Layer.effect(
    TestBank,
    Effect.acquireRelease(
      Effect.promise(() => startDemoBank()),
      (bank) => Effect.promise(() => bank.close())
    )
  )
}

export const layers = Layer.mergeAll(
  TestBank.layer,
  IsolatedScriptRunner.layer(),
  ChromiumBrowser.layer({ executablePath: process.env["CHROMIUM_PATH"], egressAllow: ["127.0.0.0/8"] })
)

export const versions = ["1.0.0", "1.2.0"] as const
export type Version = (typeof versions)[number] | "1.1.0"

export const folderOf = (version: string, bank = "demo-bank") =>
  fileURLToPath(new URL(`../../../../bank-scripts/${bank}/${version}`, import.meta.url))

const bundles = new Map<string, Promise<Bundle>>()
const bundleOf = (folder: string) =>
  Effect.promise(() => {
    const made = bundles.get(folder) ?? bundleScript(folder)
    bundles.set(folder, made)
    return made
  })

const control = (method: string, path: string, body: Schema.Json = {}) =>
  Effect.flatMap(TestBank, ({ url }) =>
    Effect.promise(async () => {
      const answer = await fetch(`${url}/control${path}`, {
        method,
        ...(method === "GET" ? {} : { body: JSON.stringify(body) })
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    })
  )

let customers = 0
/** A customer of this test's own, so that no test disturbs another. Gives the user name. */
export const newCustomer = Effect.fnUntraced(function* (traits: Readonly<Record<string, Schema.Json>> = {}) {
  customers += 1
  const id = `customer-${customers}`
  yield* control("POST", "/customers", { id, password: "right-password-1", history: "ordinary", ...traits })
  return id
})

export const addMovement = (customer: string, movement: Readonly<Record<string, Schema.Json>>) =>
  control("POST", "/movements", { customer, ...movement })
export const setSwitches = (customer: string, switches: Readonly<Record<string, Schema.Json>>) =>
  control("PATCH", `/customers/${customer}/switches`, switches)
export const change = (customer: string, traits: Readonly<Record<string, Schema.Json>>) =>
  control("PATCH", `/customers/${customer}`, traits)

const Sms = Schema.Struct({ messages: Schema.Array(Schema.Struct({ code: Schema.String, at: Schema.String })) })

export const readCode = (customer: string) =>
  Effect.flatMap(TestBank, ({ url }) =>
    Effect.promise(async () => (await fetch(`${url}/sms/${customer}.json`)).json())
  ).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Sms)),
    Effect.map(({ messages }) => messages.reduce((last, sms) => (sms.at > last.at ? sms : last)).code),
    Effect.orDie
  )

type ScriptInvoke = (
  phase: ScriptPhase,
  args: Schema.Json
) => ReturnType<Effect.Success<ReturnType<ScriptRunner["Service"]["start"]>>["invoke"]>

const decodeCall = Schema.decodeUnknownEffect(PageCall)
const ok = (value: Schema.Json): HostAnswer => ({ ok: value })

/** The customer's answer in the bank's app. */
const answerInApp = (customer: string, answer: "approve" | "refuse") =>
  Effect.flatMap(TestBank, ({ url }) =>
    Effect.promise(() => fetch(`${url}/phone/${customer}/${answer}`, { method: "POST" }))
  )

/** What every customer of these tests knows: the last digits of their phone. */
const phoneOf = (customer: string) =>
  Effect.flatMap(TestBank, ({ url }) =>
    Effect.promise(async () => (await fetch(`${url}/sms/${customer}.json`)).json())
  ).pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Schema.Struct({ phone: Schema.String }))),
    Effect.map(({ phone }) => phone.replaceAll(/\D/g, "").slice(-3)),
    Effect.orDie
  )

/**
 * Opens the bank in a fresh browser context. `wrongCodes`: so many codes are mistyped first; `bank`: another of the demo
 * bank's brands; `inApp`: what the customer says when the bank asks in its app.
 */
export const visit = Effect.fnUntraced(function* (options: {
  readonly version: Version
  readonly bank?: string
  /** In place of one of `bank-scripts`. */
  readonly folder?: string
  readonly customer: string
  readonly wrongCodes?: number
  readonly inApp?: "approve" | "refuse"
  /** How long a phase may take. (Default: 2 minutes) */
  readonly patience?: Duration.Duration
}) {
  const { url } = yield* TestBank
  const bank = yield* Effect.context<TestBank>()
  const browser = yield* BankBrowser
  const runner = yield* ScriptRunner
  // Where it logs in is an origin of its own at one of the brands.
  const origins = [url, url.replace("127.0.0.1", "localhost")]
  const page = yield* browser.open({
    accountId: "account",
    sessionId: "session",
    origins,
    secretOrigins: origins,
    storageState: Option.none()
  })
  yield* page.putSecret("username", Redacted.make(options.customer))
  const setPassword = (password: string) => page.putSecret("password", Redacted.make(password))
  yield* setPassword("right-password-1")
  const told: Array<HostCall> = []
  const log: Array<string> = []
  const use = makeSecretUse()
  let codes = 0

  let asked: HostCall["verb"] = "otp.request"
  const code = Effect.gen(function* () {
    codes += 1
    const known = asked === "otp.question" ? phoneOf(options.customer) : readCode(options.customer)
    const right = yield* known.pipe(Effect.provide(bank))
    const wrong = right.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
    yield* page.putSecret(`otp-${codes}`, Redacted.make(codes <= (options.wrongCodes ?? 0) ? wrong : right))
    return ok({ secret: `otp-${codes}`, length: right.length })
  })

  const host = (call: HostCall): Effect.Effect<HostAnswer> => {
    const { args, verb } = call
    if (verb.startsWith("otp.")) told.push(call)
    if (verb === "otp.approval") {
      const answered = answerInApp(options.customer, options.inApp ?? "approve").pipe(Effect.provide(bank))
      return Effect.as(answered, ok({ ms: 20_000 }))
    }
    if (verb === "otp.request" || verb === "otp.question" || verb === "otp.image") {
      asked = verb
      return code
    }
    if (verb === "otp.rejected") return code
    if (verb === "log") log.push(JSON.stringify(args))
    if (verb === "sleep") return Effect.as(Effect.sleep("20 millis"), ok(null))
    if (verb === "otp.accepted" || verb === "log" || verb === "step") return Effect.succeed(ok(null))
    return decodeCall({ verb, ...(typeof args === "object" ? args : {}) }).pipe(
      Effect.flatMap((pageCall) => {
        const problem = use.admit(pageCall)
        if (problem === undefined) return Effect.map(page.call(pageCall), ok)
        return Effect.succeed<HostAnswer>({ err: { code: "SecretRefused", message: problem } })
      }),
      Effect.catchTag("PageFault", ({ code: fault, message }) => Effect.succeed({ err: { code: fault, message } })),
      Effect.catchTag("SchemaError", ({ message }) => Effect.succeed({ err: { code: "InvalidCall", message } }))
    )
  }

  const { bundle } = yield* bundleOf(options.folder ?? folderOf(options.version, options.bank))
  const run = yield* runner.start({ bundle, host })
  const about = { now: new Date().toISOString(), bank: { origins: [url] } }
  const invoke: ScriptInvoke = (phase, args) =>
    run.invoke(phase, { ...about, ...(typeof args === "object" ? args : {}) }, options.patience ?? Duration.minutes(2))
  return {
    invoke: (phase: ScriptPhase, args: Schema.Json = {}) =>
      Effect.suspend(() => {
        use.begin(phase)
        return Effect.andThen(page.enterPhase(phase, run.manifest.requests ?? []), invoke(phase, args))
      }),
    setPassword,
    told,
    log
  }
})
