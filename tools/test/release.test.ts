import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { manifestFor } from "../pack/manifest.ts"
import { published } from "../pack/packages.ts"

const read = (path: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8"))
const manifests = published.map((one) => manifestFor(one, []))

describe("a release", () => {
  it("raises all published packages together, by one version", () => {
    const { fixed } = read(".changeset/config.json")

    assert.deepStrictEqual([...fixed[0]].sort(), manifests.map(({ name }) => name).sort())
    assert.lengthOf(new Set(manifests.map(({ version }) => version)), 1)
  })

  it("asks npm for provenance, and says where the project lives if the root's package.json does", () => {
    const { repository } = read("package.json")

    for (const manifest of manifests) {
      assert.deepStrictEqual(manifest.publishConfig, { access: "public", provenance: true })
      assert.strictEqual("repository" in manifest, repository !== undefined)
    }
  })
})
