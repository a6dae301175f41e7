import { spawn } from "node:child_process"
import { constants } from "node:os"
import { delimiter, join } from "node:path"
import { pathToFileURL } from "node:url"
import { buildDashboard, builtProgram } from "./builds.mjs"
import { nodeBin, pinnedNode, root } from "./pinnedNode.mjs"
import { setUp } from "./setup.mjs"

/**
 * Each npm script of the project: the program, its first arguments, whether it serves the page.
 * What is `built` runs as it is published; what `needsBuilt` starts such programs, and is told where they are.
 */
const tasks = {
  start: { built: "main.js", args: ["serve"], dashboard: true, staysUp: true },
  demo: { built: "main.js", args: ["demo"], dashboard: true },
  "demo-bank": { built: "demo-bank.js" },
  "demo-shop": { built: "demo-shop.js" },
  counterfoil: { built: "main.js", interactive: true, dashboard: true },
  test: { program: "tools/checks/test.ts", dashboard: true, needsBuilt: true },
  verify: { program: "tools/checks/test.ts", args: ["--full"], dashboard: true, needsBuilt: true },
  check: { program: "tools/checks/test.ts", args: ["--static"] },
  bench: { program: "bench/run.ts", dashboard: true, needsBuilt: true },
  simulate: { program: "tools/simulate/run.ts" },
  example: { program: "examples/run.ts" },
  chaos: { program: "tools/chaos/run.ts" },
  docs: { program: "tools/docs/build.ts" },
  soak: { program: "tools/soak/run.ts" },
  "test:containers": { program: "tools/containers/run.ts" },
  fuzz: { program: "tools/fuzz/run.ts" },
  pack: { program: "tools/pack/run.ts", dashboard: true },
  outside: { program: "tools/outside/run.ts", dashboard: true },
  sbom: { program: "tools/sbom/run.ts" },
  change: { program: "node_modules/@changesets/cli/bin.js", interactive: true },
  format: { program: "node_modules/oxfmt/bin/oxfmt", args: ["--write"] },
  "update-goldens": { program: "tools/checks/updateGoldens.ts" },
  screenshots: { program: "apps/dashboard/test/screenshots.ts", dashboard: true },
  setup: { dashboard: true, needsBuilt: true }
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

/** What V8 made of the sources is kept for the next start. It saves 0.2 s, and costs 20 MiB for as long as the task runs. */
const compileCache = { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled") }

const runTask = (program, { args = [], interactive = false, staysUp = false }, more, env) => {
  const follow = pathToFileURL(join(root, "tools", "follow.mjs")).href
  const flags = ["--disable-warning=ExperimentalWarning", "--import", follow]
  const ourNode = { PATH: [nodeBin, process.env.PATH].join(delimiter), NODE: pinnedNode, npm_node_execpath: pinnedNode }
  const child = spawn(pinnedNode, [...flags, program, ...args, ...more], {
    env: { ...(staysUp ? {} : compileCache), ...process.env, ...ourNode, ...env },
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    detached: !interactive
  })
  forwardSignals(child, interactive)
  child.once("error", (cause) => fail(`the task did not start (${cause.message})`))
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

const fail = (sentence, said) => {
  process.stderr.write(`${said === undefined ? "" : `failed\n${said}\n\n`}counterfoil: ${sentence}\n`)
  process.exit(1)
}

const prepare = (task) => {
  try {
    setUp()
    if (task.dashboard) buildDashboard()
    return task.built || task.needsBuilt ? builtProgram() : undefined
  } catch ({ cause, message }) {
    fail(cause === undefined ? `set-up failed (${message})` : message, cause)
  }
}

const [name = "", ...more] = process.argv.slice(2)
if (!Object.hasOwn(tasks, name)) fail(`there is no task "${name}": the tasks are ${Object.keys(tasks).join(", ")}`)

const task = tasks[name]
const built = prepare(task)
if (task.built !== undefined) runTask(join(built, task.built), task, more)
if (task.program !== undefined) runTask(join(root, task.program), task, more, built && { BUILT_PROGRAM: built })
