import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { printWanted } from "../../src/script/askPerson.ts"
import { run } from "../support/Command.ts"

describe("what the bank wants of its customer", () => {
  it("is said as it is: a question has no length, a code has one", () => {
    assert.strictEqual(printWanted({ what: "answer", purpose: "Your first pet?" }), "the bank asks: Your first pet?")
    assert.strictEqual(
      printWanted({ what: "answer", purpose: "Your first pet?", choices: ["Toby", "Rex"] }),
      "the bank asks: Your first pet? (one of: Toby, Rex)"
    )
    assert.strictEqual(printWanted({ what: "code", length: 6, purpose: "Log in" }), "code (6 characters, Log in)")
    assert.strictEqual(printWanted({ what: "picture", purpose: "" }), "what the bank's picture says")
  })
})

const brokenFolder = Effect.acquireRelease(
  Effect.promise(async () => {
    const folder = await mkdtemp(join(tmpdir(), "counterfoil-broken-"))
    await writeFile(join(folder, "bank.ts"), "export default nonsense(")
    return folder
  }),
  (folder) => Effect.promise(() => rm(folder, { recursive: true }))
)

describe("counterfoil script dev --once", () => {
  for (const [args, input] of [
    [["--live", "http://127.0.0.1:9"], "ana\nsecret-1\n"],
    [["--live", "http://127.0.0.1:9"], ""],
    [[], ""]
  ] as const) {
    it.live(`fails with exit code 1 and one line of JSON ${args.join(" ")} ${JSON.stringify(input)}`, () =>
      Effect.scoped(
        Effect.gen(function* () {
          const folder = yield* brokenFolder
          const command = ["script", "dev", "--once", "--json", "--folder", folder, ...args]

          const { code, stdout } = yield* Effect.promise(() => run(command, { input }).ended)

          assert.strictEqual(code, 1)
          const said: unknown = JSON.parse(stdout)
          assert.deepInclude(said, { outcome: "not_run" })
          assert.strictEqual(stdout.trim().split("\n").length, 1)
        })
      )
    )
  }
})
