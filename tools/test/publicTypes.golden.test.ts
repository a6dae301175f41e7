/** What programs see of each package that is published. A change here is a change for them: it belongs into the changelog. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { libraryOf } from "../pack/code.ts"
import { entriesOf } from "../pack/manifest.ts"
import { published } from "../pack/packages.ts"
import { emitTypes, gatherTypes } from "../pack/types.ts"

/** The compiler prints the unions of its groups in another order each time; what it says to others is in docs/openapi.json. */
const unordered = "packages/api"

const typed = published.filter(({ folder }) => folder !== unordered && Object.keys(entriesOf(folder)).length > 0)

describe("the types of the published packages (npm run update-goldens writes them)", () => {
  let folder = ""

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "counterfoil-types-"))
    const sources = typed.flatMap((one) => Object.values(entriesOf(one.folder)))
    await emitTypes(sources, join(folder, "emitted"))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(typed.map((one) => [one.folder, one] as const))("of %s", async (name, { outside }) => {
    const dist = join(folder, name)
    const entries = entriesOf(name)
    const isOutside = (library: string) => outside.includes(libraryOf(library))
    const files = await gatherTypes({ emitted: join(folder, "emitted"), entries, isOutside, dist })

    const texts = files.map((file) => `// ---- ${file} ----\n\n${readFileSync(join(dist, file), "utf8")}`)
    await expect(texts.join("\n")).toMatchFileSnapshot(`./golden/publicTypes/${name.replaceAll("/", "-")}.txt`)
  })
})
