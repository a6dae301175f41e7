import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, assert, describe, it } from "vitest"
import { bundleScript } from "../../src/script/bundle.ts"
import { folderOf } from "./bankVisit.ts"

const folders: Array<string> = []

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
})

const newFolder = async (files: Readonly<Record<string, string>> = {}) => {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bundle-"))
  folders.push(folder)
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  return folder
}

const refusal = async (files: Readonly<Record<string, string>>) => {
  const folder = await newFolder(files)
  return bundleScript(folder).then(
    () => "bundled",
    (error: unknown) => (error instanceof Error ? error.message : "")
  )
}

describe("bundling a bank script", () => {
  it("gives the same bytes wherever the folder is, and no path of the machine", async () => {
    const copy = await newFolder()
    await cp(folderOf("1.0.0"), copy, { recursive: true })

    const [here, there] = await Promise.all([bundleScript(folderOf("1.0.0")), bundleScript(copy)])

    assert.deepStrictEqual(there, here)
    assert.match(here.sha256, /^[0-9a-f]{64}$/)
    assert.strictEqual(here.bytes, Buffer.byteLength(here.bundle))
    assert.notInclude(here.bundle, process.cwd())
    assert.notInclude(here.bundle, copy)
  })

  it("refuses Node, packages and files outside, and says where", async () => {
    const bank = (line: string) => ({ "bank.ts": "// first\n" + line })

    assert.match(await refusal(bank('import "node:fs"')), /^bank\.ts:2: node:fs can't be imported: a bank script runs/)
    assert.match(await refusal(bank('import x from "lodash"; x()')), /^bank\.ts:2: lodash can't be imported: a bank/)
    assert.match(await refusal(bank('import("fs").then(console.log)')), /^bank\.ts:2: fs can't be imported/)
    assert.match(await refusal(bank('require("child_process")')), /^bank\.ts:2: child_process can't be imported/)
    assert.match(await refusal(bank('import "../other/login.ts"')), /outside the script's folder/)
    assert.match(await refusal(bank('import "/etc/hostname"')), /\/etc\/hostname can't be imported/)
    assert.match(await refusal(bank('import "@counterfoil/script-sdk/src/bridge.ts"')), /can't be imported/)
    assert.match(await refusal(bank('import "./pages"')), /does not exist; imports name the file with its ending/)
  })

  it("refuses a link that leads outside", async () => {
    const folder = await newFolder({ "bank.ts": 'import "./linked.ts"' })
    const outside = await newFolder({ "secret.ts": "export {}" })
    await symlink(join(outside, "secret.ts"), join(folder, "linked.ts"))

    const refused = await bundleScript(folder).catch((error: unknown) => String(error))

    assert.match(String(refused), /leads outside the script's folder/)
  })

  it("names the line of a syntax error, a missing bank.ts and what makes a bundle too large", async () => {
    assert.match(await refusal({ "bank.ts": "const a = 1\nconst b = = 2" }), /^bank\.ts:2: Unexpected "="/)
    assert.match(await refusal({ "login.ts": "" }), /has no bank\.ts$/)
    assert.match(
      await refusal({
        "bank.ts": 'import { x } from "./big.ts"; console.log(x)',
        "big.ts": `export const x = "${"a".repeat(300_000)}"`
      }),
      /^the bundle has 294 KiB of the 256 KiB that are allowed; largest: big\.ts 293 KiB/
    )
  })
})
