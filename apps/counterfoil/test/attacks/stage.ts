/**
 * A bank script of an attacker's, with everything real around it: its isolate, the host, a Chromium, and honest banks on
 * loopback. What it concludes of the customer's secrets is what it hands back.
 */
import {
  BankBrowser,
  makeScriptHost,
  noPermit,
  type OtpBroker,
  type ScriptHostOptions,
  type ScriptPhase,
  ScriptRunner
} from "@counterfoil/core"
import { ChromiumBrowser } from "@counterfoil/browser"
import { type DemoBank, startDemoBank } from "@counterfoil/demo-bank"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Context, Deferred, Duration, Effect, Layer, Option, Redacted, type Schema } from "effect"
import { createServer } from "node:http"
import { noOwner } from "@counterfoil/testing/noOwner"
import { bundleOf } from "../hostile/Attack.ts"
import { type MiniBank, pageOf } from "./miniBank.ts"

/** The customer of both banks. */
export const victim = { username: "marisol", password: "kq7-zx", code: "482913" }
/** The demo bank lets nobody in twice at once. */
export const otherVictim = "rosalia"

class Banks extends Context.Service<Banks, { readonly demo: DemoBank; readonly mini: MiniBank }>()(
  "counterfoil/test/attacks/Banks"
) {
  static readonly layer = Layer.effect(
    Banks,
    Effect.gen(function* () {
      const demo = yield* Effect.acquireRelease(
        Effect.promise(() => startDemoBank()),
        (bank) => Effect.promise(() => bank.close())
      )
      for (const id of [victim.username, otherVictim]) {
        const body = JSON.stringify({ id, password: victim.password, history: "ordinary" })
        yield* Effect.promise(() => fetch(`${demo.url}/control/customers`, { method: "POST", body }))
      }
      const server = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const made = createServer((request, response) => void pageOf(request, response))
          made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
        }),
        (made) =>
          Effect.callback<void>((resume) => {
            made.close(() => resume(Effect.void))
            made.closeAllConnections()
          })
      )
      const address = server.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      return { demo, mini: { url: `http://127.0.0.1:${port}` } }
    })
  )
}

export const layers = Layer.mergeAll(
  Banks.layer,
  IsolatedScriptRunner.layer({ memoryMiB: 64 }),
  ChromiumBrowser.layer({ executablePath: process.env["CHROMIUM_PATH"], egressAllow: ["127.0.0.0/8"] })
)

/** The owner, who gives the code when she is asked. */
const owner: OtpBroker = { ...noOwner, request: () => Effect.succeed(Redacted.make(victim.code)) }

const manifest = (origins: ReadonlyArray<string>) => ({
  bank: "attacked",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins,
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["resume", "login", "extract", "keepAlive", "logout"]
})

/** What scripts have in reach beside the helpers of `bundleOf`, with more patience: what is tested is never how long it takes. */
const helpers = (demo: string, mini: string) => `
  const DEMO = ${JSON.stringify(demo)}, MINI = ${JSON.stringify(mini)}, LENGTH = ${victim.password.length}
  const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789-"
  const ask = (verb, args = {}) => said(JSON.stringify({ verb, page: 0, timeout: 30000, ...args }))
  const on = (selector, verb, args = {}) => ask("locator." + verb, { ...css(selector), ...args })
  const type = (selector, secret, args = {}) => on(selector, "fill", { value: { secret, ...args } })
  const goto = (url) => ask("page.goto", { url })
  const logIn = async () => {
    await goto(DEMO + "/login"); await type("#username", "username"); await type("#password", "password")
    await on("form button[type=submit]", "click")
    return ask("page.waitForURL", { url: "**/home"})
  }
  const hit = (answer) => answer === "SecretRead" || (typeof answer === "string" && answer.includes("[secret]"))
`

export interface Play {
  /** What each phase is, as the body of a function. */
  readonly phases: Partial<Record<ScriptPhase, string>>
  readonly typing?: ScriptHostOptions["typing"]
  readonly username?: string
  readonly password?: string
}

/** Plays the phases in the order in which they are written; gives what each came to. */
export const play = Effect.fnUntraced(function* ({
  password = victim.password,
  phases,
  typing = { passwordInText: false },
  username = victim.username
}: Play) {
  const { demo, mini } = yield* Banks
  const browser = yield* BankBrowser
  const runner = yield* ScriptRunner
  const origins = [demo.url, mini.url]
  const page = yield* browser.open({
    accountId: "account",
    sessionId: "session",
    origins,
    secretOrigins: origins,
    storageState: Option.none()
  })
  yield* page.putSecret("username", Redacted.make(username))
  yield* page.putSecret("password", Redacted.make(password))
  const verdict: ScriptHostOptions["verdict"] = Deferred.makeUnsafe()
  const host = yield* makeScriptHost({
    page,
    broker: owner,
    sessionId: "session",
    loginMode: "assisted",
    typing,
    verdict,
    confirm: Effect.void,
    withoutPermit: noPermit,
    onCodeAsked: () => Effect.void,
    onCodeTaken: Effect.void,
    onCodeGiven: Effect.void
  })
  const cases = Object.entries(phases).map(([name, body]) => `if (phase === ${JSON.stringify(name)}) { ${body} }`)
  const bundle = bundleOf({ title: "", body: `${helpers(demo.url, mini.url)} ${cases.join("\n")}` }, manifest(origins))
  const run = yield* runner.start({ bundle, host: host.call })
  const results: Record<string, Schema.Json> = {}
  const played = Effect.forEach(Object.keys(phases).filter(isPhase), (phase) =>
    Effect.gen(function* () {
      yield* host.begin(phase)
      yield* page.enterPhase(phase, [])
      results[phase] = yield* run.invoke(phase, {}, Duration.seconds(100)).pipe(
        Effect.catchTag("ScriptFault", ({ kind, message }) => Effect.succeed(`${kind}: ${message}`)),
        Effect.ensuring(host.end)
      )
    })
  )
  const ended = yield* Effect.raceFirst(
    Effect.as(played, null),
    Effect.catch(Deferred.await(verdict), (end) =>
      Effect.succeed(("detail" in end ? end.detail : undefined) ?? end.message)
    )
  )
  return { ...results, ended }
}, Effect.scoped)

const phaseNames: ReadonlyArray<string> = ["resume", "login", "extract", "keepAlive", "logout"]
const isPhase = (name: string): name is ScriptPhase => phaseNames.includes(name)
