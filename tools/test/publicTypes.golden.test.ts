/** What programs see of each package that is published. A change here is a change for them: it belongs into the changelog. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { libraryOf } from "../pack/code.ts"
import { entriesOf } from "../pack/manifest.ts"
import { published } from "../pack/packages.ts"
import { emitTypes, gatherTypes } from "../pack/types.ts"

const typed = published.filter((one) => Object.keys(entriesOf(one)).length > 0)

describe("the types of the published packages (npm run update-goldens writes them)", () => {
  let folder = ""

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "counterfoil-types-"))
    const sources = typed.flatMap((one) => Object.values(entriesOf(one)))
    await emitTypes(sources, join(folder, "emitted"))
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(typed.map((one) => [one.folder, one] as const))("of %s", async (name, one) => {
    const dist = join(folder, name)
    const entries = entriesOf(one)
    const isOutside = (library: string) => one.outside.includes(libraryOf(library))
    const files = await gatherTypes({ emitted: join(folder, "emitted"), entries, isOutside, dist })

    const texts = files.map((file) => `// ---- ${file} ----\n\n${readFileSync(join(dist, file), "utf8")}`)
    await expect(texts.join("\n")).toMatchFileSnapshot(`./golden/publicTypes/${name.replaceAll("/", "-")}.txt`)
  })
})
