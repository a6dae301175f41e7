/** The real command, as an operator runs it, each time with a home of its own. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type Process, processesBelow } from "@counterfoil/testing/processes"

/** As it is published where `npm test` runs us; from its sources where somebody runs one test file. */
const built = process.env["BUILT_PROGRAM"]
const main = built === undefined ? fileURLToPath(new URL("../../src/main.ts", import.meta.url)) : join(built, "main.js")

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** From the signal, or from the start. */
  readonly millis: number
}

export interface Running {
  readonly pid: number
  /** Where the server listens; rejects with what it said when it ends before. */
  readonly listening: Promise<string>
  readonly ended: Promise<Ended>
  /** Sends the signal and waits for the end. */
  readonly stop: (signal: NodeJS.Signals) => Promise<Ended>
  /** What it has started, and what those have. */
  readonly children: () => ReadonlyArray<Process>
  readonly said: () => { readonly stdout: string; readonly stderr: string }
}

export type Environment = Readonly<Record<string, string>>

/** The browser that the tests are to drive, and where V8 keeps what it has compiled. */
const handedOn = ["CHROMIUM_PATH", "NODE_COMPILE_CACHE"]

/** The machine's own settings must not reach the command under test. */
const bare = (): Environment => {
  const kept = handedOn.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/", ...Object.fromEntries(kept) }
}

export interface RunOptions {
  readonly env?: Environment | undefined
  readonly input?: string | undefined
  /** Who runs it; the tests' own user otherwise. */
  readonly uid?: number | undefined
}

export const run = (args: ReadonlyArray<string>, { env, input, uid }: RunOptions = {}): Running => {
  let from = performance.now()
  const said = { stdout: "", stderr: "" }
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", main, ...args], {
    env: { ...bare(), PORT: "0", ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid, gid: uid })
  })
  child.stdin?.end(input)
  const ended = once(child, "close").then(([code, signal]) => ({
    code,
    signal,
    ...said,
    millis: performance.now() - from
  }))
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said.stdout += chunk.toString("utf8")
      const url = /^counterfoil listening on (http:\/\/\S+)$/m.exec(said.stdout)?.[1]
      if (url !== undefined) resolve(url)
    })
    void ended.then(({ code, signal }) =>
      reject(new Error(`ended before it listened (${signal ?? code}): ${said.stdout}${said.stderr}`))
    )
  })
  listening.catch(() => undefined)
  child.stderr?.on("data", (chunk: Buffer) => {
    said.stderr += chunk.toString("utf8")
  })
  return {
    pid: child.pid ?? -1,
    listening,
    ended,
    stop: (signal) => {
      from = performance.now()
      child.kill(signal)
      return ended
    },
    children: () => processesBelow(child.pid ?? -1),
    said: () => ({ ...said })
  }
}

/** Runs the command and kills it with the scope, should it still run. */
export const running = (args: ReadonlyArray<string>, options: RunOptions = {}) =>
  Effect.acquireRelease(
    Effect.sync(() => run(args, options)),
    (command) => Effect.promise(() => command.stop("SIGKILL"))
  )

/**
 * A folder for one test. Others may pass through it, as the system user of an embedded Postgres must; that of a command which was
 * killed writes there for a moment more.
 */
export const temporaryHome = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "counterfoil-command-"))),
  (home) => Effect.promise(() => rm(home, { recursive: true, force: true, maxRetries: 20 }))
)
