import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { root } from "./pinnedNode.mjs"

// npm run example           lists the examples
// npm run example -- 04     runs one, with the settings of examples/README.md

const folder = join(root, "examples")
const examples = readdirSync(folder).filter((name) => /^\d\d-.+\.ts$/.test(name))

/** The first sentence of what the file says of itself. */
const about = (name) => /\/\*\*\s*(?:\* )?(.+?)(?:\.\s|\n|\*\/)/s.exec(readFileSync(join(folder, name), "utf8"))?.[1]

const [wanted, ...more] = process.argv.slice(2)
const found = wanted === undefined ? undefined : examples.find((name) => name.startsWith(wanted))

if (found === undefined) {
  if (wanted !== undefined) console.error(`There is no example ${wanted}`)
  for (const name of examples) console.log(`npm run example -- ${name.slice(0, 2)}   ${about(name)}`)
  process.exitCode = wanted === undefined ? 0 : 1
} else {
  process.argv.splice(1, Infinity, join(folder, found), ...more)
  try {
    await import(pathToFileURL(join(folder, found)).href)
  } catch (error) {
    // A refusal of the API says in one sentence what was wrong; its stack is only ours.
    const sentence = error instanceof Error ? error.message : String(error)
    const advice = sentence.startsWith("Transport error")
      ? ": is Counterfoil running there? COUNTERFOIL_URL says where"
      : ""
    console.error(`${sentence}${advice}`)
    process.exitCode = 1
  }
}
