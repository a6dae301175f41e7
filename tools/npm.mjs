import { spawn } from "node:child_process"
import { existsSync, realpathSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"

/** The npm that called us, else the one beside the running Node, else the first one in PATH. */
export const findNpm = () => {
  const beside = dirname(process.execPath)
  const candidates = [
    process.env.npm_execpath,
    join(beside, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    join(beside, "node_modules", "npm", "bin", "npm-cli.js"),
    ...(process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, "npm"))
  ]
  for (const candidate of candidates) {
    if (candidate === undefined || !existsSync(candidate)) continue
    const file = realpathSync(candidate)
    if (file.endsWith("npm-cli.js")) return file
  }
  return undefined
}

/** What an outer `npm run` tells its scripts must not steer an inner npm to another folder or leave packages out. */
const cleanEnvironment = () => {
  const misleading = /^(npm_(package|lifecycle|command|execpath|node_execpath)|INIT_CWD$|NODE_ENV$)/i
  const config = /^npm_config_(local_prefix|prefix|global|workspaces?|include_workspace_root|omit|production|dry_run)$/i
  const kept = Object.entries(process.env).filter(([name]) => !misleading.test(name) && !config.test(name))
  return Object.fromEntries(kept)
}

/**
 * Runs a program to its end with its output held back; rejects with that output if it fails.
 * `onStart` gets the pid.
 */
export const runQuietly = (program, args, { cwd, env = process.env, onStart = () => {} }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    let output = ""
    child.stdout.on("data", (chunk) => {
      output += chunk
    })
    child.stderr.on("data", (chunk) => {
      output += chunk
    })
    child.once("error", reject)
    if (child.pid !== undefined) onStart(child.pid)
    child.once("close", (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(output.trim() || `it ended with ${signal ?? `exit code ${code}`}`))
    })
  })

/** `npm ci` in a folder, from its lock file alone; install scripts don't run. */
export const npmCi = (node, cwd, onStart) => {
  const npm = findNpm()
  if (npm === undefined) throw new Error("npm was not found: install Node.js with npm, or run this by npm")
  const flags = [
    "--ignore-scripts",
    "--include=dev",
    "--include=optional",
    "--no-fund",
    "--no-audit",
    "--loglevel=error"
  ]
  return runQuietly(node, [npm, "ci", ...flags], { cwd, env: cleanEnvironment(), onStart })
}
