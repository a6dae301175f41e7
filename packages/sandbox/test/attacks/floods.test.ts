/** What a script says is counted by what it is, not by how it is written; and what takes the host long to read is not read. */
import { type HostAnswer, type HostCall, ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, layer } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { expect } from "vitest"
import { echo, login, loginFault, rawBundle } from "../rawBundle.ts"

const counting = () => {
  const heard: Array<HostCall> = []
  const host = (call: HostCall): Effect.Effect<HostAnswer> =>
    Effect.sync(() => {
      heard.push(call)
      return { ok: { verb: call.verb, args: call.args } }
    })
  return { heard, host }
}

const flood = (line: string, times: number) =>
  `for (let i = 0; i < ${times}; i += 1) await send(${line}); return "over"`

layer(IsolatedScriptRunner.layer({ memoryMiB: 64 }), { excludeTestServices: true })("a flood", (it) => {
  it.effect("of log lines ends at five hundred, however they are written", () =>
    Effect.gen(function* () {
      const { heard, host } = counting()
      const line = `'{"level":"info","verb":"log","message":"x"}'`

      assert.strictEqual(yield* login(flood(line, 1_500), { host }), "over")
      assert.strictEqual(heard.length, 500)
    })
  )

  it.effect("of long log lines ends at a quarter of a megabyte", () =>
    Effect.gen(function* () {
      const { heard, host } = counting()
      const line = `'{"level":"info","verb":"log","message":"' + 'x'.repeat(1900) + '"}'`

      assert.strictEqual(yield* login(flood(line, 400), { host }), "over")
      assert.isBelow(JSON.stringify(heard).length, 256 * 1024)
    })
  )

  it.effect.each([
    ["values", `'{"verb":"x","a":[' + '[],'.repeat(80000) + '[]]}'`],
    ["different names", `'{"verb":"x",' + Array.from({ length: 20000 }, (_, i) => '"k' + i + '":1').join() + '}'`],
    ["levels", `'{"verb":"x","a":' + '['.repeat(100000) + ']'.repeat(100000) + '}'`]
  ] as const)("of %s in a call isn't passed on", ([, call]) =>
    Effect.gen(function* () {
      const { heard, host } = counting()

      const answer = yield* login(`return JSON.parse(await send(${call}))`, { host })

      assert.deepInclude(JSON.stringify(answer), "InvalidCall")
      assert.deepStrictEqual(heard, [])
    })
  )

  it.effect.each([
    ["values", "return Array.from({ length: 1_000_000 }, () => [])"],
    ["different names", "return Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => ['k' + i, 1]))"],
    ["levels", "let deep = 1; for (let i = 0; i < 1_000; i += 1) deep = [deep]; return deep"]
  ] as const)("of %s in a result is a fault of the script's", ([, body]) =>
    Effect.gen(function* () {
      const fault = yield* loginFault(body)

      assert.strictEqual(fault._tag === "ScriptFault" ? fault.kind : fault._tag, "script_error")
    })
  )
})

const children = () =>
  readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8")
    .split(" ")
    .filter((pid) => pid.trim() !== "")

layer(IsolatedScriptRunner.layer({ memoryMiB: 64, callsPerPhase: 500 }), { excludeTestServices: true })(
  "a script",
  (it) => {
    it.effect("that goes on asking after its phase has ended is ended as it would be within one", () =>
      Effect.gen(function* () {
        const runner = yield* ScriptRunner
        const asks = `if (phase === "login") void (async () => { for (;;) await send('{"verb":"x"}') })()`
        const run = yield* runner.start({ bundle: rawBundle(asks), host: echo })
        const runners = children()

        yield* run.invoke("login", {}, Duration.minutes(1))

        const isThere = (pid: string) => existsSync(`/proc/${pid}`)
        yield* Effect.promise(async () => {
          await expect.poll(() => runners.every(isThere), { timeout: 30_000 }).toBe(false)
        })
        const fault = yield* Effect.flip(run.invoke("extract", {}, Duration.minutes(1)))
        assert.strictEqual(fault.message, "more than 500 calls in one phase")
      }).pipe(Effect.scoped)
    )
  }
)
