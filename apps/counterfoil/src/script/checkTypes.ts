/** The types of a script, by the compiler that it has, else the one beside this command. */
import { spawn } from "node:child_process"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { text } from "node:stream/consumers"
import { refusal, sdkFile } from "./bundle.ts"

/** What a script may be tempted to use, and what to use instead. */
const instead: Readonly<Record<string, string>> = {
  fetch: "use page.goto or page.download",
  XMLHttpRequest: "use page.goto or page.download",
  WebSocket: "only the bank's own page may open one",
  setTimeout: "use sleep or a wait of the page",
  setInterval: "use sleep or a wait of the page",
  process: "a script has no process, environment or arguments",
  Buffer: "use text",
  require: "import your own files and the SDK",
  document: "a script isn't in the page: use locators",
  window: "a script isn't in the page: use locators",
  console: "use log.info and log.warn"
}

const compilerOf = (folder: string): string | undefined => {
  for (const from of [join(folder, "bank.ts"), import.meta.filename]) {
    try {
      return join(dirname(createRequire(from).resolve("typescript/package.json")), "bin", "tsc")
    } catch {
      continue
    }
  }
  return undefined
}

/** The compiler advises to install what it doesn't find: no script may import that. */
const missingModule =
  /Cannot find (?:name '(node:[^']+)'|module (?:or type declarations for side-effect import of )?'([^'.][^']*)')/

const forAuthors = (line: string): string => {
  const [, ofNode, other = ofNode] = missingModule.exec(line) ?? []
  if (other !== undefined) return line.replace(/^(\S+?)\((\d+),\d+\): .*$/, `$1:$2 ${refusal(other)}`)
  const [, place, name] = /^(\S+?)\(\d+,\d+\): error TS\d+: Cannot find name '(\w+)'/.exec(line) ?? []
  const advice = name === undefined ? undefined : instead[name]
  const at = line.replace(/^(\S+?)\((\d+),\d+\): error TS\d+: /, "$1:$2 ")
  if (advice === undefined || place === undefined || name === undefined) return at
  return `${at.split(" ")[0] ?? place} ${name} is not available in a script: ${advice}`
}

/** Of a folder that says nothing of it, as those that come with Counterfoil: what a new project says. */
const usualOptions = {
  target: "es2023",
  lib: ["es2023"],
  module: "nodenext",
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true
}

/** One line for each mistake; undefined: there is no compiler to ask. */
export const typeMistakes = async (folder: string): Promise<ReadonlyArray<string> | undefined> => {
  const compiler = compilerOf(folder)
  if (compiler === undefined) return undefined
  const own = join(folder, ".counterfoil")
  await mkdir(own, { recursive: true })
  // The SDK of the bundle, wherever that is: the folder need not have one of its own. A built one has its types beside it.
  const paths = { "@counterfoil/script-sdk": [(await sdkFile(folder)).replace(/\.js$/, ".d.ts")] }
  // What the script imports comes with it. Nothing imports a declaration file: its names are there for all.
  const files = { files: ["../bank.ts"], include: ["../*.d.ts"] }
  const saysHow = (await readdir(folder)).includes("tsconfig.json")
  const given = saysHow ? { extends: "../tsconfig.json" } : {}
  const usual = saysHow ? {} : usualOptions
  const config = { ...given, compilerOptions: { ...usual, paths, noEmit: true }, ...files }
  const file = join(own, "tsconfig.check.json")
  await writeFile(file, JSON.stringify(config))
  const child = spawn(process.execPath, [compiler, "-p", file, "--pretty", "false"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"]
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const mistakes = `${out}${err}`.split(/\n(?=\S)/).filter((each) => /^.*error TS\d+/.test(each))
  return mistakes.map((each) => {
    // Below its first line the compiler goes from the outermost type inwards: what is really wrong stands last.
    const [first = "", ...within] = each.trimEnd().split("\n")
    return [forAuthors(first), ...within.slice(-1).map((line) => line.trim())].join(" ")
  })
}
