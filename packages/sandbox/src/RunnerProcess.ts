/** One child process with one isolate: started locked down, used for one run, always killed. */
import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { Deferred, Effect, Option, Queue, Schema, type Scope } from "effect"
import { type ParentMessage, RunnerMessage } from "./RunnerMessage.ts"

/** How a runner process came to its end. `signal` and `code` as Node gives them. */
export interface RunnerExit {
  readonly code: number | null
  readonly signal: string | null
  /** The last words on standard error: V8 says there that it ran out of memory. */
  readonly lastWords: string
}

export type RunnerEvent = RunnerMessage | { readonly type: "exit"; readonly exit: RunnerExit }

export interface RunnerProcess {
  readonly pid: number
  /** What the process can do though it should not; empty when it is locked down as it must be. */
  readonly missing: ReadonlyArray<string>
  /** What the process said, in order; its exit is the last. */
  readonly events: Queue.Dequeue<RunnerEvent>
  readonly isAlive: () => boolean
  readonly send: (message: ParentMessage) => Effect.Effect<void>
  /** SIGKILL by pid, as nothing less ends a hostile error getter; waits until the process is gone. */
  readonly kill: Effect.Effect<void>
}

/** The runner process could not be started; `message` has what it said. */
export class RunnerDidNotStart extends Schema.TaggedError<RunnerDidNotStart>()("RunnerDidNotStart", {
  message: Schema.String
}) {}

const runnerFile = fileURLToPath(new URL("./child/runner.mjs", import.meta.url))

/** Where a package is, and where it is found: pnpm links it there. */
const foldersOf = (name: string, from: string) => {
  const { resolve } = createRequire(from)
  const real = dirname(resolve(`${name}/package.json`)) + sep
  const found = (resolve.paths(name) ?? [])
    .map((folder) => join(folder, name) + sep)
    .find((folder) => existsSync(folder))
  return { real, all: found === undefined || found === real ? [real] : [real, found] }
}

/** node-gyp-build looks at alpine-release to tell which C library there is. */
const readable = (file: string) => {
  const isolatedVm = foldersOf("isolated-vm", file)
  const nodeGypBuild = foldersOf("node-gyp-build", isolatedVm.real)
  return [dirname(file) + sep, ...isolatedVm.all, ...nodeGypBuild.all, "/etc/alpine-release"]
}

/** The whole command that runs a file as a runner: confinement, Node with its restrictions, the file. */
export const commandLine = (prefix: ReadonlyArray<string>, file: string): ReadonlyArray<string> => [
  ...prefix,
  process.execPath,
  "--no-node-snapshot",
  "--no-expose-wasm",
  "--permission",
  "--allow-addons",
  "--disable-warning=SecurityWarning",
  ...readable(file).map((path) => `--allow-fs-read=${path}`),
  file
]

/** Ends one that hangs. A busy machine may take long: a measure that confines is not to be given up for that. */
const startTimeout = "1 minute"
const maxLastWords = 4_000

/**
 * Starts a runner under the given prefix of commands (each replaces itself, so the pid is the runner's own) and waits
 * until it is ready. The process is killed when the scope closes.
 */
export const startRunner: (
  prefix: ReadonlyArray<string>
) => Effect.Effect<RunnerProcess, RunnerDidNotStart, Scope.Scope> = Effect.fnUntraced(function* (prefix) {
  const runner = yield* Effect.acquireRelease(spawnRunner(prefix), (started) => started.kill)
  const first = yield* Queue.take(runner.events).pipe(
    Effect.timeoutOrElse({
      duration: startTimeout,
      orElse: () => new RunnerDidNotStart({ message: "the runner process did not answer in time" })
    })
  )
  if (first.type === "ready") return { ...runner, missing: first.missing }
  const said = first.type === "exit" ? `${first.exit.lastWords} (${first.exit.signal ?? first.exit.code})` : first.type
  return yield* new RunnerDidNotStart({ message: `the runner process did not start: ${said}` })
})

const spawnRunner = Effect.fnUntraced(function* (prefix: ReadonlyArray<string>) {
  const events = yield* Queue.unbounded<RunnerEvent>()
  const closed = yield* Deferred.make<void>()
  const [command = process.execPath, ...args] = commandLine(prefix, runnerFile)
  const child = spawn(command, args, {
    cwd: "/",
    env: { TZ: "UTC" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    serialization: "json"
  })
  let alive = true
  let lastWords = ""
  const end = (code: number | null, signal: string | null) => {
    alive = false
    Deferred.doneUnsafe(closed, Effect.void)
    Queue.offerUnsafe(events, { type: "exit", exit: { code, signal, lastWords: lastWords.trim() } })
  }
  child.stderr?.on("data", (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString("utf8")).slice(-maxLastWords)
  })
  child.on("message", (message) => {
    const decoded = Schema.decodeUnknownOption(RunnerMessage)(message)
    // A runner that talks nonsense isn't ours any more.
    if (Option.isSome(decoded)) Queue.offerUnsafe(events, decoded.value)
    else child.kill("SIGKILL")
  })
  child.on("error", (error) => {
    lastWords += error.message
    if (child.pid === undefined) end(null, null)
  })
  // Unlike `exit`, `close` comes after the last message and the last words.
  child.on("close", end)
  return {
    pid: child.pid ?? -1,
    events,
    isAlive: () => alive,
    send: (message: ParentMessage) =>
      Effect.sync(() => {
        // Without a callback a broken pipe would be an `error` event; the exit tells the rest.
        if (child.connected) child.send(message, () => {})
      }),
    kill: Effect.suspend(() => {
      if (alive) child.kill("SIGKILL")
      return Effect.asVoid(Effect.timeoutOption(Deferred.await(closed), "2 seconds"))
    })
  }
})
