/**
 * `npm run outside`: what users install, used as they do. Packs all, installs the tarballs in an empty folder outside of the
 * repository, and then checks types, commands, an embedded runtime, a script from its making to its first read, and the client.
 *
 *   npm run outside -- --quick          without what takes long: the page, the demo, the second installation
 *   npm run outside -- --packed FOLDER  with tarballs that are there already
 *   npm run outside -- --keep           leaves the folder for a look
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { packAll } from "../pack/run.ts"
import { check, conclude, endAll, must, run } from "./checks.ts"
import { emptyFolder, installedSize, npm, pinned, tarballs } from "./install.ts"
import { lintPackages } from "./lint.ts"
import { liveThrough } from "./story.ts"
import { checkTypes, copyPrograms } from "./types.ts"

const { values: given } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    packed: { type: "string" }
  }
})

const home = mkdtempSync(join(tmpdir(), "counterfoil-outside-"))
// The users that bank scripts run as have to get there too.
chmodSync(home, 0o755)
const packed = given.packed === undefined ? join(home, "packed") : resolve(given.packed)

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    endAll()
    process.exit(1)
  })
}

/** What programs that use us bring along. */
const companions = pinned("typescript", "@types/node", "@effect/platform-node", "ws", "@types/ws")

const everything = async (): Promise<void> => {
  const app = emptyFolder(home, "app")
  const installed = await check("the packages install in an empty folder, without install scripts", async () => {
    await npm(app, "install", "--ignore-scripts", ...tarballs(packed), ...companions)
    console.log(`  with all of them, a compiler and ws: ${await installedSize(app)}`)
    return true
  })
  if (installed !== true) return
  copyPrograms(app)
  await check("tsc --strict finds nothing in the examples, our declarations included: nodenext", () =>
    checkTypes(app, "nodenext")
  )
  if (!given.quick) {
    await check("tsc --strict finds nothing in the examples, our declarations included: bundler", () =>
      checkTypes(app, "bundler")
    )
  }
  await liveThrough(app, given.quick)
  if (!given.quick) await withScripts()
}

const command = "node_modules/.bin/counterfoil"

/** The command alone, with install scripts: what `npx @counterfoil/cli` has. */
const withScripts = async (): Promise<void> => {
  const shell = emptyFolder(home, "command")
  const installed = await check("the command installs by itself, with install scripts", async () => {
    await npm(
      shell,
      "install",
      "--ignore-scripts=false",
      "--foreground-scripts=false",
      ...tarballs(packed, "cli", "script-sdk")
    )
    console.log(`  the command alone: ${await installedSize(shell)}`)
    return true
  })
  if (installed !== true) return
  await check("npx counterfoil doctor finds nothing amiss", () => run(command, ["doctor"], shell))
  await check("npx counterfoil demo --exit ends with: demo: done, none failed", async () => {
    const said = await run(command, ["demo", "--exit"], shell)
    must(/^demo: done, \d+ steps, 0 failed$/m.test(said), said.slice(-2_000))
  })
}

try {
  if (given.packed === undefined) await check("every package is built and packed", () => packAll(packed))
  if (existsSync(packed)) {
    await lintPackages(tarballs(packed), given.quick)
    await everything()
  }
} finally {
  endAll()
  if (given.keep) console.log(`left in ${home}`)
  else rmSync(home, { recursive: true, force: true })
}
conclude()
