/** The server under test, in a process that is killed and started again at the same address. */
import { type ChildProcess, spawn } from "node:child_process"
import { appendFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export interface Life {
  readonly pid: number
  readonly startedAt: number
  /** Settles when it accepts requests; false: it ended before. */
  readonly listening: Promise<boolean>
  /** Settles when it has ended, however that happened. */
  readonly ended: Promise<{ readonly at: number; readonly signal: NodeJS.Signals | null; readonly code: number | null }>
  readonly kill: (signal: NodeJS.Signals) => void
}

const program = fileURLToPath(new URL("./server.ts", import.meta.url))

/** The machine's own settings must not reach the server. */
const bare = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/" }

export interface LifeOptions {
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  /** Given to Node before the program: what loads a deliberate break. */
  readonly nodeArgs: ReadonlyArray<string>
}

export const startLife = ({ env, logFile, nodeArgs }: LifeOptions): Life => {
  const child: ChildProcess = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...nodeArgs, program], {
    env: { ...bare, ...env },
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = new Promise<Awaited<Life["ended"]>>((resolve) => {
    child.once("exit", (code, signal) => resolve({ at: Date.now(), code, signal }))
  })
  const listening = new Promise<boolean>((resolve) => {
    let said = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8")
      if (/listening on http/.test(said)) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  child.stderr?.on("data", (chunk: Buffer) => appendFileSync(logFile, chunk))
  return {
    pid: child.pid ?? -1,
    startedAt: Date.now(),
    listening,
    ended,
    kill: (signal) => void child.kill(signal)
  }
}
