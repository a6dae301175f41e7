import { version } from "@counterfoil/core/version"
import { execFileSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../pinnedNode.mjs"

const stated = (file: string): unknown => Object(JSON.parse(readFileSync(join(root, file), "utf8")))["version"]

/** As it is published where `npm test` runs us: it starts in a quarter of the time. */
const built = process.env["BUILT_PROGRAM"]
const main = built === undefined ? "apps/counterfoil/src/main.ts" : join(built, "main.js")

const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8")

describe("the version", () => {
  it("is the same in the manifests, the lock file and the program", () => {
    const manifests = [
      "package.json",
      "package-lock.json",
      ...globSync(["packages/*/package.json", "apps/*/package.json"], { cwd: root })
    ]

    expect(manifests.filter((file) => stated(file) !== version)).toEqual([])
  })

  it("is that of the newest release, or goes before the next one", () => {
    const [, released = ""] = /^## (\d+\.\d+\.\d+) /m.exec(changelog) ?? []
    const isReleased = !changelog.includes("## Unreleased")

    expect(version === released).toBe(isReleased)
    expect(version.endsWith("-dev")).toBe(!isReleased)
  })

  it("is what the command says", () => {
    const said = execFileSync(process.execPath, [main, "--version"], { cwd: root, encoding: "utf8" })

    expect(said.trim()).toBe(`counterfoil v${version}`)
  })
})
