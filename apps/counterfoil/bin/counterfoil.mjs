#!/usr/bin/env node
/**
 * What `npx counterfoil` runs. Installed from a package it is the built command, on the Node that runs us; in the repository
 * it runs from the sources, on the pinned Node, set up first where something is missing.
 */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const built = new URL("../dist/main.js", import.meta.url)
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (!existsSync(built)) {
  const runner = new URL("../../../tools/run.mjs", import.meta.url)
  process.argv.splice(1, 1, fileURLToPath(runner), "counterfoil")
  await import(runner.href)
} else if (major === 22 && minor >= 19) {
  await import(built.href)
} else {
  process.stderr.write(
    `counterfoil: this is Node ${process.versions.node}, and Node 22 (22.19 or later) is needed: its native parts are built for that\n`
  )
  process.exitCode = 1
}
