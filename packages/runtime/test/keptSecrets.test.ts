import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { readSecrets } from "../src/keptSecrets.ts"

it.effect("a home without secrets is told as such, not as a matter of rights", () =>
  Effect.gen(function* () {
    const home = join(mkdtempSync(join(tmpdir(), "counterfoil-home-")), "new")

    const { message } = yield* Effect.flip(readSecrets(home))

    assert.strictEqual(
      message,
      `${join(home, "secrets.json")} isn't there: start the server once, restore the file from your copy, or set COUNTERFOIL_HOME to where it is`
    )
  })
)
