import { readdirSync, readFileSync } from "node:fs"

// npm run example           lists the examples
// npm run example -- 04     runs one, with the settings of examples/README.md

const examples = readdirSync(import.meta.dirname).filter((name) => /^\d\d-.+\.ts$/.test(name))

/** The first sentence of what the file says of itself. */
const about = (name: string) => {
  const text = readFileSync(new URL(name, import.meta.url), "utf8")
  return /\/\*\*\s*(?:\* )?(.+?)(?:\.\s|\n|\*\/)/s.exec(text)?.[1]
}

const [wanted, ...more] = process.argv.slice(2)
const found = examples.find((name) => wanted !== undefined && name.startsWith(wanted))

if (found === undefined) {
  if (wanted !== undefined) console.error(`There is no example ${wanted}`)
  for (const name of examples) console.log(`npm run example -- ${name.slice(0, 2)}   ${about(name)}`)
  process.exit(wanted === undefined ? 0 : 1)
}
process.argv.splice(1, Infinity, `${import.meta.dirname}/${found}`, ...more)
try {
  await import(`./${found}`)
} catch (error) {
  // A refusal of the API says in one sentence what was wrong; its stack is only ours.
  const sentence = error instanceof Error ? error.message : String(error)
  const isAway = sentence.startsWith("Transport error")
  console.error(`${sentence}${isAway ? ": is Counterfoil running there? COUNTERFOIL_URL says where" : ""}`)
  process.exitCode = 1
}
