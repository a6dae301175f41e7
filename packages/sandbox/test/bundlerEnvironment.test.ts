import { assert, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"

/** Waits for the readers, and prints what the processes of this one were started with. */
const program = `
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { readers } from ${JSON.stringify(new URL("../src/statements/readers.ts", import.meta.url).href)}
const text = await Effect.runPromise(readers)
const children = readFileSync(\`/proc/self/task/\${process.pid}/children\`, "utf8").trim().split(" ")
const environments = children.map((pid) => readFileSync(\`/proc/\${pid}/environ\`, "utf8"))
console.log(JSON.stringify({ bytes: text.length, environments, own: process.env.KEY_ENCRYPTION_KEY }))
process.exit()
`

it.skipIf(process.platform !== "linux")("the bundler of the readers is started with nothing of the environment", () => {
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: import.meta.dirname,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], KEY_ENCRYPTION_KEY: "hunter2" }
  })
  const { bytes, environments, own } = JSON.parse(said.trim().split("\n").at(-1) ?? "")
  assert.isAbove(bytes, 10_000)
  assert.deepStrictEqual(environments, [""])
  assert.strictEqual(own, "hunter2")
})
