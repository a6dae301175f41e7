import { type HostAnswer, type HostCall, ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Duration, Effect, Schema } from "effect"
import { login, loginFault, rawBundle } from "./rawBundle.ts"

const short = "300 millis"

const faultKind = (...args: Parameters<typeof login>) =>
  Effect.map(loginFault(...args), (error) => (error._tag === "ScriptFault" ? error.kind : error.message))

describe("a hostile script", () => {
  // Filling a heap or a long text costs processor time, more of it on a busy machine: here all is short but that.
  layer(IsolatedScriptRunner.layer({ memoryMiB: 64, cpuBudget: "1 minute", callsPerPhase: 2000 }), {
    excludeTestServices: true
  })("with time to spare", (it) => {
    it.effect("that fills the heap runs out of memory", () =>
      Effect.gen(function* () {
        const arrays = "const kept = []; while (true) kept.push(new Array(10000).fill(Math.random()))"
        const map = "const kept = new Map(); for (let i = 0; ; i += 1) kept.set(i, i)"

        assert.strictEqual(yield* faultKind(arrays, { deadline: "1 minute" }), "out_of_memory")
        assert.strictEqual(yield* faultKind(map, { deadline: "1 minute" }), "out_of_memory")
      })
    )

    it.effect("that makes V8 abort takes only its own process down", () =>
      Effect.gen(function* () {
        const kind = yield* faultKind("'a'.padStart(536870880).split('')")

        // Where the process's data is limited the text alone is too much; elsewhere V8 gives up on its length.
        assert.include(["out_of_memory", "crashed"], kind)
        assert.strictEqual(yield* login("return 1"), 1)
      })
    )

    it.effect("finds no process, module loader, network, timer, WebAssembly or shared memory", () =>
      Effect.gen(function* () {
        const names = [
          "process",
          "require",
          "module",
          "fetch",
          "setTimeout",
          "queueMicrotask",
          "Buffer",
          "WebAssembly",
          "SharedArrayBuffer",
          "Atomics",
          "__counterfoilRegister"
        ]
        const found = yield* login(`
          const constructed = (0, eval)("this").constructor.constructor("return this")()
          return ${JSON.stringify(names)}.filter((name) => name in globalThis || name in constructed)
        `)
        const importing = yield* login("return import('node:fs').then(() => 'imported', () => 'refused')")

        assert.deepStrictEqual([found, importing], [[], "refused"])
      })
    )

    it.effect("sees nothing of the host through the functions that it is given", () =>
      Effect.gen(function* () {
        const found = yield* login(`
          const reached = []
          for (let at = send; at !== null; at = Object.getPrototypeOf(at)) reached.push(...Object.getOwnPropertyNames(at))
          const promise = send('{"verb":"x"}')
          return {
            own: promise instanceof Promise,
            same: send.constructor === (async () => {}).constructor || send.constructor === Function,
            process: send.constructor("return typeof process")(),
            strange: reached.filter((name) => /ref|apply(Sync|Ignored)|copy|deref|isolate/i.test(name))
          }
        `)

        assert.deepStrictEqual(found, { own: true, same: true, process: "undefined", strange: [] })
      })
    )

    it.effect("gains nothing by replacing built-ins and polluting prototypes", () =>
      Effect.gen(function* () {
        const before = `
          const seen = []
          const spy = (name) => function (...values) { seen.push([name, ...values.map((value) => typeof value)]) }
          JSON.parse = spy("parse"); JSON.stringify = ((real) => (value) => real(value))(JSON.stringify)
          Reflect.apply = spy("apply"); Function.prototype.apply = spy("fapply"); Function.prototype.call = spy("fcall")
          String.prototype.slice = spy("slice"); Array.prototype.push = ((real) => real)(Array.prototype.push)
          Object.prototype.copy = true; Object.prototype.reference = true; Object.prototype.ok = "polluted"
          const then = Promise.prototype.then
          Promise.prototype.then = function (...values) { seen.push(["then", values.every((value) => value instanceof Function)]); return Reflect_apply(then, this, values) }
        `
        const answer = yield* login(
          'const text = await send(\'{"verb":"page.url"}\'); return [typeof text, text, seen]',
          { before: `const Reflect_apply = Reflect.apply\n${before}` }
        )

        // A promise that is resolved with a promise calls its `then`, with functions of the script's own realm.
        assert.deepStrictEqual(answer, ["string", '{"ok":{"verb":"page.url","args":{}}}', [["then", true]]])
        assert.isUndefined(Object.getOwnPropertyDescriptor(Object.prototype, "ok"))
      })
    )

    it.effect("is refused arguments of more than 256 KiB, and text that is no call", () =>
      Effect.gen(function* () {
        const codes = yield* login(`
          const code = async (json) => JSON.parse(await send(json)).err?.code ?? "ok"
          return [
            await code(JSON.stringify({ verb: "x", text: "a".repeat(300_000) })),
            await code({ toString: () => "{}" }),
            await code("[1]"), await code("{"), await code('{"verb":5}'),
            await code('{"verb":"x","a":' + "[".repeat(5000) + "]".repeat(5000) + "}"),
            await code('{"verb":"x","text":"' + "a".repeat(200_000) + '"}')
          ]
        `)

        assert.deepStrictEqual(codes, [
          "TooLarge",
          "TooLarge",
          "InvalidCall",
          "InvalidCall",
          "InvalidCall",
          "InvalidCall",
          "ok"
        ])
      })
    )

    it.effect("may have 16 of its 1,000 parallel calls in flight", () =>
      Effect.gen(function* () {
        let most = 0
        let now = 0
        const enough = yield* Deferred.make<void>()
        const host = (): Effect.Effect<HostAnswer> =>
          Effect.gen(function* () {
            now += 1
            most = Math.max(most, now)
            if (now === 16) yield* Deferred.succeed(enough, undefined)
            yield* Deferred.await(enough)
            now -= 1
            return { ok: null }
          })

        const [ok, refused] = yield* login(
          `const all = await Promise.all(Array.from({ length: 1000 }, () => send('{"verb":"x"}')))
          const refused = all.filter((text) => text.includes("TooManyCalls")).length
          return [all.length - refused, refused]`,
          { host }
        ).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Schema.Tuple([Schema.Int, Schema.Int]))))

        assert.strictEqual(most, 16)
        assert.strictEqual(ok + refused, 1000)
        assert.isAtLeast(refused, 500)
      })
    )

    it.effect("is ended when it asks for more than 2,000 things in a phase", () =>
      Effect.gen(function* () {
        const fault = yield* loginFault('while (true) await send(\'{"verb":"sleep","ms":0}\')', {
          deadline: "1 minute"
        })

        assert.strictEqual(fault.message, "more than 2000 calls in one phase")
      })
    )

    it.effect("has its log lines dropped beyond 500 in a phase, and its console beyond 200", () =>
      Effect.gen(function* () {
        let lines = 0
        const host = (call: HostCall): Effect.Effect<HostAnswer> => {
          if (call.verb === "log") lines += 1
          return Effect.succeed({ ok: null })
        }

        yield* login('for (let i = 0; i < 600; i += 1) await send(\'{"verb":"log","message":"x"}\')', { host })
        assert.strictEqual(lines, 500)

        yield* login(
          "for (let i = 0; i < 600; i += 1) { console.log('x', { i }); if (i % 10 === 0) await send('{\"verb\":\"x\"}') }",
          { host }
        )
        assert.isAtMost(lines, 700)
      })
    )

    it.effect("can't hand back more than 4 MiB, or more values than a statement has", () =>
      Effect.gen(function* () {
        const fault = yield* loginFault("return 'x'.repeat(5 * 1024 * 1024)")

        const rows = yield* loginFault("return Array(200000).fill(1)")

        assert.match(fault.message, /the result of login has more than 4194304 characters/)
        assert.strictEqual(
          rows.message,
          "the result has more than 150,000 values (some 20,000 movements), 1,000 different names or 34 levels"
        )
      })
    )

    it.effect("gets no answer to what it still asks when its phase is over", () =>
      Effect.scoped(
        Effect.gen(function* () {
          const host = (call: HostCall): Effect.Effect<HostAnswer> =>
            call.verb === "never" ? Effect.never : Effect.succeed({ ok: null })
          const runner = yield* ScriptRunner
          const bundle = rawBundle(
            `if (phase === "extract") return JSON.parse(await late).err.code
          late = send('{"verb":"never"}')
          await send('{"verb":"started"}')`,
            "let late"
          )
          const run = yield* runner.start({ bundle, host })
          yield* run.invoke("login", {}, Duration.minutes(1))

          const code = yield* run.invoke("extract", {}, Duration.minutes(1))

          assert.strictEqual(code, "PhaseOver")
        })
      )
    )
  })

  layer(IsolatedScriptRunner.layer({ memoryMiB: 64, cpuBudget: "600 millis" }), { excludeTestServices: true })(
    "with little time",
    (it) => {
      it.effect("that loops is killed at the deadline, also after it has waited for the host", () =>
        Effect.gen(function* () {
          assert.strictEqual(yield* faultKind("while (true) {}", { deadline: short }), "timeout")
          assert.strictEqual(
            yield* faultKind('await send(\'{"verb":"x"}\'); while (true) {}', { deadline: short }),
            "timeout"
          )
        })
      )

      it.effect("that burns processor time is ended by its budget before a long deadline", () =>
        Effect.gen(function* () {
          const fault = yield* loginFault("while (true) {}", { deadline: "1 minute" })

          assert.strictEqual(fault.message, "the script used more than 600ms of processor time")
        })
      )

      it.effect("that never settles is killed at the deadline", () =>
        Effect.gen(function* () {
          const fault = yield* loginFault("await new Promise(() => {})", { deadline: short })

          assert.strictEqual(fault.message, "login did not end within 300ms")
        })
      )

      it.effect("that throws an error with a looping message is killed at the deadline", () =>
        Effect.gen(function* () {
          const hostile = "class E extends Error { get message() { while (true) {} } }; throw new E()"

          assert.strictEqual(yield* faultKind(hostile, { deadline: short }), "timeout")
        })
      )
    }
  )
})
