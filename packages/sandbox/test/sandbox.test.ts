import { ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, describe, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { echo, login, loginFault, manifest, rawBundle } from "./rawBundle.ts"

/** How a run fails whose phase ends with this text. */
const endedWith = (text: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const runner = yield* ScriptRunner
      const bundle = `__counterfoilRegister({ manifest: ${JSON.stringify(JSON.stringify(manifest))}, run: async () => ${text} })`
      const run = yield* runner.start({ bundle, host: echo })
      return yield* Effect.flip(run.invoke("login", {}, Duration.minutes(1)))
    })
  )

const loadError = (bundle: string) =>
  Effect.flatMap(ScriptRunner, (runner) => Effect.flip(runner.inspect(bundle))).pipe(
    Effect.map(({ message }) => message)
  )

describe("the sandbox", () => {
  layer(IsolatedScriptRunner.layer({ memoryMiB: 64, loadBudget: "1.5 seconds" }), { excludeTestServices: true })(
    (it) => {
      it.effect("answers a script's calls and hands back its result", () =>
        Effect.gen(function* () {
          const result = yield* login('return JSON.parse(await send(\'{"verb":"page.url","page":0}\'))')

          assert.deepStrictEqual(result, { ok: { verb: "page.url", args: { page: 0 } } })
        })
      )

      it.effect("keeps what a script remembers from one phase to the next of the same run", () =>
        Effect.scoped(
          Effect.gen(function* () {
            const runner = yield* ScriptRunner
            const run = yield* runner.start({
              bundle: rawBundle("return [phase, args, ++seen]", "let seen = 0"),
              host: echo
            })

            const first = yield* run.invoke("login", { now: "2026-01-01" }, Duration.minutes(1))
            const second = yield* run.invoke("extract", {}, Duration.minutes(1))

            assert.deepStrictEqual(
              [first, second],
              [
                ["login", '{"now":"2026-01-01"}', 1],
                ["extract", "{}", 2]
              ]
            )
          })
        )
      )

      it.effect("tells what a phase declared from what merely went wrong", () =>
        Effect.gen(function* () {
          const declared = yield* endedWith(
            "JSON.stringify({ failed: { message: 'Call us', failure: 'account_locked' } })"
          )
          const invented = yield* endedWith("JSON.stringify({ failed: { message: 'no', failure: 'made_up' } })")
          const thrown = yield* loginFault("const inner = () => { throw new TypeError('oops') }; inner()")
          const unreadable = yield* endedWith("'{'")

          assert.deepInclude(declared, { kind: "declared", failure: "account_locked", message: "Call us" })
          assert.deepInclude(invented, { kind: "script_error", message: "unknown failure made_up: no" })
          assert.deepInclude(unreadable, { kind: "script_error", message: "the phase's answer is not readable" })
          assert.deepInclude(thrown, { kind: "script_error", message: "oops" })
          const frames = thrown._tag === "ScriptFault" ? (thrown.frames?.split("\n") ?? []) : []
          assert.match(frames[0] ?? "", /^ +at inner \(bank-script\.js:\d+:\d+\)$/)
          assert.isEmpty(frames.filter((frame) => !frame.includes("bank-script.js")))

          const lost = yield* loginFault(
            `const early = async () => { throw new Error("nobody waits for it") }
          early()
          await send('{"verb":"x"}')`
          )
          assert.strictEqual(lost.message, "nobody waits for it")
          assert.match(
            lost._tag === "ScriptFault" ? (lost.frames ?? "") : "",
            /^ +at early \(bank-script\.js:\d+:\d+\)$/m
          )
        })
      )

      it.effect("starts every run from nothing", () =>
        Effect.gen(function* () {
          const body = "globalThis.seen = (globalThis.seen ?? 0) + 1; return globalThis.seen"

          assert.deepStrictEqual([yield* login(body), yield* login(body)], [1, 1])
        })
      )

      it.effect("reads the manifest of a bundle", () =>
        Effect.gen(function* () {
          const runner = yield* ScriptRunner

          assert.deepStrictEqual(yield* runner.inspect(rawBundle("")), manifest)
        })
      )

      it.effect("names the line of a syntax error", () =>
        Effect.gen(function* () {
          assert.match(yield* loadError("const a = 1\nconst b = = 2"), /Unexpected token '=' \[bank-script\.js:2:\d+\]/)
        })
      )

      it.effect("says which field of the manifest is wrong", () =>
        Effect.gen(function* () {
          const bundle = rawBundle("").replace('\\"dmy\\"', '\\"ydm\\"')
          const message = yield* loadError(bundle)

          assert.strictEqual(message, 'the manifest is wrong: Expected "dmy" | "mdy" | "ymd" at ["dates"]')
        })
      )

      it.effect("says which majors of the SDK this server takes, whatever else another one has changed", () =>
        Effect.gen(function* () {
          const bundle = rawBundle("").replace('\\"sdk\\":1', '\\"sdk\\":2').replace('\\"dmy\\"', "7")
          const message = yield* loadError(bundle)

          assert.strictEqual(
            message,
            "the script was made with SDK 2, and this server takes SDK 1: it needs a newer server"
          )
        })
      )

      it.effect("says which phase is missing", () =>
        Effect.gen(function* () {
          const bundle = rawBundle("").replace(',\\"extract\\"', "")
          assert.strictEqual(yield* loadError(bundle), "the script has no extract()")
        })
      )

      it.effect("refuses a bundle that is no bank script, one that throws and one that never finishes loading", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* loadError("1 + 1"), "the bundle does not call defineBankScript")
          assert.match(yield* loadError("throw new Error('boom at load')"), /boom at load/)
          assert.strictEqual(
            yield* loadError("while (true) {}"),
            "the bundle did not finish loading within 1s 500ms of processor time"
          )
        })
      )
    }
  )
})
