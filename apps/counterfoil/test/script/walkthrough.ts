/**
 * Runs a page of documentation as a person would: each `$ ` line of its sh blocks in one shell, and the lines below it
 * must come out in that order, where `…` stands for anything. Blocks tagged `background` get a terminal of their own.
 */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"

export interface Command {
  readonly line: string
  readonly expected: ReadonlyArray<string>
  readonly background: boolean
}

/** What a page quotes of a bank's script: each line, and the script's folder. */
export const quotesIn = (markdown: string): ReadonlyArray<{ readonly script: string; readonly line: string }> =>
  [...markdown.matchAll(/^```ts from ([\w-]+)\n([\s\S]*?)^```$/gm)].flatMap(([, script = "", body = ""]) =>
    body
      .trimEnd()
      .split("\n")
      .map((line) => ({ script, line: line.trim() }))
  )

/** Where a page is followed. A block for one place only is tagged with it. */
export type Place = "outside" | "checkout"

export const commandsIn = (markdown: string, place: Place): ReadonlyArray<Command> =>
  [...markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].flatMap(([, tag = "", body = ""]) => {
    if (tag.startsWith("ts from ")) return []
    if (tag === "sh outside" || tag === "sh checkout") {
      if (tag !== `sh ${place}`) return []
    } else if (tag !== "sh" && tag !== "sh background") throw new Error(`a block tagged "${tag}" is run by nobody`)
    const parts = body.split(/^\$ /m)
    if (parts[0] !== "") throw new Error(`a block begins without a command: ${body}`)
    return parts.slice(1).map((part) => {
      const [line = "", ...expected] = part.trimEnd().split("\n")
      return { line, expected, background: tag.endsWith("background") }
    })
  })

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A line alone of `…` stands for any lines, also none. */
const patternOf = (expected: ReadonlyArray<string>): RegExp =>
  new RegExp(
    expected
      .map((line) =>
        line === "…"
          ? "(?:.*\\n)*?"
          : `${line
              .split("…")
              .map(escapeRegExp)
              .join(".*")
              .replaceAll(/ \.\* /g, " +.* *")}.*\\n`
      )
      .join(""),
    ""
  )

export const fits = (expected: ReadonlyArray<string>, said: string): boolean =>
  expected.length === 0 || patternOf(expected).test(said.endsWith("\n") ? said : `${said}\n`)

/** The page says once of a machine without Chromium that commands warn of it. */
export const unwarned = (said: string): string => said.replace(/^counterfoil: No Chromium on this machine: .+\n/gm, "")

export interface Shell {
  /** Everything that the command said, on both streams, when it has ended. */
  readonly run: (line: string) => Promise<string>
  readonly close: () => void
}

export const openShell = (cwd: string, env: Readonly<Record<string, string>>): Shell => {
  const child: ChildProcessWithoutNullStreams = spawn("bash", ["--noprofile", "--norc"], { cwd, env })
  let said = ""
  let waiting: { readonly mark: string; readonly resolve: (said: string) => void } | undefined
  const hear = (chunk: Buffer) => {
    said += chunk.toString("utf8")
    const end = waiting === undefined ? -1 : said.indexOf(waiting.mark)
    if (waiting === undefined || end === -1) return
    const { resolve } = waiting
    waiting = undefined
    resolve(said.slice(0, end))
    said = ""
  }
  child.stdout.on("data", hear)
  child.stderr.on("data", hear)
  let count = 0
  return {
    run: (line) =>
      new Promise((resolve) => {
        count += 1
        const mark = `\u0001end ${count}\u0001`
        waiting = { mark, resolve }
        child.stdin.write(`${line} 2>&1 </dev/null\nprintf '\\001end ${count}\\001'\n`)
      }),
    close: () => child.kill("SIGKILL")
  }
}
