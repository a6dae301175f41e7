/** What programs see of each package that is published. A change here is a change for them: it belongs into the changelog. */
import { execFile } from "node:child_process"
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compilerOptionsFor, copyReadme } from "../outside/types.ts"
import { buildCode, libraryOf } from "../pack/code.ts"
import { entriesOf, manifestFor } from "../pack/manifest.ts"
import { type Published, published } from "../pack/packages.ts"
import { unpackedIn } from "../pack/run.ts"
import { emitTypes, gatherTypes } from "../pack/types.ts"
import { root } from "../pinnedNode.mjs"

const typed = published.filter((one) => Object.keys(entriesOf(one)).length > 0)
/** Where `npm test` has made the packages already; a run of this file makes what it needs of them. */
const unpacked = process.env["UNPACKED_PACKAGES"]
let folder = ""

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "counterfoil-types-"))
  const sources = typed.flatMap((one) => Object.values(entriesOf(one)))
  if (unpacked === undefined) await emitTypes(sources, join(folder, "emitted"))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const gather = (one: Published, dist: string) => {
  const isOutside = (library: string) => one.outside.includes(libraryOf(library))
  return gatherTypes({ emitted: join(folder, "emitted"), entries: entriesOf(one), isOutside, dist })
}

describe("the types of the published packages (npm run update-goldens writes them)", () => {
  it.each(typed.map((one) => [one.folder, one] as const))("of %s", async (name, one) => {
    const dist = unpacked === undefined ? join(folder, name) : join(unpackedIn(unpacked, name), "dist")
    const files = unpacked === undefined ? await gather(one, dist) : globSync("**/*.d.ts", { cwd: dist }).sort()

    const texts = files.map((file) => `// ---- ${file} ----\n\n${readFileSync(join(dist, file), "utf8")}`)
    await expect(texts.join("\n")).toMatchFileSnapshot(`./golden/publicTypes/${name.replaceAll("/", "-")}.txt`)
  })
})

/** A package as it is installed, but for what is no code. */
const makePackage = async (one: Published, into: string) => {
  if (unpacked !== undefined) return cpSync(unpackedIn(unpacked, one.folder), into, { recursive: true })
  mkdirSync(join(into, "dist"), { recursive: true })
  const { imported } = await buildCode(one, entriesOf(one), join(into, "dist"))
  await gather(one, join(into, "dist"))
  writeFileSync(join(into, "package.json"), JSON.stringify(manifestFor(one, imported)))
}

/** The others need libraries and a browser: `npm run outside` installs and uses all of them. */
it("what needs no other package runs on plain Node outside of the repository, and passes a strict compiler", async () => {
  const away = join(folder, "away")
  const alone = typed.filter(({ outside }) => outside.length === 0)
  const names: Array<string> = []
  for (const one of alone) {
    const { name } = manifestFor(one, [])
    await makePackage(one, join(away, "node_modules", name))
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
