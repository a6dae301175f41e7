/** The demo that somebody tries beside a server keeps passwords and pages of its customers in the server's home. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { neighboursForTrying } from "../src/demo/neighboursForTrying.ts"

const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "counterfoil-tried-"))),
  (home) => Effect.sync(() => rmSync(home, { recursive: true, force: true }))
)

it.live("its folder and all in it are their owner's alone, a folder that was made before too", () =>
  Effect.gen(function* () {
    const home = yield* temporaryHome
    const folder = join(home, "demo")
    mkdirSync(folder, { mode: 0o755 })
    const { neighbours } = yield* neighboursForTrying(home)
    yield* neighbours.prepare("01a20000-0000-7000-8000-000000000001")

    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
    assert.strictEqual(modeOf(folder), "700")
    assert.deepStrictEqual(
      readdirSync(folder)
        .toSorted()
        .map((name) => `${name} ${modeOf(join(folder, name))}`),
      ["customers.json 600", "demo-bank.log 600", "demo-shop.log 600"]
    )
  })
)
