/** `script check`: types and everything that publishing would look at, before anything is sent. */
import { inspectBundle, printDeclaredOf, stage, takenSdkMajors } from "@counterfoil/script-tools"
import { Console, Effect, Option, Result } from "effect"
import { Command, Flag } from "effect/cli"
import { readdir, writeFile } from "node:fs/promises"
import { largestBundle, ownFiles } from "./bundle.ts"
import { typeMistakes } from "./checkTypes.ts"
import { forbiddenLines } from "./forbidden.ts"
import { attempt, bundleOf, exitWith, folderFlag } from "./ScriptFolder.ts"

interface Fault {
  /** What was looked at; undefined where the lines say it themselves. */
  readonly of?: string
  readonly lines: ReadonlyArray<string>
}

/** `ok`: how it stands, in one line. */
type Verdict = Result.Result<string, Fault>

const failed = (lines: ReadonlyArray<string>, of?: string): Verdict =>
  Result.fail(of === undefined ? { lines } : { lines, of })

const kib = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`

const types = Effect.fnUntraced(function* (folder: string) {
  const mistakes = yield* attempt(() => typeMistakes(folder))
  if (mistakes === undefined) return failed(["typescript is not installed: npm install --save-dev typescript"])
  return mistakes.length === 0 ? Result.succeed("types") : failed(mistakes, "types")
})

const forbiddenIn = (folder: string) =>
  attempt(async () =>
    [...(await ownFiles(folder))]
      .filter(([file]) => /\.[mc]?[jt]s$/.test(file))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([file, text]) => forbiddenLines(file, text))
  )

const forbidden = Effect.fnUntraced(function* (folder: string) {
  const found = yield* forbiddenIn(folder)
  return found.length === 0 ? Result.succeed("forbidden") : failed(found, "forbidden")
})

/** What a version would be published with, one line for each; types only where the folder says how they are looked at. */
export const sourceMistakes = Effect.fnUntraced(function* (folder: string) {
  const isTyped = yield* attempt(async () => (await readdir(folder)).includes("tsconfig.json"))
  const ofTypes = isTyped ? yield* attempt(() => typeMistakes(folder)) : []
  return [...(ofTypes ?? []), ...(yield* forbiddenIn(folder))]
})

const bundleVerdicts = Effect.fnUntraced(function* (folder: string) {
  const made = yield* Effect.result(bundleOf(folder))
  if (Result.isFailure(made)) return [failed(made.failure.message.split("\n"))]
  const { bundle, bytes, sha256 } = made.success
  const again = yield* bundleOf(folder)
  const manifest = yield* Effect.result(inspectBundle(bundle))
  return [
    Result.isSuccess(manifest)
      ? Result.succeed(
          `manifest of ${manifest.success.bank} ${manifest.success.version}, sdk ${manifest.success.sdk} (host: ${takenSdkMajors().join(", ")})`
        )
      : failed([manifest.failure.message]),
    ...(Result.isSuccess(manifest) ? [Result.succeed(printDeclaredOf(manifest.success))] : []),
    Result.succeed(`bundle ${kib(bytes)} of ${kib(largestBundle)}`),
    again.sha256 === sha256
      ? Result.succeed(`bundle sha256 ${sha256} (reproducible)`)
      : failed(["two builds of the same sources differ"])
  ]
})

/** Answers whether everything is in order. */
const checkScript = Effect.fn("checkScript")(function* (folder: string) {
  const verdicts: ReadonlyArray<Verdict> = [
    yield* types(folder),
    yield* forbidden(folder),
    ...(yield* bundleVerdicts(folder))
  ]
  for (const verdict of verdicts) {
    if (Result.isSuccess(verdict)) {
      yield* Console.log(`${verdict.success} ✔`)
      continue
    }
    const { lines, of } = verdict.failure
    if (of !== undefined) yield* Console.log(`${of} ✘`)
    yield* Effect.forEach(lines, (line) => Console.log(`✘ ${line}`), { discard: true })
  }
  return verdicts.every(Result.isSuccess)
})

const writeBundle = Effect.fnUntraced(function* (folder: string, file: string) {
  const { bundle } = yield* bundleOf(folder)
  yield* attempt(() => writeFile(file, bundle))
  yield* Console.log(`written to ${file}`)
})

const bundleFlag = Flag.String("bundle").pipe(
  Flag.withDescription("Where all is in order: write what would be published to this file"),
  Flag.optional
)

export const checkCommand = Command.make("check", { bundle: bundleFlag, folder: folderFlag }, ({ bundle, folder }) =>
  checkScript(folder).pipe(
    Effect.flatMap((ok) =>
      ok ? Effect.forEach(Option.toArray(bundle), (file) => writeBundle(folder, file)) : exitWith(1)
    ),
    Effect.provide(stage())
  )
).pipe(Command.withDescription("Look at everything that publishing would look at"))
