/** What comes after a command in a script has to hear that it was stopped before it was done. */
import { listening } from "@counterfoil/testing/listening"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { running, temporaryHome } from "./support/Command.ts"

describe.concurrent("a command that is stopped in the middle ends with 130, and says so", () => {
  it.live.each([
    ["backup", "SIGTERM"],
    ["export ana@shop.example", "SIGINT"]
  ] as const)("%s", ([line, signal]) =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const silent = createServer()
      const port = yield* listening(silent)
      const isAtWork = once(silent, "connection")

      const command = yield* running([...line.split(" "), join(home, "made")], {
        env: {
          COUNTERFOIL_HOME: home,
          DATABASE_URL: `postgres://me@127.0.0.1:${port}/books?connect_timeout=0`,
          JWT_SIGNING_KEY: "j".repeat(32),
          KEY_ENCRYPTION_KEY: "k".repeat(32),
          API_KEY_PEPPER: "p".repeat(32)
        }
      })
      yield* Effect.promise(() => isAtWork)
      const { code, stderr } = yield* Effect.promise(() => command.stop(signal))

      assert.strictEqual(code, 130)
      assert.match(stderr, /^counterfoil: stopped before it was done$/m)
    })
  )
})
