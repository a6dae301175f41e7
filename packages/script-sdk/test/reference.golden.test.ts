import { readFileSync } from "node:fs"
import { assert, describe, expect, it } from "vitest"
import { examples } from "./reference/examples.ts"
import { fileOf, listOfPages, modules, pageOf } from "./reference/pages.ts"

const folder = "../../../docs/sdk"
const list = /(<!-- pages -->\n)[^]*(<!-- \/pages -->)/

describe("the reference of the SDK (npm run update-goldens writes it)", () => {
  for (const [file, names] of modules()) {
    it(`has a page for ${file}, as its source says it`, async () => {
      await expect(pageOf(file, names)).toMatchFileSnapshot(`${folder}/${fileOf(file)}`)
    })
  }

  it("names all of them on its first page", async () => {
    const written = readFileSync(new URL(`${folder}/README.md`, import.meta.url), "utf8")

    expect(written).toMatch(list)
    await expect(
      written.replace(list, (_, before: string, after: string) => `${before}\n${listOfPages()}\n\n${after}`)
    ).toMatchFileSnapshot(`${folder}/README.md`)
  })

  it("has the fields that an interface inherits, also from one that authors can't name", () => {
    assert.match(pageOf("ends", new Set(["CodeField"])), /## `CodeWanted`[^]*readonly ask\?: /)
  })

  it("has an example of every thing that is called, and each of them gives what it says", () => {
    for (const [file, all] of Object.entries(examples)) {
      for (const example of all) if ("run" in example) assert.deepStrictEqual(example.run(), example.gives, file)
    }
    const called = [...modules()].filter(([file]) => !/Statement|steps|Context|Log|bridge|problem/.test(file))
    assert.deepStrictEqual(
      called.map(([file]) => file).filter((file) => examples[file] === undefined && !file.startsWith("statements/")),
      []
    )
  })
})
