import { globSync, readFileSync } from "node:fs"
import { sep } from "node:path"
import { circlesIn, violationsIn } from "./arrows.mjs"
import { root } from "./pinnedNode.mjs"

const files = globSync(["packages/**/*.ts", "apps/**/*.{ts,tsx}", "bank-scripts/**/*.ts"], {
  cwd: root,
  exclude: (name) => name.split(sep).includes("node_modules") || name.split(sep).includes("dist")
})
  .map((file) => file.split(sep).join("/"))
  .sort()

const sources = files.map((file) => [file, readFileSync(`${root}/${file}`, "utf8")])
const violations = [...sources.flatMap(([file, source]) => violationsIn(file, source)), ...circlesIn(sources)]

for (const violation of violations) console.log(violation)
console.log(`${files.length} files, ${violations.length} forbidden imports or circles of folders`)
if (files.length < 20) console.log("that is too few files: the check does not see the project")
process.exitCode = violations.length > 0 || files.length < 20 ? 1 : 0
