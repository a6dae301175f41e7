/** A hostile script on a page of a bank: what it may reach, what comes out of it, and what of that it should not have. */
import {
  BankBrowser,
  type BankPage,
  makeScriptHost,
  noPermit,
  ScriptRunner,
  type ScriptHostOptions
} from "@counterfoil/core"
import { Deferred, Duration, Effect, Logger, Option, Redacted, type Schema } from "effect"
import { noOwner } from "@counterfoil/testing/noOwner"
import { type Attack, bundleOf } from "./Attack.ts"
import type { startSites } from "./sites.ts"
import { leaksIn, secrets } from "./spellings.ts"

export type Sites = Effect.Success<typeof startSites>

export const openPage = Effect.fnUntraced(function* ({ bank, partner }: Sites, password: string) {
  const browser = yield* BankBrowser
  const page = yield* browser.open({
    accountId: "account",
    sessionId: "session",
    origins: [bank.origin, partner.origin],
    secretOrigins: [bank.origin],
    storageState: Option.none()
  })
  yield* page.enterPhase("login", [])
  yield* page.putSecret("username", Redacted.make(secrets.username))
  yield* page.putSecret("password", Redacted.make(password))
  return page
})

const manifestOf = (origin: string, { declares }: Attack) => ({
  bank: "hostile",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [origin],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["resume", "login", "extract", "keepAlive", "logout"],
  ...(declares === undefined ? {} : { requests: declares })
})

const limitMillis = 90_000

export interface End {
  readonly gets: Schema.Json
  /** Its result, all that it was told and all that it logged. */
  readonly said: string
  /** What the bank was sent in the attack's own phase beyond reading. */
  readonly writes: ReadonlyArray<string>
  readonly millis: number
}

export interface Trial {
  readonly limit?: Duration.Duration
  /** (Default: one of a session of its own.) */
  readonly page?: BankPage
  /** Whether what it was told and what it logged is kept until it has ended, as no server does. (Default: true) */
  readonly isKept?: boolean
}

/** Runs an attack. */
export const attempt = Effect.fnUntraced(function* (
  sites: Sites,
  attack: Attack,
  { isKept = true, limit = Duration.millis(limitMillis), page: given }: Trial = {}
) {
  const { bank, canary, partner } = sites
  const { declares = [], login, phase = "login" } = attack
  const logged: Array<string> = []
  const recorder = Logger.make(({ message }) => void (isKept && logged.push(JSON.stringify(message))))
  const page = given ?? (yield* openPage(sites, secrets.password))
  const runner = yield* ScriptRunner
  const verdict: ScriptHostOptions["verdict"] = Deferred.makeUnsafe()
  const host = yield* makeScriptHost({
    page,
    broker: noOwner,
    sessionId: "session",
    loginMode: "assisted",
    typing: { passwordInText: false },
    verdict,
    confirm: Effect.void,
    withoutPermit: noPermit,
    onCodeAsked: () => Effect.void,
    onCodeTaken: Effect.void,
    onCodeGiven: Effect.void
  })
  const length = [...secrets.password].length
  const places = `const BANK = ${JSON.stringify(bank.origin)}, CANARY = ${JSON.stringify(canary.origin)}, PARTNER = ${JSON.stringify(partner.origin)}, LENGTH = ${length};`
  const placed = {
    ...attack,
    body: `${places} ${attack.body}`,
    ...(login === undefined ? {} : { login: `${places} ${login}` })
  }
  const told: Array<string> = []
  const run = yield* runner.start({
    bundle: bundleOf(placed, manifestOf(bank.origin, attack)),
    host: (call) =>
      host.call(call).pipe(
        Effect.tap((answer) => Effect.sync(() => void (isKept && told.push(JSON.stringify(answer))))),
        Effect.provide(Logger.layer([recorder]))
      )
  })
  const began = performance.now()
  const invoke = (name: typeof phase) =>
    Effect.gen(function* () {
      yield* page.enterPhase(name, declares)
      yield* host.begin(name)
      return yield* run.invoke(name, {}, limit)
    }).pipe(Effect.catchTag("ScriptFault", ({ kind, message }) => Effect.succeed(`${kind}: ${message}`)))
  if (login !== undefined) yield* invoke("login")
  const before = bank.asked.length
  const gets: Schema.Json = yield* invoke(phase)
  const writes =
    phase === "login" ? [] : bank.asked.slice(before).filter((asked) => !/^(GET|HEAD|OPTIONS) /.test(asked))
  yield* host.end
  const end: End = {
    gets,
    // Put together for whoever asks: twenty thousand answers would stop the event loop that is being measured.
    get said() {
      return [JSON.stringify(gets), ...logged, ...told].join("\n")
    },
    writes,
    millis: performance.now() - began
  }
  return end
}, Effect.scoped)

const isDeclared = ({ declares = [], phase = "login" }: Attack, asked: string): boolean =>
  declares
    .filter(({ phases }) => phases === undefined || phases.includes(phase))
    .some(({ method, path }) => asked.startsWith(`${method} ${path} `) || asked.startsWith(`${method} ${path}?`))

/** What is wrong with how an attack ended; nothing, if all is well. `dialled`: the ports that any proxy connected to. */
export const faultsOf = (
  sites: Sites,
  attack: Attack,
  end: End,
  dialled: ReadonlyArray<number>
): ReadonlyArray<string> => {
  const says = (what: string) => `${attack.title}: ${what}`
  const { bank, canary, partner } = sites
  const strangers = dialled.filter((port) => port !== bank.port && port !== partner.port)
  const undeclared = end.writes.filter((asked) => !isDeclared(attack, asked))
  return [
    ...(JSON.stringify(end.gets) === JSON.stringify(attack.gets ?? [])
      ? []
      : [says(`it got ${JSON.stringify(end.gets).slice(0, 200)}`)]),
    ...leaksIn(end.said).map((secret) => says(`what came out of it holds ${secret}`)),
    ...(canary.connections() === 0 ? [] : [says(`it reached the canary: ${canary.asked.join(", ")}`)]),
    ...(strangers.length === 0 ? [] : [says(`a proxy dialled ${strangers.join(", ")}`)]),
    ...(undeclared.length === 0 ? [] : [says(`the bank was sent ${undeclared.join(", ").slice(0, 200)}`)]),
    ...(end.millis > 2 * limitMillis + 1_000 ? [says(`it took ${end.millis} ms`)] : [])
  ]
}
