import { afterAll, assert, describe, it } from "vitest"
import { makeProject } from "create-counterfoil-script"
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleScript } from "../../src/script/bundle.ts"
import { typeMistakes } from "../../src/script/checkTypes.ts"
import { forbiddenLines } from "../../src/script/forbidden.ts"
import { run } from "../support/Command.ts"

const folders: Array<string> = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const newProject = async () => {
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-check-"))
  folders.push(folder)
  await makeProject(folder, "some-bank")
  return folder
}

describe("script check", () => {
  it("names a call of the page that nobody awaits, by its line", () => {
    const text = [
      "await bank.user.fill(secrets.username)",
      "bank.enter.click()",
      'page.getByRole("row", { name: /Sum \\(EUR\\)/ }).first().click({ timeout: 500 }); // soon',
      "if (await bank.more.isVisible()) bank.more.click()",
      'expect(bank.total).toHaveText("3")',
      "page.waitForAny({ home: bank.home })"
    ].join("\n")

    const found = forbiddenLines("login.ts", text)

    assert.deepStrictEqual(
      found.map((line) => line.replace(/ .*/, "")),
      ["login.ts:2", "login.ts:3", "login.ts:4", "login.ts:5", "login.ts:6"]
    )
    assert.strictEqual(found[0], "login.ts:2 bank.enter.click() is awaited by nobody: write await before it")
  })

  it("says nothing of what is awaited or handed over, wherever the line breaks", () => {
    const text = [
      "await bank.enter.click()",
      "return bank.enter.click()",
      "const open = () =>",
      '  page.goto("/list")',
      "await Promise.all([",
      '  page.waitForURL("**/home"),',
      "  bank.enter.click()",
      "])",
      "await",
      "bank.enter.click()",
      "close: () => bank.ok.click(),",
      "void bank.enter.click()",
      "bank.enter.click()",
      "  .catch(() => undefined)",
      "seen.clear()",
      "// bank.enter.click()"
    ].join("\n")

    assert.deepStrictEqual(forbiddenLines("login.ts", text), [])
  })

  it("says nothing of an array that is filled, nor of lines in a comment", () => {
    const text = [
      "zeros.fill(0)",
      "taken.fill(false, 1, n)",
      "days[month].fill(null)",
      "/**",
      " * How it was once:",
      "bank.enter.click()",
      "   Function (of the button): none */",
      'await page.waitForURL("**/list/*")',
      "bank.day.fill(day)",
      'bank.user.fill("0")',
      'const path = url.replace(/\\/*$/, "") + "*/"',
      "bank.enter.click() /* soon */"
    ].join("\n")

    const found = forbiddenLines("login.ts", text)

    assert.deepStrictEqual(
      found.map((line) => line.replace(/ .*/, "")),
      ["login.ts:9", "login.ts:10", "login.ts:12"]
    )
  })

  it("says nothing of the scripts that come with the project", async () => {
    const root = fileURLToPath(new URL("../../../../bank-scripts", import.meta.url))
    const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith(".ts"))

    const found = await Promise.all(
      files.map(async (file) => forbiddenLines(file, await readFile(join(root, file), "utf8")))
    )

    assert.isAbove(files.length, 20)
    assert.deepStrictEqual(found.flat(), [])
  })

  it("finds what publish refuses before anything is sent: a locator that nobody has declared", async () => {
    const folder = await newProject()
    const file = join(folder, "extract.ts")
    await writeFile(file, (await readFile(file, "utf8")).replace("next: bank.older", "next: bank.oldr"))

    const { code, stderr } = await run(["script", "publish", "--folder", folder], {
      env: { COUNTERFOIL_URL: "http://127.0.0.1:9", COUNTERFOIL_TOKEN: "of nobody" }
    }).ended

    assert.strictEqual(code, 1)
    assert.match(stderr, /nothing was published:\nextract\.ts:\d+ Property 'oldr' does not exist/)
  })

  it("says what is wrong within a type, and not only that two types differ", async () => {
    const folder = await newProject()
    const accounts = 'accounts: async () => [{ text: "ES12" }],'
    const bank = await readFile(join(folder, "bank.ts"), "utf8")
    await writeFile(join(folder, "bank.ts"), bank.replace("  login,\n", `  login,\n  ${accounts}\n`))

    const [mistake = "", ...others] = (await typeMistakes(folder)) ?? []

    assert.match(
      mistake,
      /^bank\.ts:\d+ Type '.*' is not assignable to type '.*'\. Property 'bankAccount' is missing in type/
    )
    assert.deepStrictEqual(others, [])
  })

  it("says of a package or a part of Node that it can't be imported, and not to install its types", async () => {
    const folder = await newProject()
    await appendFile(
      join(folder, "pages.ts"),
      '\nimport "node:fs"\nimport dayjs from "dayjs"\nexport const day = dayjs\n'
    )

    const mistakes = (await typeMistakes(folder)) ?? []

    const own = "a bank script may import its own files and @counterfoil/script-sdk only"
    assert.lengthOf(mistakes, 2)
    assert.match(
      mistakes[0] ?? "",
      /^pages\.ts:\d+ node:fs can't be imported: a bank script runs in a sandbox without Node/
    )
    assert.match(mistakes[1] ?? "", new RegExp(`^pages\\.ts:\\d+ dayjs can't be imported: ${own}$`))
  })

  it("looks at no file that the script isn't made of", async () => {
    const folder = await newProject()
    await writeFile(
      join(folder, "bank.test.ts"),
      'import { expect } from "vitest"\nconst rows = [1, 2, 3]\nexpect(rows).toHaveLength(3)\n'
    )

    const { code, stdout } = await run(["script", "check", "--folder", folder]).ended

    assert.strictEqual(code, 0, stdout)
  })

  it("looks at a script without settings for the compiler as at a new project's", async () => {
    const folder = await newProject()
    await rm(join(folder, "tsconfig.json"))

    assert.deepStrictEqual(await typeMistakes(folder), [])
    await appendFile(join(folder, "pages.ts"), '\nexport const sum: number = "3"\n')
    const [mistake, ...others] = (await typeMistakes(folder)) ?? []
    assert.match(mistake ?? "", /^pages\.ts:\d+ Type 'string' is not assignable to type 'number'/)
    assert.deepStrictEqual(others, [])
  })

  it("writes what would be published to a file, and nothing while something is amiss", async () => {
    const folder = await newProject()
    const file = join(folder, "bank-script.js")
    const check = () => run(["script", "check", "--folder", folder, "--bundle", file]).ended

    const { code, stdout } = await check()

    assert.strictEqual(code, 0, stdout)
    const { bundle, sha256 } = await bundleScript(folder)
    assert.strictEqual(await readFile(file, "utf8"), bundle)
    assert.include(stdout, sha256)

    await rm(file)
    await appendFile(join(folder, "pages.ts"), '\nimport "node:fs"\n')
    assert.strictEqual((await check()).code, 1)
    assert.notInclude(await readdir(folder), "bank-script.js")
  })

  it("looks at the script's files in folders, also while it can't be bundled", async () => {
    const folder = await newProject()
    await mkdir(join(folder, "parts"))
    await writeFile(
      join(folder, "parts", "enter.ts"),
      'import type { Page } from "@counterfoil/script-sdk"\nexport const enter = (page: Page) => {\n  page.goto("/in")\n}\nexport const sum: number = "3"\n'
    )
    await appendFile(join(folder, "bank.ts"), '\nexport { enter } from "./parts/enter.ts"\n')
    const bundled = await run(["script", "check", "--folder", folder]).ended
    await appendFile(join(folder, "pages.ts"), '\nimport "node:fs"\n')
    const refused = await run(["script", "check", "--folder", folder]).ended

    const call = 'parts/enter.ts:3 page.goto("/in") is awaited by nobody'
    assert.match(bundled.stdout, /^bundle sha256 .* ✔$/m)
    assert.strictEqual(bundled.code, 1)
    assert.include(bundled.stdout, call)
    assert.include(bundled.stdout, "parts/enter.ts:5 Type 'string' is not assignable to type 'number'")
    assert.notInclude(refused.stdout, "bundle sha256")
    assert.include(refused.stdout, call)
  })

  it("knows what a declaration file of the author declares", async () => {
    const folder = await newProject()
    await writeFile(join(folder, "words.d.ts"), "type Word = string\n")
    await appendFile(join(folder, "bank.ts"), '\nexport const word: Word = "word"\n')

    assert.deepStrictEqual(await typeMistakes(folder), [])
  })
})
