/** `script new`: a project that reads the demo bank, with a recording of it, so that its test is green at once. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { readClicks, scriptFromClicks } from "./fromClicks.ts"
import { attempt, ScriptCommandFailed } from "./ScriptFolder.ts"

const template = fileURLToPath(new URL("../../template/", import.meta.url))

/** What the template's files call the bank. */
const templateBank = "template-bank"

const textFiles = [
  "bank.ts",
  "pages.ts",
  "login.ts",
  "extract.ts",
  "package.json",
  "tsconfig.json",
  "oxlintrc.json",
  "README.md"
]

/** Installed from a package, this command makes projects of their own; in the repository the tools are there already. */
const next = template.includes("node_modules") ? "npm install && npm test" : "npx --no-install counterfoil script test"

const codePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

const suggestCode = (name: string): string =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")

const isFree = async (folder: string): Promise<boolean> => (await readdir(folder).catch(() => [])).length === 0

/** Gives the names of what was made. */
export const makeProject = async (folder: string, bank: string): Promise<ReadonlyArray<string>> => {
  await mkdir(folder, { recursive: true })
  for (const file of textFiles) {
    const text = await readFile(join(template, file), "utf8")
    await writeFile(join(folder, file), text.replaceAll(templateBank, bank))
  }
  await mkdir(join(folder, ".github/workflows"), { recursive: true })
  await cp(join(template, "ci.yml"), join(folder, ".github/workflows/test.yml"))
  // npm leaves a .gitignore out of what it packs.
  await cp(join(template, "gitignore"), join(folder, ".gitignore"))
  await cp(join(template, "recordings"), join(folder, "recordings"), { recursive: true })
  return [...textFiles, ".gitignore", ".github/", "recordings/"]
}

const sources = ["bank.ts", "pages.ts", "login.ts", "extract.ts"]

/** A project whose script was made from clicks: it has no recording yet. Gives the names of what was made. */
export const makeProjectFromClicks = async (
  folder: string,
  bank: string,
  files: Readonly<Record<string, string>>
): Promise<ReadonlyArray<string>> => {
  await mkdir(folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text)
  const others = textFiles.filter((file) => !sources.includes(file))
  for (const file of others) {
    const text = await readFile(join(template, file), "utf8")
    await writeFile(join(folder, file), text.replaceAll(templateBank, bank))
  }
  await cp(join(template, "gitignore"), join(folder, ".gitignore"))
  return [...Object.keys(files), ...others, ".gitignore"]
}

const fromRecording = Effect.fnUntraced(function* (
  folder: string,
  bank: string,
  clicksFile: string,
  pageFile: string | undefined
) {
  const clicks = readClicks(yield* attempt(() => readFile(clicksFile, "utf8")))
  if (clicks === undefined) {
    return yield* new ScriptCommandFailed({
      message: `${clicksFile} opens no page: make it with npx playwright-core codegen --target javascript --output FILE URL`
    })
  }
  const page = pageFile === undefined ? "" : yield* attempt(() => readFile(pageFile, "utf8"))
  const files = yield* attempt(() => makeProjectFromClicks(folder, bank, scriptFromClicks(bank, clicks, page)))
  yield* Console.log(
    `✔ ${files.length} files in ./${relative(process.cwd(), folder)}; nothing that was typed is in them`
  )
  yield* Console.log(`${clicksFile} holds what was typed, the password too: delete it`)
  yield* Console.log(
    `next: look at pages.ts, then cd ${bank} && npx --no-install counterfoil script dev --live ${clicks.origin} --headed`
  )
})

export const newCommand = Command.make(
  "new",
  {
    bank: Argument.String("bank").pipe(Argument.withDescription("The bank's code, like my-bank")),
    fromRecording: Flag.String("from-recording").pipe(
      Flag.withDescription("A person's clicks, as playwright-core codegen --target javascript writes them"),
      Flag.optional
    ),
    movementsPage: Flag.String("movements-page").pipe(
      Flag.withDescription("The bank's page of movements, saved as HTML: its headers become the columns"),
      Flag.optional
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Write into a folder that isn't empty"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ bank, force, fromRecording: clicks, movementsPage }) {
    if (!codePattern.test(bank) || bank.length > 63) {
      const better = suggestCode(bank)
      const hint = codePattern.test(better) ? `: use ${better}` : ""
      return yield* new ScriptCommandFailed({ message: `${bank} can't be a bank's code${hint}` })
    }
    const folder = resolve(bank)
    if (!force && !(yield* attempt(() => isFree(folder)))) {
      return yield* new ScriptCommandFailed({ message: `./${bank} exists and is not empty; --force writes into it` })
    }
    if (Option.isSome(clicks)) {
      return yield* fromRecording(folder, bank, clicks.value, Option.getOrUndefined(movementsPage))
    }
    const files = yield* attempt(() => makeProject(folder, bank))
    yield* Console.log(`✔ ${files.length} files in ./${relative(process.cwd(), folder)}`)
    yield* Console.log(`next: cd ${bank} && ${next}`)
  })
).pipe(Command.withDescription("Make a project for a bank's script; its test passes before the first edit"))
