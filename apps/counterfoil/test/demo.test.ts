import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { running, temporaryHome } from "./support/Command.ts"

it.live(
  "the demo tells its whole story",
  () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const demo = yield* running(["demo", "--exit"], { env: { COUNTERFOIL_DEMO_HOME: home } })
      const { code, stdout } = yield* Effect.promise(() => demo.ended)
      assert.match(stdout.trimEnd().split("\n").at(-1) ?? "", /^demo: done, \d+ steps, 0 failed$/, stdout)
      assert.strictEqual(code, 0)
    }),
  150_000
)
