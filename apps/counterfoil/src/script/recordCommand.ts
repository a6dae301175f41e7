/** `script record`: runs the script at the real bank once, and keeps what it saw with everything private taken out. */
import { recordRun, recordingFolder, stage, writeRecording } from "@counterfoil/script-tools"
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag, type Prompt } from "effect/cli"
import { relative } from "node:path"
import { printLine } from "../tame.ts"
import { askCredentials, codeAsker, confirm } from "./askPerson.ts"
import { checkOrigins } from "./origins.ts"
import { attempt, bundleOf, folderFlag, ScriptCommandFailed } from "./ScriptFolder.ts"

const daysBack = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const texts = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.atLeast(0))

const confirmReview = Effect.fnUntraced(function* (lines: ReadonlyArray<string>) {
  for (const line of lines) yield* Console.log(line)
  return yield* confirm("Write the recording?")
})

export const recordCommand = Command.make(
  "record",
  {
    name: Argument.String("name").pipe(
      Argument.withDescription("What the recording shows, like happy or wrong-password")
    ),
    folder: folderFlag,
    origin: Flag.String("origin").pipe(
      Flag.withDescription("An origin of the bank; the first one is where paths are opened"),
      Flag.atLeast(1)
    ),
    days: Flag.Int("days").pipe(Flag.withDescription("How many days back to read (default: 90)"), Flag.withDefault(90)),
    mask: texts("mask", "A text that must not be in the recording"),
    keep: texts("keep", "A text that looks private and isn't"),
    account: Flag.String("account").pipe(
      Flag.withDescription("Which account of the login to read, as the script knows it"),
      Flag.optional
    ),
    review: Flag.Boolean("review").pipe(
      Flag.withDescription("Show what was taken out and what was left, in context, and ask before writing"),
      Flag.withDefault(false)
    ),
    headed: Flag.Boolean("headed").pipe(Flag.withDescription("Show the browser"), Flag.withDefault(false))
  },
  Effect.fnUntraced(function* ({ account, days, folder, headed, keep, mask, name, origin, review }) {
    if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) {
      return yield* new ScriptCommandFailed({
        message: `${name} can't be a recording's name: use letters, digits and -`
      })
    }
    yield* checkOrigins(origin)
    const { bundle, map, sha256 } = yield* bundleOf(folder)
    const credentials = yield* askCredentials
    const terminal = yield* Effect.context<Prompt.Environment>()
    const recording = yield* recordRun({
      name,
      bundle,
      bundleSha256: sha256,
      map,
      origins: origin,
      since: daysBack(days),
      credentials,
      code: yield* codeAsker,
      mask,
      keep,
      account: Option.getOrUndefined(account),
      review: review ? (lines) => confirmReview(lines).pipe(Effect.provide(terminal), Effect.orDie) : undefined,
      tell: printLine
    }).pipe(Effect.provide(stage({ headless: !headed, liveOrigins: origin })))
    yield* attempt(() => writeRecording(folder, recording))
    const what =
      recording.golden?.movements === undefined
        ? recording.golden?.outcome
        : `${recording.golden.movements.length} movements`
    yield* Console.log(`✔ ${relative(process.cwd(), recordingFolder(folder, name))}: ${what}`)
  })
).pipe(Command.withDescription("Record a run at the bank, with everything private taken out"))
