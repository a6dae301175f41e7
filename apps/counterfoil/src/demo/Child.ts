/** The demo's other processes. Each ends when the demo ends, however it ends. */
import { Data, Effect, type Scope } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { createWriteStream } from "node:fs"
import * as Path from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

export class ChildFailed extends Data.TaggedError("ChildFailed")<{ readonly message: string }> {}

/** Where our programs are, by their places in the repository; a package has them elsewhere. */
const programs: Readonly<Record<string, URL>> = {
  "apps/demo-bank/src/main.ts": new URL("../../../demo-bank/src/main.ts", import.meta.url),
  "apps/demo-shop/src/main.ts": new URL("../../../demo-shop/src/main.ts", import.meta.url),
  "apps/counterfoil/src/main.ts": new URL("../main.ts", import.meta.url)
}

const fileOf = (program: string): string => {
  const known = programs[program]
  return known === undefined ? Path.resolve(program) : fileURLToPath(known)
}

/** Loaded first in each child: it ends when the channel to this process closes. */
const follow = new URL("../../../../tools/follow.mjs", import.meta.url).href

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** Asks it to end and waits; what does not end within 40 seconds is killed. */
const stop = (child: ChildProcess) =>
  Effect.callback<void>((resume) => {
    if (hasEnded(child)) return resume(Effect.void)
    const timer = setTimeout(() => child.kill("SIGKILL"), 40_000)
    child.once("exit", () => {
      clearTimeout(timer)
      resume(Effect.void)
    })
    child.kill("SIGTERM")
  })

/** What the command says when it can't go on. */
const sentenceIn = (words: string): string | undefined => /^counterfoil: (.+)$/m.exec(words)?.[1]

export interface ChildOptions {
  /** For messages: "demo bank". */
  readonly name: string
  /** Its place in the repository. */
  readonly program: string
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  /** It gets nothing of this process's environment, which may hold secrets. (Default: false) */
  readonly alone?: boolean
  /** Everything that it prints is kept there. */
  readonly logFile: string
}

/** Starts a program of the project and waits for its line `… listening on URL`. Answers the URL. */
export const startChild = (options: ChildOptions): Effect.Effect<string, ChildFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const child = yield* Effect.acquireRelease(
      Effect.sync(() =>
        spawn(
          process.execPath,
          ["--disable-warning=ExperimentalWarning", "--import", follow, fileOf(options.program), ...options.args],
          {
            env: { ...(options.alone === true ? {} : process.env), ...options.env },
            stdio: ["ignore", "pipe", "pipe", "ipc"]
          }
        )
      ),
      stop
    )
    const log = createWriteStream(options.logFile, { flags: "w", mode: 0o600 })
    let lastWords = ""
    child.stderr?.on("data", (chunk: Buffer) => {
      log.write(chunk)
      lastWords = (lastWords + chunk.toString("utf8")).slice(-2000)
    })
    return yield* Effect.callback<string, ChildFailed>((resume) => {
      const lines = createInterface({ input: child.stdout ?? process.stdin })
      lines.on("line", (line) => {
        log.write(`${line}\n`)
        const url = /listening on (https?:\/\/\S+)/.exec(line)?.[1]
        if (url !== undefined) resume(Effect.succeed(url))
      })
      child.once("error", (error) =>
        resume(new ChildFailed({ message: `the ${options.name} did not start: ${error.message}` }))
      )
      child.once("close", (code) => {
        const why = sentenceIn(lastWords) ?? `exit code ${code}`
        resume(new ChildFailed({ message: `the ${options.name} ended (${why}): see ${options.logFile}` }))
      })
    }).pipe(
      Effect.timeoutOrElse({
        duration: "90 seconds",
        orElse: () => new ChildFailed({ message: `the ${options.name} did not start in time: see ${options.logFile}` })
      })
    )
  })
