/** One line for each thing that must be true, as soon as it is known, and the count at the end. */
import { type ChildProcess, spawn } from "node:child_process"

let passed = 0
let failed = 0

/** What the check answers goes on; what it throws is told, and the rest goes on without it. */
export const check = async <A>(name: string, work: () => Promise<A>): Promise<A | undefined> => {
  const began = Date.now()
  const took = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  try {
    const answer = await work()
    passed += 1
    console.log(`✔ ${name} (${took()})`)
    return answer
  } catch (cause) {
    failed += 1
    console.log(
      `✘ ${name} (${took()})\n${String(cause instanceof Error ? cause.message : cause).replaceAll(/^/gm, "    ")}`
    )
    return undefined
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

/** Runs a program to its end and answers what it said; throws that if it failed. */
export const run = (program: string, args: ReadonlyArray<string>, { cwd, env }: Shell): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] })
    let said = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString("utf8")
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
