import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { root } from "../pinnedNode.mjs"
import { checkArrows } from "./arrows.ts"
import { checkMigrationNumbers } from "./migrationNumbers.ts"
import type { Verdict } from "./Verdict.ts"

const running = new AbortController()

/** Ends what is still running, so that an ended test run leaves nothing behind. */
export const endPrograms = (): void => running.abort()

/** Runs a program in the project; answers how it ended and what it said. */
const runProgram = (program: string, args: ReadonlyArray<string>) =>
  new Promise<Verdict>((resolve) => {
    // The compilers are written in Go: they collect garbage less often, which takes a quarter off their time for 15 % more memory.
    const env = { ...process.env, GOGC: "400" }
    const options = { cwd: root, env, maxBuffer: Infinity, signal: running.signal }
    execFile(program, args, options, (error, stdout, stderr) => {
      const trouble = error === null || typeof error.code === "number" ? "" : error.message
      resolve({ ok: error === null, output: `${stdout}${stderr}${trouble}`.trim() })
    })
  })

/** The same for one of the tools that came with the dependencies, on the Node that runs us. */
export const runTool = (file: string, ...args: ReadonlyArray<string>): Promise<Verdict> =>
  runProgram(process.execPath, ["--disable-warning=ExperimentalWarning", join(root, file), ...args])

const canary = "tools/canary/"

/** The findings of a tool (`file:line what`, each with its indented lines), less the planted ones, which must all be among them. */
export const judge = (said: string, planted: ReadonlyArray<string>): Verdict => {
  const findings = said.split(/\n+(?!\s)/).filter((line) => line !== "")
  const seen = findings.filter((finding) => finding.startsWith(canary))
  const blind = planted.filter((what) => !seen.some((finding) => finding.includes(what)))
  const output = [
    ...findings.filter((finding) => !seen.includes(finding)),
    ...blind.map((what) => `${canary}: the planted ${what} was not reported, so this check is blind`)
  ]
  return { ok: output.length === 0, output: output.join("\n") }
}

const lint = async () => {
  const { output } = await runTool("node_modules/oxlint/bin/oxlint", "--format=unix")
  return judge(output.replace(/\n\d+ problems?$/, ""), ["no-explicit-any", "no-cycle", "consistent-type-assertions"])
}

const unusedCode = async () => {
  const { output } = await runTool("node_modules/knip/bin/knip.js", "--no-config-hints", "--reporter", "codeclimate")
  // Where it crashed, it said so instead.
  if (!output.startsWith("[{")) return judge(output, ["unused"])
  const findings: ReadonlyArray<{
    readonly description: string
    readonly location: { readonly path: string; readonly positions?: { readonly begin: { readonly line: number } } }
  }> = JSON.parse(output)
  const lines = findings.map(
    ({ description, location }) => `${location.path}:${location.positions?.begin.line ?? 1} ${description}`
  )
  return judge(lines.join("\n"), ["export: unused"])
}

/** The TypeScript compiler with the rules of Effect built in; only where there is a binary of it. */
const effectCompiler = join(root, "node_modules/@effect", `tsgo-${process.platform}-${process.arch}`, "lib/tsc")

const tsc = "node_modules/typescript/bin/tsc"

const project = (file: string, name: string) => {
  const info = join(root, "node_modules/.cache", `${name}.tsbuildinfo`)
  // Each further checker works out once more what all files share: four of them take a quarter more processor time in all,
  // and the other checks have the other cores meanwhile.
  return ["-p", file, "--pretty", "false", "--checkers", "1", "--incremental", "--tsBuildInfoFile", info]
}

const types = async () => {
  if (!existsSync(effectCompiler)) return runTool(tsc, ...project("tsconfig.json", "tsc"))
  const { output } = await runProgram(effectCompiler, project("tsconfig.effect.json", "effect"))
  const withoutWarnings = output.replaceAll(/^\S.*?: warning .*\n?(\s+.*\n?)*/gm, "")
  return judge(withoutWarnings, ["floatingEffect"])
}

/** The checks that need no running program. */
export const staticChecks: ReadonlyArray<{ readonly name: string; readonly run: () => Promise<Verdict> }> = [
  // The page's sources know a browser, not Node: they are checked by themselves.
  { name: "types of the dashboard", run: () => runTool(tsc, ...project("apps/dashboard/tsconfig.json", "dashboard")) },
  { name: "types and floating effects", run: types },
  { name: "lint", run: lint },
  { name: "format", run: () => runTool("node_modules/oxfmt/bin/oxfmt", "--check", ".") },
  { name: "unused code", run: unusedCode },
  // This process does these itself, and starts no other meanwhile.
  { name: "dependency arrows", run: async () => checkArrows() },
  { name: "migration numbers", run: async () => checkMigrationNumbers() }
]
