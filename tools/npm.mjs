import { execFile } from "node:child_process"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Runs a program to its end and answers what it said; rejects with that if it fails. `onStart` gets the pid. */
export const runQuietly = async (program, args, { onStart = () => {}, ...options } = {}) => {
  const running = run(program, args, { maxBuffer: Infinity, ...options })
  if (running.child.pid !== undefined) onStart(running.child.pid)
  try {
    const { stdout } = await running
    return stdout
  } catch (cause) {
    if (cause.code === "ENOENT") throw new Error(`${program} was not found`, { cause })
    throw new Error(`${cause.stdout ?? ""}${cause.stderr ?? ""}`.trim() || cause.message, { cause })
  }
}

/** What an outer `npm run` tells its scripts must not steer an inner npm to another folder or leave packages out. */
const cleanEnvironment = (env) => {
  const misleading = /^(npm_(package|lifecycle|command|execpath|node_execpath)|INIT_CWD$|NODE_ENV$)/i
  const config = /^npm_config_(local_prefix|prefix|global|workspaces?|include_workspace_root|omit|production|dry_run)$/i
  return Object.fromEntries(Object.entries(env).filter(([name]) => !misleading.test(name) && !config.test(name)))
}

/** The npm of the PATH, which every `npm run` puts itself on. */
export const npm = (args, { env = process.env, ...options }) =>
  runQuietly("npm", [...args, "--no-fund", "--no-audit", "--loglevel=error"], {
    env: cleanEnvironment(env),
    ...options
  })
