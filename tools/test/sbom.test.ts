import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { bundledWith, unlisted } from "../sbom/bundled.ts"
import { productionParts } from "../sbom/production.ts"
import { fullName, isAllowed, notAllowed, report } from "../sbom/licences.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

describe("what an installation is made of", () => {
  it("has licences that may be handed on, all of it", () => {
    const parts = productionParts(readFileSync(`${root}package-lock.json`, "utf8"))
    const names = parts.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(["effect", "playwright-core", "isolated-vm", "uws-pack", "react"]))
    expect(names).not.toContain("knip")
    const components = parts.map(({ licence, name, version }) => ({
      name,
      version,
      licenses: [{ license: { id: licence } }]
    }))
    expect(notAllowed(components)).toEqual([])
  })

  it("has binaries inside of packages, each of which is told with its licence", () => {
    const bundled = bundledWith(root)
    expect(bundled.map(({ name }) => name)).toEqual(expect.arrayContaining(["postgresql", "openssl-libssl", "icu-uc"]))
    for (const one of bundled) {
      expect(isAllowed(one.licence), one.name).toBe(true)
      expect(one.sha256).toMatch(/^[0-9a-f]{64}$/)
    }
    expect(unlisted(root)).toEqual([])
  })

  it("is refused where a licence isn't known, or asks for more", () => {
    const component = (licence: string) => ({
      name: "part",
      version: "1.0.0",
      licenses: [{ license: { id: licence } }]
    })
    expect(notAllowed([component("MIT")])).toEqual([])
    expect(notAllowed([component("AGPL-3.0-only")])).toEqual(["part 1.0.0: AGPL-3.0-only"])
    expect(notAllowed([{ name: "part", version: "1.0.0" }])).toEqual(["part 1.0.0: no licence is told"])
    expect(isAllowed("(MIT OR GPL-3.0-or-later)")).toBe(true)
    expect(isAllowed("MIT AND GPL-3.0-or-later")).toBe(false)
    expect(fullName({ name: "node", version: "1", purl: "pkg:npm/%40scope/node@1.0.0" })).toBe("@scope/node")
    expect(report([component("MIT")])).toContain("| part | 1.0.0 | MIT |")
  })
})
