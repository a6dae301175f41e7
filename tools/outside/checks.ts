/** One line for each thing that must be true, as soon as it is known, and the count at the end. */
import { AsyncLocalStorage } from "node:async_hooks"
import { type ChildProcess, spawn } from "node:child_process"
import { basename } from "node:path"

let passed = 0
let failed = 0

interface Step {
  readonly name: string
  readonly began: number
  waitsFor: string
  said: string
}

const current = new AsyncLocalStorage<Step>()
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`

/** What the step that is under way waits for, told when it takes long. */
export const waitFor = (what: string): void => {
  const step = current.getStore()
  if (step !== undefined) Object.assign(step, { waitsFor: what, said: "" })
}

const hear = (step: Step | undefined, chunk: string) => {
  const last = chunk.trimEnd().split("\n").at(-1)?.trim() ?? ""
  if (step !== undefined && last !== "") step.said = last.slice(0, 120)
}

const tell = ({ began, name, said, waitsFor }: Step) => {
  const waiting = waitsFor === "" ? "" : `, waits for ${waitsFor}`
  console.log(`  … ${name}: ${seconds(began)} so far${waiting}${said === "" ? "" : ` ("${said}")`}`)
}

/** What the check answers goes on; what it throws is told, and the rest goes on without it. */
export const check = async <A>(name: string, work: () => Promise<A>): Promise<A | undefined> => {
  const step: Step = { name, began: Date.now(), waitsFor: "", said: "" }
  const telling = setInterval(tell, 10_000, step)
  try {
    const answer = await current.run(step, work)
    passed += 1
    console.log(`✔ ${name} (${seconds(step.began)})`)
    return answer
  } catch (cause) {
    failed += 1
    const trouble = String(cause instanceof Error ? cause.message : cause).replaceAll(/^/gm, "    ")
    console.log(`✘ ${name} (${seconds(step.began)})\n${trouble}`)
    return undefined
  } finally {
    clearInterval(telling)
  }
}

export const conclude = (): void => {
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

export const must = (condition: boolean, sentence: string): void => {
  if (!condition) throw new Error(sentence)
}

export interface Shell {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** A command as a person would say it: without the Node in front, and without folders. */
const named = (program: string, args: ReadonlyArray<string>) =>
  (program === process.execPath ? args : [program, ...args])
    .filter((part) => !part.startsWith("--disable-warning"))
    .map((part) => basename(part))
    .join(" ")
    .slice(0, 80)

/** Runs a program to its end and answers what it said; throws that if it failed. */
export const run = (program: string, args: ReadonlyArray<string>, { cwd, env }: Shell): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    waitFor(named(program, args))
    const step = current.getStore()
    let said = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8")
        hear(step, chunk.toString("utf8"))
      })
    }
    child.once("error", reject)
    child.once("close", (code, signal) => {
      if (code === 0) resolve(said)
      else reject(new Error(`${program} ${args.join(" ")}: ${signal ?? `exit code ${code}`}\n${said.slice(-6_000)}`))
    })
  })

const running = new Set<ChildProcess>()

/** Starts a program that stays; answers what its first line that fits has in the pattern's first group. */
export const start = (
  program: string,
  args: ReadonlyArray<string>,
  { cwd, env }: Shell,
  line: RegExp
): Promise<{ readonly found: string; readonly stop: () => Promise<number | null> }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    running.add(child)
    waitFor(`${named(program, args)} to be ready`)
    const step = current.getStore()
    let said = ""
    const closed = new Promise<number | null>((ended) => {
      child.once("close", (code) => {
        running.delete(child)
        ended(code)
        reject(new Error(`${program} ${args.join(" ")} ended (${code})\n${said.slice(-6_000)}`))
      })
    })
    child.once("error", reject)
    child.stderr.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8")
      hear(step, chunk.toString("utf8"))
    })
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString("utf8")
      const found = line.exec(said)?.[1]
      if (found === undefined) return
      resolve({
        found,
        stop: () => {
          child.kill("SIGTERM")
          return closed
        }
      })
    })
  })

/** Nothing that we started outlives us. */
export const endAll = (): void => {
  for (const child of running) child.kill("SIGKILL")
}
