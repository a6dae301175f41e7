/**
 * `npm run outside`: what users install, used as they do. Packs all, installs the tarballs in empty folders outside of the
 * repository, from a registry on loopback that has them, and then checks types, commands, an embedded runtime, a script from its
 * making to its first read, the client, other platforms, sizes, and the page for authors word by word.
 *
 *   npm run outside -- --quick          what fits into CI: one installation, one story
 *   npm run outside -- --packed FOLDER  with tarballs that are there already
 *   npm run outside -- --keep           leaves the folder for a look
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { serveTarballs } from "../pack/registry.ts"
import { otherRegistry, packAll } from "../pack/run.ts"
import { check, conclude, endAll, must, run, waitFor } from "./checks.ts"
import { emptyFolder, npm, type Outside, pinned, tarballs } from "./install.ts"
import { lintPackages } from "./lint.ts"
import { checkPlatforms } from "./platforms.ts"
import { asText, checkSize, sizeOf } from "./sizes.ts"
import { liveThrough } from "./story.ts"
import { checkTypes, copyPrograms } from "./types.ts"
import { walkThrough } from "./walkthrough.ts"

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

const giveUp = () => {
  endAll()
  if (!given.keep) rmSync(home, { recursive: true, force: true })
  process.exit(1)
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, giveUp)

/** It takes one or two minutes, and several on a busy machine: a network that never answers must not hold up the tests beside it. */
const quickPatience = 15 * 60_000
if (given.quick) {
  setTimeout(() => {
    console.log("✘ it took longer than 15 minutes")
    giveUp()
  }, quickPatience).unref()
}

/** What programs that use us bring along. */
const companions = pinned("typescript", "@types/node", "@effect/platform-node", "ws", "@types/ws")
const libraries = ["cli", "runtime", "api", "client", "script-sdk"].map((name) => `@counterfoil/${name}`)

/** A folder with these packages alone; undefined if they could not be installed, which is told. */
const installed = (outside: Outside, folder: string, what: string, ...args: ReadonlyArray<string>) => {
  const shell = emptyFolder(outside, folder)
  return check(what, async () => {
    await npm(shell, "install", ...args)
    return shell
  })
}

/** Each package with what npm brings along for it, as somebody has it who wants that one. */
const checkSizes = async (outside: Outside): Promise<void> => {
  for (const name of [
    "@counterfoil/runtime",
    "@counterfoil/client",
    "@counterfoil/script-sdk",
    "create-counterfoil-script"
  ]) {
    const what = `${name} installs by itself`
    const shell = await installed(outside, `alone-${name.replace("/", "-")}`, what, "--ignore-scripts", name)
    if (shell !== undefined) await checkSize(name, shell)
  }
}

/** The command alone, with install scripts: what `npx @counterfoil/cli` has. */
const withScripts = async (outside: Outside): Promise<void> => {
  const scripts = ["--ignore-scripts=false", "--foreground-scripts=false"]
  const what = "the command installs by itself, with install scripts"
  const shell = await installed(outside, "command", what, ...scripts, "@counterfoil/cli")
  if (shell === undefined) return
  const command = "node_modules/.bin/counterfoil"
  await checkSize("@counterfoil/cli", shell)
  await check("npx counterfoil doctor finds nothing amiss", () => run(command, ["doctor"], shell))
  await check("npx counterfoil demo --exit ends with: demo: done, none failed", async () => {
    const said = await run(command, ["demo", "--exit"], shell)
    must(/^demo: done, \d+ steps, 0 failed$/m.test(said), said.slice(-2_000))
  })
}

const everything = async (outside: Outside): Promise<void> => {
  const what = "all packages install in an empty folder, without install scripts"
  const app = await installed(outside, "app", what, "--ignore-scripts", ...libraries, ...companions)
  if (app === undefined) return
  console.log(`  with all of them, a compiler and ws: ${asText(await sizeOf(app))}`)
  copyPrograms(app)
  const types = async () => {
    for (const resolution of given.quick ? (["nodenext"] as const) : (["nodenext", "bundler"] as const)) {
      await check(`tsc --strict finds nothing in the examples, our declarations included: ${resolution}`, () =>
        checkTypes(app, resolution)
      )
    }
  }
  await Promise.all([types(), liveThrough(app, given.quick)])
  if (given.quick) return
  await checkPlatforms(app, outside, libraries)
  await checkSizes(outside)
  await withScripts(outside)
  await walkThrough(outside)
}

try {
  if (given.packed === undefined) await check("every package is built and packed", () => packAll(packed, waitFor))
  if (existsSync(packed)) {
    const registry = await serveTarballs(packed, 0, await otherRegistry())
    await Promise.all([lintPackages(tarballs(packed), given.quick), everything({ home, registry: registry.url })])
    registry.close()
  }
} finally {
  endAll()
  if (given.keep) console.log(`left in ${home}`)
  else rmSync(home, { recursive: true, force: true })
}
conclude()
