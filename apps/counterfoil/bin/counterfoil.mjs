#!/usr/bin/env node
/**
 * What `npx counterfoil` runs. Installed from a package it is the built command, on the Node that runs us; in the repository
 * it runs from the sources, on the pinned Node, set up first where something is missing.
 */
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"

const built = new URL("../dist/main.js", import.meta.url)
/** Of Linux only: whether its C library is the one that the parts in machine code are built for. */
const lacksGlibc = () => {
  if (process.platform !== "linux") return false
  process.report.excludeNetwork = true
  return process.report.getReport().header.glibcVersionRuntime === undefined
}

const refuse = (why) => {
  process.stderr.write(`counterfoil: ${why}\n`)
  process.exitCode = 1
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (!existsSync(built)) {
  const runner = new URL("../../../tools/run.mjs", import.meta.url)
  process.argv.splice(1, 1, fileURLToPath(runner), "counterfoil")
  await import(runner.href)
} else if (major !== 22 || minor < 19) {
  refuse(
    `this is Node ${process.versions.node}, and Node 22 (22.19 or later) is needed: its native parts are built for that`
  )
} else if (lacksGlibc()) {
  refuse("this system has musl (Alpine?), and glibc is needed: uWebSockets.js and Postgres are built for that")
} else {
  await import(built.href)
}
