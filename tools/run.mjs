import { spawn } from "node:child_process"
import { constants } from "node:os"
import { delimiter, join } from "node:path"
import { pathToFileURL } from "node:url"
import { chromiumAdvice } from "./chromium.mjs"
import { buildDashboard } from "./dashboard.mjs"
import { root } from "./pinnedNode.mjs"
import { builtProgram } from "./program.mjs"
import { setUp, SetupFailed } from "./setup.mjs"

/**
 * Each npm script of the project: the program, its first arguments, whether it drives a browser, and serves the page.
 * What is `built` runs as it is published; what `needsBuilt` starts such programs, and is told where they are.
 */
const tasks = {
  start: { built: "main.js", args: ["serve"], browser: true, dashboard: true, staysUp: true },
  demo: { built: "main.js", args: ["demo"], browser: true, dashboard: true },
  "demo-bank": { built: "demo-bank.js", args: [] },
  counterfoil: { built: "main.js", args: [], interactive: true, dashboard: true },
  test: { program: "tools/test.mjs", args: [], browser: true, dashboard: true, needsBuilt: true },
  verify: { program: "tools/test.mjs", args: ["--full"], browser: true, dashboard: true, needsBuilt: true },
  check: { program: "tools/test.mjs", args: ["--static"] },
  bench: { program: "bench/run.ts", args: [], browser: true, dashboard: true, needsBuilt: true },
  simulate: { program: "tools/simulate/run.ts", args: [] },
  example: { program: "tools/example.mjs", args: [] },
  chaos: { program: "tools/chaos/run.ts", args: [], browser: true },
  soak: { program: "tools/soak/run.ts", args: [], browser: true },
  "test:containers": { program: "tools/containers/run.ts", args: [] },
  fuzz: { program: "tools/fuzz/run.ts", args: [] },
  pack: { program: "tools/pack/run.ts", args: [], dashboard: true },
  outside: { program: "tools/outside/run.ts", args: [], browser: true, dashboard: true },
  sbom: { program: "tools/sbom/run.ts", args: [] },
  change: { program: "node_modules/@changesets/cli/bin.js", args: [], interactive: true },
  format: { program: "tools/format.mjs", args: [] },
  "update-goldens": { program: "tools/updateGoldens.mjs", args: [] },
  screenshots: { program: "apps/dashboard/test/screenshots.ts", args: [], browser: true, dashboard: true },
  setup: { dashboard: true, needsBuilt: true }
}

const environment = (node, staysUp) => {
  const path = [node.binFolder, process.env.PATH ?? ""].filter((part) => part !== "").join(delimiter)
  const compiled = process.env.NODE_COMPILE_CACHE ?? join(root, "node_modules", ".cache", "compiled")
  return {
    ...process.env,
    PATH: path,
    NODE: node.program,
    npm_node_execpath: node.program,
    // What V8 made of the sources is kept for the next start. It saves 0.2 s, and costs 20 MiB for as long as the task runs.
    ...(staysUp ? {} : { NODE_COMPILE_CACHE: compiled })
  }
}

/**
 * Passes each signal on once: Ctrl-C under npm reaches us from the terminal and from npm. The task is in a session of
 * its own, so only we tell it. A command that talks to people shares our terminal and hears Ctrl-C by itself.
 */
const forwardSignals = (child, interactive) => {
  const last = new Map()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      const now = Date.now()
      if (now - (last.get(signal) ?? 0) < 500) return
      last.set(signal, now)
      if (!(interactive && signal === "SIGINT" && process.stdin.isTTY)) child.kill(signal)
    })
  }
}

const runTask = (node, program, { args, interactive = false, staysUp = false }, more, env) => {
  const follow = pathToFileURL(join(root, "tools", "follow.mjs")).href
  const flags = ["--disable-warning=ExperimentalWarning", "--import", follow]
  const child = spawn(node.program, [...flags, program, ...args, ...more], {
    cwd: process.cwd(),
    env: { ...environment(node, staysUp), ...env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    detached: !interactive && process.platform !== "win32"
  })
  forwardSignals(child, interactive)
  child.once("error", (cause) => fail(`the task did not start (${cause.message})`))
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

const fail = (sentence, details = "") => {
  if (details !== "") process.stderr.write(`${details}\n\n`)
  process.stderr.write(`counterfoil: ${sentence}\n`)
  process.exit(1)
}

const [name = "", ...more] = process.argv.slice(2)
if (!Object.hasOwn(tasks, name)) fail(`there is no task "${name}": the tasks are ${Object.keys(tasks).join(", ")}`)

try {
  const node = await setUp()
  const task = tasks[name]
  const advice = task?.browser === true ? chromiumAdvice() : undefined
  if (advice !== undefined) process.stderr.write(`counterfoil: ${advice}\n`)
  if (task?.dashboard === true) await buildDashboard(node)
  const built = task.built !== undefined || task.needsBuilt === true ? await builtProgram(node) : undefined
  const program = task.built === undefined ? task.program && join(root, task.program) : join(built, task.built)
  if (program !== undefined) runTask(node, program, task, more, task.needsBuilt ? { BUILT_PROGRAM: built } : {})
} catch (cause) {
  if (cause instanceof SetupFailed) fail(cause.message, cause.details)
  fail(`set-up failed (${cause instanceof Error ? cause.message : cause})`)
}
