/** What a manifest says is used by the host long after the script has ended: what can't be used is refused when it is loaded. */
import { ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { manifest } from "../rawBundle.ts"

const refusalOf = (changes: object) =>
  Effect.flatMap(ScriptRunner, (runner) =>
    Effect.flip(
      runner.inspect(
        `__counterfoilRegister({ manifest: ${JSON.stringify(JSON.stringify({ ...manifest, ...changes }))}, run: async () => '{}' })`
      )
    )
  ).pipe(Effect.map(({ message }) => message))

layer(IsolatedScriptRunner.layer({ memoryMiB: 64 }), { excludeTestServices: true })("a manifest", (it) => {
  it.effect("with a zone that nobody knows is refused", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        yield* refusalOf({ zone: "Nowhere/Never" }),
        "the manifest is wrong: The zone Nowhere/Never is not an IANA time zone."
      )
    })
  )

  it.effect("with a pattern that can't be matched in linear time is refused, with what is wrong with it", () =>
    Effect.gen(function* () {
      const volatile = (regex: string) => refusalOf({ volatileText: [{ regex, flags: "" }] })
      assert.strictEqual(
        yield* volatile("op(?= \\d)"),
        "the manifest is wrong: The volatile text /op(?= \\d)/ looks around."
      )
      assert.include(yield* volatile("(\\d)\\1"), "refers back to a group")
      assert.include(yield* volatile("(?:a?b?c?){500}"), "is too large")
    })
  )
})
