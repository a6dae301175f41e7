import { spawnSync } from "node:child_process"

/** The kernel ends the program when we end, in whichever way: we wait for it without hearing signals. macOS has no such thing. */
const endsWithUs = ["setpriv", "--pdeathsig=TERM"]
const canEndWithUs = () => spawnSync(endsWithUs[0], [endsWithUs[1], "true"], { stdio: "ignore" }).status === 0

/** Runs a program to its end and answers what it said; if it fails, throws the sentence `failure`, caused by what it said. */
export const mustRun = (failure, program, args, { lock, ...options } = {}) => {
  // Whoever has the descriptor of the lock of set-up keeps that locked.
  const stdio = ["ignore", "pipe", "pipe", ...(lock === undefined ? [] : [lock])]
  const [first, ...others] = [...(lock !== undefined && canEndWithUs() ? endsWithUs : []), program, ...args]
  const { error, signal, status, stderr, stdout } = spawnSync(first, others, {
    encoding: "utf8",
    maxBuffer: Infinity,
    stdio,
    ...options
  })
  if (status === 0) return stdout
  const said = `${stdout ?? ""}${stderr ?? ""}`.trim()
  throw new Error(failure, { cause: said || error?.message || `${program} ended with ${signal ?? status}` })
}

/** The npm of the PATH, which every `npm run` puts itself on, in this folder, whatever folder that `npm run` was for. */
export const npm = (args, { cwd, failure = `npm ${args[0]} failed`, ...options }) =>
  mustRun(failure, "npm", [`--prefix=${cwd}`, ...args, "--no-fund", "--no-audit", "--loglevel=error"], {
    cwd,
    ...options
  })
