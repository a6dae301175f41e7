/** Programs that are measured, each in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export interface Child {
  readonly url: string
  readonly pid: number
  readonly process: ChildProcess
  readonly stop: () => Promise<void>
}

const root = fileURLToPath(new URL("../../", import.meta.url))
const flags = ["--disable-warning=ExperimentalWarning"]
/** Loaded by what is to end with us, however we end: over the channel. */
const follow = new URL("../../tools/follow.mjs", import.meta.url).href

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once("exit", () => resolve())
  })

const built = process.env["BUILT_PROGRAM"]

/** The command as `npm start` runs it. */
export const counterfoil = built === undefined ? "apps/counterfoil/src/main.ts" : `${built}/main.js`

/** Starts a server and waits until it prints its URL. What it logs goes nowhere, as fast as to a file. */
export const startServer = (
  program: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>
): Promise<Child> =>
  new Promise((resolve, reject) => {
    const options = { cwd: root, env: { PATH: process.env["PATH"], ...env } }
    const child = spawn(process.execPath, [...flags, "--import", follow, program, ...args], {
      ...options,
      stdio: ["ignore", "pipe", "ignore", "ipc"]
    })
    let printed = ""
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString()
      const url = /listening on (http:\S+)/.exec(printed)?.[1]
      if (url === undefined || child.pid === undefined) return
      const stop = async () => {
        child.kill("SIGTERM")
        const overdue = setTimeout(() => child.kill("SIGKILL"), 10_000)
        await ended(child)
        clearTimeout(overdue)
      }
      resolve({ url, pid: child.pid, process: child, stop })
    })
    child.once("exit", (code) => reject(new Error(`${program} ended with ${code} before it listened`)))
  })

/** Starts a helper that talks over a channel. */
export const startHelper = (program: string): ChildProcess =>
  spawn(process.execPath, [...flags, fileURLToPath(new URL(program, new URL("../", import.meta.url)))], {
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })

/** Sends a message and waits for the next one. */
export const ask = (helper: ChildProcess, message: object): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the helper ended with ${code}`))
    helper.once("exit", onExit)
    helper.once("message", (answer) => {
      helper.off("exit", onExit)
      resolve(answer)
    })
    helper.send(message)
  })

export interface Usage {
  /** Milliseconds on a CPU of the thread that runs the event loop: what it does, less what it waits. */
  readonly loop: number
  /** The part of it that the kernel takes, for sockets most of all; counted in steps of 10 ms. */
  readonly loopKernel: number
  /** The same of all threads. */
  readonly cpu: number
  /** KiB of memory. */
  readonly resident: number
}

const ticksPerSecond = 100

/** What follows the process's name, which may hold spaces. */
const fieldsOf = (stat: string): ReadonlyArray<string> =>
  readFileSync(stat, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ")

/** Linux only: what the kernel has counted. */
export const usageOf = (pid: number): Usage => {
  const [onCpu = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")
  const fields = fieldsOf(`/proc/${pid}/stat`)
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0"
  return {
    loop: Number(onCpu) / 1e6,
    loopKernel: (Number(fieldsOf(`/proc/${pid}/task/${pid}/stat`)[12]) / ticksPerSecond) * 1000,
    cpu: ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond) * 1000,
    resident: Number(resident)
  }
}
