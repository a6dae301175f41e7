/** What programs see of each package that is published. A change here is a change for them: it belongs into the changelog. */
import { execFile } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compilerOptionsFor, copyReadme } from "../outside/types.ts"
import { buildCode, libraryOf } from "../pack/code.ts"
import { entriesOf, manifestFor } from "../pack/manifest.ts"
import { published } from "../pack/packages.ts"
import { emitTypes, gatherTypes } from "../pack/types.ts"
import { root } from "../pinnedNode.mjs"

const typed = published.filter((one) => Object.keys(entriesOf(one)).length > 0)
let folder = ""

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-types-"))
  const sources = typed.flatMap((one) => Object.values(entriesOf(one)))
  await emitTypes(sources, join(folder, "emitted"))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("the types of the published packages (npm run update-goldens writes them)", () => {
  it.each(typed.map((one) => [one.folder, one] as const))("of %s", async (name, one) => {
    const dist = join(folder, name)
    const entries = entriesOf(one)
    const isOutside = (library: string) => one.outside.includes(libraryOf(library))
    const files = await gatherTypes({ emitted: join(folder, "emitted"), entries, isOutside, dist })

    const texts = files.map((file) => `// ---- ${file} ----\n\n${readFileSync(join(dist, file), "utf8")}`)
    await expect(texts.join("\n")).toMatchFileSnapshot(`./golden/publicTypes/${name.replaceAll("/", "-")}.txt`)
  })
})

/** The others need libraries and a browser: `npm run outside` installs and uses all of them. */
it("what needs no other package runs on plain Node outside of the repository, and passes a strict compiler", async () => {
  const away = join(folder, "away")
  const alone = typed.filter(({ outside }) => outside.length === 0)
  const names: Array<string> = []
  for (const one of alone) {
    const { name } = manifestFor(one, [])
    const dist = join(away, "node_modules", name, "dist")
    mkdirSync(dist, { recursive: true })
    const { imported } = await buildCode(one, entriesOf(one), dist)
    await gatherTypes({ emitted: join(folder, "emitted"), entries: entriesOf(one), isOutside: () => false, dist })
    writeFileSync(join(dist, "../package.json"), JSON.stringify(manifestFor(one, imported)))
    copyReadme(one.folder, away)
    names.push(name)
  }
  const compilerOptions = { ...compilerOptionsFor("nodenext"), typeRoots: [join(root, "node_modules/@types")] }
  writeFileSync(join(away, "package.json"), JSON.stringify({ type: "module" }))
  writeFileSync(join(away, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  const run = (...args: ReadonlyArray<string>) => promisify(execFile)(process.execPath, args, { cwd: away })

  const imports = names.map((name) => `Object.keys(await import(${JSON.stringify(name)})).length > 0`).join(" && ")
  const { stdout: runs } = await run("--input-type=module", "--eval", `console.log(${imports})`)
  const { stdout: found } = await run(join(root, "node_modules/typescript/bin/tsc"), "-p", ".", "--pretty", "false")

  expect([names, runs.trim(), found]).toEqual([["@counterfoil/script-sdk", "@counterfoil/client"], "true", ""])
})
