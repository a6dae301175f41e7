/** Bundles written by hand, without the SDK: what a hostile author could upload. */
import { type HostAnswer, type HostCall, type ScriptManifest, ScriptRunner } from "@counterfoil/core"
import { Duration, Effect } from "effect"

export const manifest: ScriptManifest = {
  bank: "raw",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: ["http://127.0.0.1:1"],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
}

/** A bundle whose phases run `body`, with `send(json)`, `phase` and `args` in reach; what it returns is the result. */
export const rawBundle = (body: string, before = "") => `
${before}
__counterfoilRegister({
  manifest: ${JSON.stringify(JSON.stringify(manifest))},
  run: async (send, phase, args) => {
    const result = await (async () => { ${body} })()
    return JSON.stringify({ done: result ?? null })
  }
})`

/** A host that answers each call with the call. */
export const echo = (call: HostCall): Effect.Effect<HostAnswer> =>
  Effect.succeed({ ok: { verb: call.verb, args: call.args } })

/** Runs the phase `login` of a raw bundle. Only what is about a deadline names one that a busy machine can reach. */
export const login = (
  body: string,
  options: { readonly before?: string; readonly deadline?: Duration.Input; readonly host?: typeof echo } = {}
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const runner = yield* ScriptRunner
      const run = yield* runner.start({ bundle: rawBundle(body, options.before), host: options.host ?? echo })
      return yield* run.invoke("login", {}, Duration.fromInputUnsafe(options.deadline ?? "1 minute"))
    })
  )

/** How the phase `login` of a raw bundle fails. */
export const loginFault = (...args: Parameters<typeof login>) => Effect.flip(login(...args))
