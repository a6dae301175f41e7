import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import { anchorsOf, isElsewhere, linksOf, rewriteLinks, slugOf } from "../docs/links.ts"
import { leftOut, placeOf } from "../docs/pages.ts"
import { allPages } from "../docs/prepare.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const read = (file: string): string => readFileSync(join(root, file), "utf8")

const skipped = /(^|\/)(node_modules|dist|\.pages|\.[a-z]+-?[a-z]*)(\/|$)/
const below = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (skipped.test(path)) return []
    if (entry.isDirectory()) return below(path)
    return path.endsWith(".md") ? [path] : []
  })

/** Written for readers: each begins with a title. */
const texts = ["", "apps", "bank-scripts", "docs", "examples", "packages"]
  .flatMap((folder) => (folder === "" ? readdirSync(root).filter((name) => name.endsWith(".md")) : below(folder)))
  .filter((file) => read(file).startsWith("# "))

const faultOf = (file: string, target: string): string | undefined => {
  const [path = "", anchor] = target.split("#")
  const there = path === "" ? file : normalize(join(dirname(file), path))
  if (!existsSync(join(root, there))) return `${file}: ${target} is not there`
  if (anchor === undefined || !there.endsWith(".md")) return undefined
  return anchorsOf(read(there)).has(anchor) ? undefined : `${file}: ${target} is no heading`
}

describe("the project's texts", () => {
  it("lead nowhere but to files and headings that are there", () => {
    const links = texts.flatMap((file) => linksOf(read(file)).map(({ target }) => [file, target] as const))
    const inside = links.filter(([, target]) => !isElsewhere(target))

    assert.isAbove(inside.length, 200)
    assert.strictEqual(faultOf("README.md", "docs/api.md#nowhere"), "README.md: docs/api.md#nowhere is no heading")
    assert.strictEqual(faultOf("docs/api.md", "nowhere.md"), "docs/api.md: nowhere.md is not there")
    assert.deepStrictEqual(
      inside.flatMap(([file, target]) => faultOf(file, target) ?? []),
      []
    )
  })

  it("are all in the guide, each at a place of its own", () => {
    const pages = allPages(root)

    assert.deepStrictEqual(
      texts.filter((file) => !pages.includes(file) && !leftOut.includes(file)),
      []
    )
    assert.lengthOf(new Set(pages.map(placeOf)), pages.length)
  })
})

describe("a link", () => {
  const text = "[a](x.md#y) `[no](code.md)`\n\n```md\n[no](fence.md) `[no](both.md)`\n```\n![p](p.png) [`f`](f.ts)\n"

  it("is found in the text, not in its code", () => {
    assert.deepStrictEqual(
      linksOf(text).map(({ target }) => target),
      ["x.md#y", "p.png", "f.ts"]
    )
  })

  it("can be led elsewhere or taken away, and the code stays as it was", () => {
    const rewritten = rewriteLinks(text, ({ isImage, target }) => (target === "f.ts" ? undefined : `${isImage}`))

    assert.strictEqual(
      rewritten,
      "[a](false) `[no](code.md)`\n\n```md\n[no](fence.md) `[no](both.md)`\n```\n![p](true) `f`\n"
    )
  })

  it("names a heading as GitHub does", () => {
    assert.strictEqual(slugOf("Backup, and *restore* of `x_y`"), "backup-and-restore-of-x_y")
    assert.deepStrictEqual([...anchorsOf("# A b\n## A b\n```\n# no\n```\n")], ["a-b", "a-b-1"])
  })
})
