/** docs/write-a-bank-script.md outside of the repository, word by word, by a clock: what it takes a machine that need not read. */
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Command, commandsIn, fits, openShell } from "../../apps/counterfoil/test/script/walkthrough.ts"
import { root } from "../pinnedNode.mjs"
import { check, must, type Shell, start, waitFor } from "./checks.ts"
import { emptyFolder, type Outside } from "./install.ts"

/** In another terminal, on a port that is free here; answers the address that it told. */
const inBackground = async (line: string, shell: Shell, project: string) => {
  const command = line
    .replace("npx --no-install counterfoil", "exec node_modules/.bin/counterfoil")
    .replace(/--port \d+/, "--port 0")
    .replace(/\bPORT=\d+/, "PORT=0")
  const { found } = await start("bash", ["-c", command], { ...shell, cwd: project }, /listening on (http:\S+)/)
  return found.replace(/\/$/, "")
}

/** The address that the page has for what this command starts. */
const addressOf = ({ line }: Command) => `http://127.0.0.1:${/(?:--port |PORT=)(\d+)/.exec(line)?.[1]}`

const definedOnly = (env: Shell["env"]) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const minutes = (since: number) => `${((Date.now() - since) / 60_000).toFixed(1)} min`

const follow = async (commands: ReadonlyArray<Command>, outside: Outside, began: number): Promise<string> => {
  const shell = emptyFolder(outside, "author")
  // A home of their own: nothing that this machine's person has set.
  const env = { ...shell.env, HOME: join(outside.home, "author-home") }
  mkdirSync(env.HOME, { recursive: true })
  const terminal = openShell(shell.cwd, definedOnly(env))
  const places = new Map<string, string>()
  const here = (text: string) => [...places].reduce((all, [page, real]) => all.replaceAll(page, real), text)
  let recorded = ""
  let read = ""
  try {
    for (const command of commands) {
      waitFor(command.line)
      if (command.background) {
        places.set(addressOf(command), await inBackground(command.line, { ...shell, env }, join(shell.cwd, "my-bank")))
        continue
      }
      const said = await terminal.run(here(command.line))
      const expected = command.expected.map(here)
      must(fits(expected, said), `$ ${command.line}\nsaid:\n${said}\nbut the page says:\n${expected.join("\n")}`)
      if (/ script record /.test(command.line)) recorded = minutes(began)
      if (/\/movements \|/.test(command.line)) read = minutes(began)
    }
  } finally {
    terminal.close()
  }
  return `the demo bank's first movements in a recording after ${recorded}, the first in a server after ${read}`
}

export const walkThrough = async (outside: Outside): Promise<void> => {
  await check("docs/write-a-bank-script.md is true word by word", async () => {
    const page = readFileSync(join(root, "docs/write-a-bank-script.md"), "utf8")
    const began = Date.now()
    const times = await follow(commandsIn(page, "outside"), outside, began)
    console.log(`  ${times}, the page's end after ${minutes(began)}, without reading and typing`)
  })
}
