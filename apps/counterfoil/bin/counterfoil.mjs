#!/usr/bin/env node
/**
 * What `npx counterfoil` runs. Installed from a package it is the built command for bank scripts, on the Node that runs
 * us; in the repository it is the whole command, on the pinned Node, set up first where something is missing.
 */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const built = new URL("../dist/script/main.mjs", import.meta.url)

if (existsSync(built)) {
  await import(built.href)
} else {
  const runner = new URL("../../../tools/run.mjs", import.meta.url)
  process.argv.splice(1, 1, fileURLToPath(runner), "counterfoil")
  await import(runner.href)
}
