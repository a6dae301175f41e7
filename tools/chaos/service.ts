/** The server under test, in a process that is killed and started again at the same address. */
import { type ChildProcess, spawn } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

export interface Life {
  /** Settles when it accepts requests; false: it ended before. */
  readonly listening: Promise<boolean>
  /** Settles when it has ended, however that happened. */
  readonly ended: Promise<{ readonly at: number; readonly signal: NodeJS.Signals | null; readonly code: number | null }>
  readonly kill: (signal: NodeJS.Signals) => void
  readonly pid: number | undefined
}

const here = fileURLToPath(new URL("../../", import.meta.url))
const breakHook = new URL("./breakHook.ts", import.meta.url).href

/** The machine's own settings must not reach the server, but for where its browser and its compiled sources are. */
const kept = ["PATH", "HOME", "CHROMIUM_PATH", "NODE_COMPILE_CACHE"]
const bare = Object.fromEntries(
  kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
)

export interface LifeOptions {
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  /** With the break in it that the environment names. */
  readonly broken: boolean
  /** The folder of an earlier version's sources. (Default: these) */
  readonly from?: string | undefined
}

export const startLife = ({ broken, env, from, logFile }: LifeOptions): Life => {
  const program = join(from ?? here, "tools/chaos/server.ts")
  const flags = ["--disable-warning=ExperimentalWarning", ...(broken ? ["--import", breakHook] : [])]
  const child: ChildProcess = spawn(process.execPath, [...flags, program], {
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
    listening,
    ended,
    kill: (signal) => void child.kill(signal),
    pid: child.pid
  }
}
