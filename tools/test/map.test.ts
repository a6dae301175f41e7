import { assert, it } from "vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../pinnedNode.mjs"

const map = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")
const core = join(root, "packages/core/src")
const files = globSync("{packages,sql,tools}/**", { cwd: root, exclude: ["**/node_modules/**"] })

it("every file that the map names is there", () => {
  const named = [...map.matchAll(/`([\w@./-]+\.(?:ts|mjs|sql))`/g)].map(([, file = ""]) => file)
  assert.isAbove(named.length, 60)
  assert.deepEqual(
    named.filter((file) => !files.some((each) => each === file || each.endsWith(`/${file}`))),
    []
  )
})

it("the map of core has every folder, and its arrows are imports", () => {
  const drawn = map.split("```mermaid").find((part) => part.includes("flowchart TB")) ?? ""
  const folders = globSync("*/", { cwd: core })
  assert.deepEqual([...drawn.matchAll(/<b>(\w+)<\/b>/g)].map(([, folder]) => folder).sort(), folders.sort())

  const arrows = [...drawn.matchAll(/^ {2}(\w+)\S* ?.*--> (\w+)/gm)]
  assert.isAbove(arrows.length, 20)
  const imagined = arrows.filter(
    ([, from = "", to = ""]) =>
      !globSync(`${from}/*.ts`, { cwd: core }).some((file) =>
        readFileSync(join(core, file), "utf8").includes(`from "../${to}/`)
      )
  )
  assert.deepEqual(
    imagined.map(([arrow]) => arrow),
    []
  )
})
