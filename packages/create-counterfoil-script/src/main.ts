import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { isInstalled, makeProject, refusalOf } from "./index.ts"

const usage = `npm create counterfoil-script my-bank

Makes ./my-bank: a script that reads Counterfoil's demo bank, with recordings that its test plays, types, lint and CI.
The name is the bank's code: small letters, digits and dashes. With --force into a folder that isn't empty
(npm create counterfoil-script my-bank -- --force).`

const say = (sentence: string): void => {
  process.stderr.write(`${sentence}\n`)
}

const refuse = (sentence: string): void => {
  say(sentence)
  process.exitCode = 1
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
const fits = major === 22 && minor >= 19

const read = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { force: { type: "boolean", default: false }, help: { type: "boolean", short: "h", default: false } }
    })
  } catch (cause) {
    say(cause instanceof Error ? cause.message : String(cause))
    return { positionals: [], values: { force: false, help: false } }
  }
}

const create = async (bank: string, force: boolean): Promise<void> => {
  const folder = resolve(bank)
  const refusal = await refusalOf(bank, folder, force)
  if (refusal !== undefined) return refuse(refusal)
  const files = await makeProject(folder, bank)
  console.log(`✔ ${files.length} files in ./${bank}`)
  if (!fits) say(`this is Node ${process.versions.node}; the project needs Node 22 (22.19 or later)`)
  const next = isInstalled ? "npm install && npm test" : "npx --no-install counterfoil script test"
  console.log(`next: cd ${bank} && ${next}`)
}

const { positionals, values } = read()
const [bank, ...more] = positionals
if (values.help) console.log(usage)
else if (bank === undefined || more.length > 0) refuse(usage)
else await create(bank, values.force)
