/** Hostile scripts against the browser: no secret comes back, no request leaves the bank, other sessions go on. */
import {
  BankBrowser,
  CodeNotObtained,
  makeScriptHost,
  type OtpDesk,
  ScriptRunner,
  type ScriptHostOptions,
  noPermit
} from "@counterfoil/core"
import { ChromiumBrowser } from "@counterfoil/browser"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Layer, Logger, Option, Redacted, type Schema } from "effect"
import { connect } from "node:net"
import { type Attack, bundleOf, type Family } from "./Attack.ts"
import { exfiltration } from "./families/exfiltration.ts"
import { handles } from "./families/handles.ts"
import { navigation, otherSchemes } from "./families/navigation.ts"
import { readback } from "./families/readback.ts"
import { pagesGoneWild, smuggling } from "./families/smuggling.ts"
import { stalls } from "./families/stalls.ts"
import { startSites } from "./sites.ts"

const thorough = process.env["VERIFY"] !== undefined

const secrets = { username: "vic user-83", password: "Tr0ub4dor&3 zoë" }
const victimPassword = "victims-own-77"

/** How a text could show a secret; looked for by other means than those that take it out. */
const spellings = (secret: string): ReadonlyArray<string> => {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString("base64")
  return [
    secret,
    secret.toUpperCase(),
    secret.toLowerCase(),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    new URLSearchParams({ x: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    secret.replaceAll("&", "&amp;"),
    bytes.toString("hex"),
    base64.slice(0, -4),
    base64.replaceAll("+", "-").replaceAll("/", "_").slice(0, -4)
  ]
}
const leaksIn = (text: string): ReadonlyArray<string> =>
  [secrets.username, secrets.password, victimPassword].filter((secret) =>
    spellings(secret).some((each) => text.includes(each))
  )

const cancelled = Effect.fail(new CodeNotObtained({ kind: "otp_cancelled" }))
const nobody: OtpDesk = {
  timeout: Duration.minutes(5),
  request: () => cancelled,
  rejected: cancelled,
  accepted: Effect.void,
  close: Effect.void,
  submit: () => Effect.void,
  cancel: Effect.void,
  pending: Effect.succeed(null)
}

/** Every connection that any session's proxy opens. */
const dialled: Array<number> = []
const layers = Layer.mergeAll(
  IsolatedScriptRunner.layer({ memoryMiB: 64 }),
  ChromiumBrowser.layer({
    executablePath: process.env["CHROMIUM_PATH"],
    egressAllow: ["127.0.0.0/8"],
    dial: (address, port) => {
      dialled.push(port)
      return connect({ host: address, port })
    }
  })
)

interface World {
  readonly sites: Effect.Success<typeof startSites>
}

const openPage = Effect.fnUntraced(function* ({ sites: { bank, partner } }: World, password: string) {
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

const limitMillis = 25_000

/** Runs an attack in a session of its own; what comes out is its result and all that it logged. */
const attempt = Effect.fnUntraced(function* (world: World, attack: Attack) {
  const { bank, canary, partner } = world.sites
  const logged: Array<string> = []
  const recorder = Logger.make(({ message }) => void logged.push(JSON.stringify(message)))
  const page = yield* openPage(world, secrets.password)
  const runner = yield* ScriptRunner
  const verdict: ScriptHostOptions["verdict"] = Deferred.makeUnsafe()
  const host = yield* makeScriptHost({
    page,
    desk: nobody,
    sessionId: "session",
    loginMode: "assisted",
    typing: { passwordInText: false },
    verdict,
    confirm: Effect.void,
    withoutPermit: noPermit,
    onCodeAsked: Effect.void,
    onCodeGiven: Effect.void
  })
  const places = `const BANK = ${JSON.stringify(bank.origin)}, CANARY = ${JSON.stringify(canary.origin)}, PARTNER = ${JSON.stringify(partner.origin)};`
  const bundle = bundleOf({ ...attack, body: `${places} ${attack.body}` }, manifestOf(bank.origin))
  const told: Array<string> = []
  const run = yield* runner.start({
    bundle,
    host: (call) =>
      host.call(call).pipe(
        Effect.tap((answer) => Effect.sync(() => void told.push(JSON.stringify(answer)))),
        Effect.provide(Logger.layer([recorder]))
      )
  })
  yield* host.begin("login")
  const began = performance.now()
  const gets: Schema.Json = yield* run
    .invoke("login", {}, Duration.millis(limitMillis))
    .pipe(Effect.catchTag("ScriptFault", ({ kind, message }) => Effect.succeed(`${kind}: ${message}`)))
  const millis = performance.now() - began
  return { gets, said: [JSON.stringify(gets), ...logged, ...told].join("\n"), millis }
}, Effect.scoped)

const manifestOf = (origin: string) => ({
  bank: "hostile",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [origin],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
})

const faultsOf = (
  world: World,
  attack: Attack,
  end: Effect.Success<ReturnType<typeof attempt>>
): ReadonlyArray<string> => {
  const says = (what: string) => `${attack.title}: ${what}`
  const { canary, bank, partner } = world.sites
  const strangers = dialled.filter((port) => port !== bank.port && port !== partner.port)
  return [
    ...(JSON.stringify(end.gets) === JSON.stringify(attack.gets ?? [])
      ? []
      : [says(`it got ${JSON.stringify(end.gets).slice(0, 200)}`)]),
    ...leaksIn(end.said).map((secret) => says(`what came out of it holds ${secret}`)),
    ...(canary.connections() === 0 ? [] : [says(`it reached the canary: ${canary.asked.join(", ")}`)]),
    ...(strangers.length === 0 ? [] : [says(`a proxy dialled ${strangers.join(", ")}`)]),
    ...(end.millis > limitMillis + 1_000 ? [says(`it took ${end.millis} ms`)] : [])
  ]
}

/** A few of each family in a hurry; all of them by `npm run verify`. */
const chosen = ({ attacks }: Family): ReadonlyArray<Attack> =>
  thorough ? attacks : attacks.filter((_, nth) => nth % 9 === 3)

const families = [navigation, otherSchemes, exfiltration, readback, handles, smuggling, pagesGoneWild, stalls]

layer(layers, { excludeTestServices: true })("a hostile script with a page", (it) => {
  for (const family of families) {
    it.effect(
      `of the family "${family.name}" learns no secret, reaches nothing but the bank and disturbs no other session`,
      () =>
        Effect.gen(function* () {
          const world = { sites: yield* startSites }
          dialled.length = 0
          const victim = yield* openPage(world, victimPassword)
          yield* victim.call({ verb: "page.goto", page: 0, url: world.sites.bank.origin })
          const faults = yield* Effect.forEach(chosen(family), (attack) =>
            Effect.map(attempt(world, attack), (end) => faultsOf(world, attack, end))
          )
          const title = yield* victim.call({ verb: "page.title", page: 0 })

          assert.deepStrictEqual(faults.flat(), [])
          assert.strictEqual(title, "Bank")
          assert.isFalse(world.sites.partner.asked.some((asked) => leaksIn(asked).length > 0))
        }).pipe(Effect.scoped),
      thorough ? 900_000 : 60_000
    )
  }
})
