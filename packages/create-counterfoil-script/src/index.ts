/** A project for a bank's script, as files: what `npm create counterfoil-script` and `counterfoil script new` make. */
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const template = fileURLToPath(new URL("../template/", import.meta.url))

/** What the template's files call the bank. */
const templateBank = "template-bank"

const sources = ["bank.ts", "pages.ts", "login.ts", "extract.ts"]
const settings = ["package.json", "tsconfig.json", "oxlintrc.json", "README.md"]

/** Installed from a package, this makes projects of their own; in the repository the tools are there already. */
export const isInstalled = template.includes("node_modules")

const codePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const suggestCode = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")

/** Why no project can have this name, in a sentence; undefined if it can. */
export const refusalOf = async (bank: string, folder: string, force: boolean): Promise<string | undefined> => {
  if (!codePattern.test(bank) || bank.length > 63) {
    const parts = bank.split(/[/\\]/).filter((part) => part !== "")
    const better = suggestCode(parts.at(-1) ?? "")
    const where = parts.length > 1 ? ", in the folder that it is to stand in" : ""
    return `${bank} can't be a bank's code${codePattern.test(better) ? `: use ${better}${where}` : ""}`
  }
  const isFree = force || (await readdir(folder).catch(() => [])).length === 0
  return isFree ? undefined : `./${bank} exists and is not empty; --force writes into it`
}

/** Copies files of the template, about this bank. */
const copy = async (folder: string, bank: string, files: ReadonlyArray<string>) => {
  for (const file of files) {
    const text = await readFile(join(template, file), "utf8")
    await writeFile(join(folder, file), text.replaceAll(templateBank, bank))
  }
  // npm leaves a .gitignore out of what it packs.
  await cp(join(template, "gitignore"), join(folder, ".gitignore"))
}

/** A script for the demo bank with recordings of it. Gives the names of what was made. */
export const makeProject = async (folder: string, bank: string): Promise<ReadonlyArray<string>> => {
  await mkdir(folder, { recursive: true })
  await copy(folder, bank, [...sources, ...settings])
  await cp(join(template, "recordings"), join(folder, "recordings"), { recursive: true })
  await mkdir(join(folder, ".github/workflows"), { recursive: true })
  await cp(join(template, "ci.yml"), join(folder, ".github/workflows/test.yml"))
  return [...sources, ...settings, ".gitignore", ".github/", "recordings/"]
}

/** A project around a script that is there already; without a recording it has nothing for CI to play. Gives the names of what was made. */
export const makeProjectAround = async (
  folder: string,
  bank: string,
  script: Readonly<Record<string, string>>
): Promise<ReadonlyArray<string>> => {
  await mkdir(folder, { recursive: true })
  for (const [file, text] of Object.entries(script)) await writeFile(join(folder, file), text)
  await copy(folder, bank, settings)
  return [...Object.keys(script), ...settings, ".gitignore"]
}
