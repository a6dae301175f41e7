/** `script new`: a project that reads the demo bank, with a recording of it, so that its test is green at once. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { isInstalled, makeProject, makeProjectAround, refusalOf } from "create-counterfoil-script"
import { readFile } from "node:fs/promises"
import { relative, resolve } from "node:path"
import { readClicks, scriptFromClicks } from "./fromClicks.ts"
import { attempt, ScriptCommandFailed } from "./ScriptFolder.ts"

const next = isInstalled ? "npm install && npm test" : "npx --no-install counterfoil script test"

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
  const files = yield* attempt(() => makeProjectAround(folder, bank, scriptFromClicks(bank, clicks, page)))
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
    const folder = resolve(bank)
    const refusal = yield* attempt(() => refusalOf(bank, folder, force))
    if (refusal !== undefined) return yield* new ScriptCommandFailed({ message: refusal })
    if (Option.isSome(clicks)) {
      return yield* fromRecording(folder, bank, clicks.value, Option.getOrUndefined(movementsPage))
    }
    const files = yield* attempt(() => makeProject(folder, bank))
    yield* Console.log(`✔ ${files.length} files in ./${relative(process.cwd(), folder)}`)
    yield* Console.log(`next: cd ${bank} && ${next}`)
  })
).pipe(Command.withDescription("Make a project for a bank's script; its test passes before the first edit"))
