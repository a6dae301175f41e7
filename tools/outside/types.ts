/** What the examples are checked with by programs that use us: as strictly as the compiler can, our declarations included. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { published } from "../pack/packages.ts"
import { root } from "../pinnedNode.mjs"
import { run, type Shell } from "./checks.ts"

const options = {
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable", "esnext.disposable"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: ["node"]
}

const resolutions = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" }
} as const

export const compilerOptionsFor = (resolution: keyof typeof resolutions) => ({ ...options, ...resolutions[resolution] })

/** The examples of a package's README as files. */
export const copyReadme = (folder: string, cwd: string): void => {
  const text = readFileSync(join(root, folder, "README.md"), "utf8")
  const blocks = [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
  for (const [at, [, code = ""]] of blocks.entries()) {
    // A module each, so that one's names aren't the other's.
    writeFileSync(join(cwd, `readme-${folder.replaceAll("/", "-")}-${at}.ts`), `${code}\nexport {}\n`)
  }
}

/** The examples, those of the READMEs, and the programs beside us that are run outside. */
export const copyPrograms = ({ cwd }: Shell): void => {
  cpSync(join(root, "examples"), join(cwd, "examples"), {
    recursive: true,
    filter: (name) => !name.endsWith("examples/test")
  })
  for (const { folder } of published) copyReadme(folder, cwd)
  const programs = join(root, "tools/outside/programs")
  for (const name of readdirSync(programs)) cpSync(join(programs, name), join(cwd, name))
}

export const checkTypes = async (shell: Shell, resolution: keyof typeof resolutions): Promise<void> => {
  const project = `tsconfig.${resolution}.json`
  const compilerOptions = compilerOptionsFor(resolution)
  writeFileSync(join(shell.cwd, project), JSON.stringify({ compilerOptions, include: ["examples", "*.ts"] }))
  const compiler = "node_modules/typescript/bin/tsc"
  await run(process.execPath, [compiler, "-p", project, "--pretty", "false", "--checkers", "1"], shell)
}
