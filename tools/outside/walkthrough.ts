/** docs/write-a-bank-script.md outside of the repository, word by word, by a clock: what it takes a machine that need not read. */
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Command, commandsIn, fits, openShell, unwarned } from "../../apps/counterfoil/test/script/walkthrough.ts"
import { root } from "../pinnedNode.mjs"
import { check, must, run, type Shell, start, waitFor } from "./checks.ts"
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

/** An empty folder, and a home of their own: nothing that this machine's person has set. */
const author = (outside: Outside): Shell => {
  const { cwd, env } = emptyFolder(outside, "author")
  const home = join(outside.home, "author-home")
  mkdirSync(home, { recursive: true })
  return { cwd, env: { ...env, HOME: home } }
}

const follow = async (commands: ReadonlyArray<Command>, shell: Shell, began: number): Promise<string> => {
  const terminal = openShell(shell.cwd, definedOnly(shell.env))
  const places = new Map<string, string>()
  const here = (text: string) => [...places].reduce((all, [page, real]) => all.replaceAll(page, real), text)
  let recorded = ""
  let read = ""
  try {
    for (const command of commands) {
      waitFor(command.line)
      if (command.background) {
        places.set(addressOf(command), await inBackground(command.line, shell, join(shell.cwd, "my-bank")))
        continue
      }
      const said = unwarned(await terminal.run(here(command.line)))
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

/** What the CI file of the project runs, step by step. */
const runCi = async (project: Shell): Promise<void> => {
  const text = readFileSync(join(project.cwd, ".github/workflows/test.yml"), "utf8")
  const steps = [...text.matchAll(/- run: (.+)$/gm)].map(([, line = ""]) => line)
  must(steps.length === 4, `the CI file has ${steps.length} steps`)
  for (const step of steps) await run("bash", ["-c", step], project)
}

export const walkThrough = async (outside: Outside): Promise<void> => {
  const shell = author(outside)
  await check("docs/write-a-bank-script.md is true word by word", async () => {
    const page = readFileSync(join(root, "docs/write-a-bank-script.md"), "utf8")
    const began = Date.now()
    const times = await follow(commandsIn(page, "outside"), shell, began)
    console.log(`  ${times}, the page's end after ${minutes(began)}, without reading and typing`)
  })
  await check("the project's CI file passes: install, lint, check, test", () =>
    runCi({ ...shell, cwd: join(shell.cwd, "my-bank") })
  )
}
