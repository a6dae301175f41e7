import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { checkMigrationNumbers } from "./migrationNumbers.mjs"
import { root } from "./pinnedNode.mjs"

const children = new Set()

/** Ends what is still running, so that an ended test run leaves nothing behind. */
export const endChildren = (signal) => children.forEach((child) => child.kill(signal))

/** Runs a program in the project; answers how it ended and what it said. `onStart` answers what to do at its end. */
const runProgram = (program, args, { env = {}, onStart = () => () => {}, show = false } = {}) =>
  new Promise((resolve) => {
    const stdio = ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"]
    const child = spawn(program, args, { cwd: root, env: { ...process.env, ...env }, stdio })
    const out = []
    const err = []
    child.stdout?.on("data", (chunk) => out.push(chunk))
    child.stderr?.on("data", (chunk) => err.push(chunk))
    children.add(child)
    const settle = onStart(child)
    const end = (ok, trouble = "") => {
      children.delete(child)
      settle()
      const stdout = Buffer.concat(out).toString("utf8")
      resolve({ ok, stdout, output: `${stdout}${Buffer.concat(err).toString("utf8")}${trouble}`.trim() })
    }
    child.once("error", (cause) => end(false, cause.message))
    child.once("close", (code, signal) => end(code === 0, signal === null ? "" : `it was ended by ${signal}`))
  })

/** The same for one of the tools that came with the dependencies, on the Node that runs us. */
export const runTool = (file, args, options) =>
  runProgram(process.execPath, ["--disable-warning=ExperimentalWarning", join(root, file), ...args], options)

/** `undefined` when a tool's JSON can't be read: then it crashed, whatever its exit code was. */
const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const canary = "tools/canary/"

/** Reports the findings, less the planted ones, which must all be among them. */
export const judge = (findings, planted) => {
  const seen = findings.filter(({ file }) => file.startsWith(canary)).map(({ what }) => what)
  const real = findings
    .filter(({ file }) => !file.startsWith(canary))
    .map(({ file, line, text }) => `${file}${line ? `:${line}` : ""} ${text}`)
  const blind = planted.filter((what) => !seen.some((found) => found.includes(what)))
  const output = [
    ...real,
    ...blind.map((what) => `${canary}: the planted ${what} was not reported, so this check is blind`)
  ]
  return { ok: output.length === 0, output: output.join("\n") }
}

const lint = async () => {
  const { output, stdout } = await runTool("node_modules/oxlint/bin/oxlint", ["--format=json"])
  const report = parse(stdout)
  if (report === undefined) return { ok: false, output: output || "oxlint said nothing" }
  const findings = report.diagnostics.map(({ code, filename, labels, message }) => ({
    file: filename.replaceAll("\\", "/"),
    line: labels[0]?.span.line,
    what: code,
    text: `${message} [${code}]`
  }))
  return judge(findings, ["no-explicit-any", "no-cycle", "consistent-type-assertions"])
}

const knipFindings = ({ file, ...kinds }) =>
  Object.entries(kinds)
    .filter(([kind, found]) => kind !== "owners" && Array.isArray(found))
    .flatMap(([kind, found]) => found.map(({ line, name }) => ({ file, line, what: name, text: `${kind}: ${name}` })))

const unusedCode = async () => {
  const { output, stdout } = await runTool("node_modules/knip/bin/knip.js", ["--reporter", "json"])
  const report = parse(stdout)
  if (report === undefined) return { ok: false, output: output || "knip said nothing" }
  return judge(report.issues.flatMap(knipFindings), ["unused"])
}

/** The TypeScript compiler with the rules of Effect built in; only where there is a binary of it. */
const effectCompiler = join("node_modules", "@effect", `tsgo-${process.platform}-${process.arch}`, "lib", "tsc")

const typeFindings = (output) =>
  [...output.matchAll(/^(\S.*?)\((\d+),\d+\): error (.*(?:\n\s+.*)*)/gm)].map(([, file, line, text]) => ({
    file: file.replaceAll("\\", "/"),
    line,
    what: text,
    text
  }))

/** Only what changed since the last check is looked at again; what was found elsewhere is told again. */
const compile = (project, name) => {
  const info = join(root, "node_modules/.cache", `${name}.tsbuildinfo`)
  return ["-p", project, "--pretty", "false", "--incremental", "--tsBuildInfoFile", info]
}

const types = async () => {
  const knowsEffect = existsSync(join(root, effectCompiler))
  const { ok, output } = knowsEffect
    ? await runProgram(join(root, effectCompiler), compile("tsconfig.effect.json", "effect"))
    : await runTool("node_modules/typescript/bin/tsc", compile("tsconfig.json", "tsc"))
  const findings = typeFindings(output)
  if (!ok && findings.length === 0) return { ok, output }
  return judge(findings, knowsEffect ? ["floatingEffect"] : [])
}

/** The page's sources know a browser, not Node: they are checked by themselves. */
const pageTypes = () => runTool("node_modules/typescript/bin/tsc", compile("apps/dashboard/tsconfig.json", "dashboard"))

/** The checks that need no running program. */
export const staticChecks = [
  { name: "types of the dashboard", run: pageTypes },
  { name: "types and floating effects", run: types },
  { name: "lint", run: lint },
  { name: "format", run: () => runTool("node_modules/oxfmt/bin/oxfmt", ["--check", "."]) },
  { name: "dependency arrows", run: () => runTool("tools/checkArrows.mjs", []) },
  { name: "unused code", run: unusedCode },
  { name: "migration numbers", run: async () => checkMigrationNumbers() }
]
