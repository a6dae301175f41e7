import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { running, temporaryHome } from "./support/Command.ts"

it.live("the demo tells its whole story", () =>
  Effect.gen(function* () {
    const home = yield* temporaryHome
    // Beside all other tests its browser would come last, as it is meant to beside a server.
    const env = { COUNTERFOIL_DEMO_HOME: home, SESSION_NICENESS: "0" }
    const demo = yield* running(["demo", "--exit"], { env })
    const { code, stderr, stdout } = yield* Effect.promise(() => demo.ended)
    assert.match(stdout.trimEnd().split("\n").at(-1) ?? "", /^demo: done, \d+ steps, 0 failed$/, stdout)
    assert.strictEqual(code, 0)
    const firstScreen = stdout.split("\n").slice(0, 8).join("\n")
    for (const place of [
      /orders and webhooks +http:\S+\/$/m,
      /SMS inbox +http:\S+\/sms$/m,
      /dashboard +http:\S+\/app\/$/m
    ]) {
      assert.match(firstScreen, place)
    }
    // All that it may have to say is that the machine has no Chromium of its own.
    assert.match(stderr, /^(counterfoil: No Chromium on this machine: .+\n)?$/)
  })
)
