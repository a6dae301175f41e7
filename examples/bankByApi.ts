/**
 * A bank side of one's own, for a bank with an API (`BANK_API`): no browser, no isolate. A "script" is the JSON text of its
 * manifest. The two parts meet as Chromium and the sandbox do, through the host's verbs: what runs the script never sees the
 * password, what holds the password never sees the script.
 */
import {
  BankBrowser,
  type BankPage,
  type HostAnswer,
  type HostCall,
  PageFault,
  ScriptDoesNotLoad,
  ScriptFault,
  ScriptManifest,
  type ScriptPhase,
  ScriptRunner
} from "@counterfoil/runtime"
import { Duration, Effect, Layer, Redacted, Schema } from "effect"

const api = process.env["BANK_API"] ?? "http://127.0.0.1:9300"

const fault = (message: string) => new PageFault({ code: "PageClosed", message })

/** A session at the bank: what it knows is `Redacted` until it is sent. */
const session = (): BankPage => {
  const secrets = new Map<string, Redacted.Redacted<string>>()
  const known = (name: string) => Redacted.value(secrets.get(name) ?? Redacted.make(""))
  const ask = (path: string) =>
    Effect.tryPromise({
      try: async () => {
        const credentials = Buffer.from(`${known("username")}:${known("password")}`).toString("base64")
        const response = await fetch(`${api}${path}`, { headers: { authorization: `Basic ${credentials}` } })
        return { ok: response.ok, text: await response.text() }
      },
      catch: () => fault("The bank's API can't be reached")
    })
  return {
    call: (call) => {
      // The two verbs that our runner uses; a script for Chromium uses some sixty.
      if (call.verb === "page.title") return Effect.map(ask("/me"), ({ ok }) => (ok ? "home" : "login"))
      if (call.verb === "locator.textContent") return Effect.map(ask("/statement"), ({ text }) => text)
      return Effect.fail(fault(`This bank has no pages (${call.verb})`))
    },
    putSecret: (handle, value) => Effect.sync(() => void secrets.set(handle, value)),
    scrub: (text) =>
      [...secrets.values()].reduce((clean, secret) => clean.replaceAll(Redacted.value(secret), "•••"), text),
    storageState: Effect.succeed(Redacted.make("{}")),
    beginRun: Effect.void,
    enterPhase: () => Effect.void,
    takeRefused: Effect.succeed([]),
    awaitsAnswer: Effect.succeed(false),
    evidence: Effect.fail(fault("There is nothing to be seen")),
    picture: () => Effect.fail(fault("There is nothing to be seen")),
    gone: Effect.never
  }
}

const browser = Layer.succeed(BankBrowser, {
  open: () => Effect.sync(session),
  describe: Effect.succeed({ path: api, version: "1", lacking: [] })
})

const load = (bundle: string) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Schema.fromJsonString(ScriptManifest))(bundle),
    ({ message }) => new ScriptDoesNotLoad({ message })
  )

const decodeText = Schema.decodeUnknownEffect(Schema.String)
const decodeStatement = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))

/** What a script's phases do at a bank with an API. */
const phases = (host: (call: HostCall) => Effect.Effect<HostAnswer>) => {
  const ask = Effect.fnUntraced(function* (verb: string, more: Readonly<Record<string, Schema.Json>> = {}) {
    const answer = yield* host({ verb, args: { page: 0, ...more } })
    if ("ok" in answer) return answer.ok
    return yield* new ScriptFault({ kind: "script_error", message: answer.err.message })
  })
  const isHome = Effect.map(ask("page.title"), (title) => title === "home")
  const refused = new ScriptFault({ kind: "declared", failure: "invalid_credentials", message: "The bank refused" })
  const unreadable = new ScriptFault({ kind: "script_error", message: "The statement can't be read" })
  return (phase: ScriptPhase): Effect.Effect<Schema.Json, ScriptFault> => {
    switch (phase) {
      case "login":
        return Effect.flatMap(isHome, (home) => (home ? Effect.succeed("authenticated") : Effect.fail(refused)))
      case "extract":
        return ask("locator.textContent", { steps: [{ method: "getByTestId", arg: "statement" }] }).pipe(
          Effect.flatMap((text) => Effect.flatMap(decodeText(text), decodeStatement)),
          Effect.catchTag("SchemaError", () => Effect.fail(unreadable))
        )
      case "resume":
      case "keepAlive":
        return isHome
      case "logout":
        return Effect.succeed(null)
    }
  }
}

const runner = Layer.succeed(ScriptRunner, {
  inspect: load,
  start: ({ bundle, host }) =>
    Effect.map(load(bundle), (manifest) => {
      const run = phases(host)
      return {
        manifest,
        invoke: (phase, _args, deadline) =>
          Effect.timeoutOrElse(run(phase), {
            duration: deadline,
            orElse: () =>
              new ScriptFault({ kind: "timeout", message: `No answer in ${Duration.toSeconds(deadline)} s` })
          })
      }
    })
})

export const bankByApi: Layer.Layer<BankBrowser | ScriptRunner> = Layer.merge(browser, runner)
