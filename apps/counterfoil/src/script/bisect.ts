/** `script bisect`: plays the recordings to every published version, and says which one changed a movement. */
import {
  bisectRecording,
  type BisectRow,
  inspectBundle,
  readRecording,
  recordingNames,
  stage
} from "@counterfoil/script-tools"
import { Console, Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { attempt, bundleOf, folderFlag, ScriptCommandFailed } from "./ScriptFolder.ts"
import { bundleAt, scriptsOf, serverFlags } from "./Server.ts"
import { byVersion } from "./versions.ts"

const shownChanges = 5

const outcomeOf = ({ golden }: BisectRow): string =>
  golden.movements === undefined ? golden.outcome : `${golden.movements.length} movements`

/** A line for each version, and below it what it changed. */
const bisectLines = (name: string, rows: ReadonlyArray<BisectRow>): ReadonlyArray<string> => {
  const widest = Math.max(0, ...rows.map(({ version }) => version.length))
  return [
    name,
    ...rows.flatMap((row) => [
      `  ${row.version.padEnd(widest)}  ${outcomeOf(row)}${row.changes.length === 0 ? "" : `  ${row.identitiesChanged} identities changed`}`,
      ...row.changes.slice(0, shownChanges).map((change) => `    ${change}`),
      ...(row.changes.length > shownChanges ? [`    … ${row.changes.length - shownChanges} more`] : [])
    ])
  ]
}

export const bisectCommand = Command.make(
  "bisect",
  {
    names: Argument.String("recording").pipe(Argument.withDescription("Only these recordings"), Argument.variadic()),
    folder: folderFlag,
    ...serverFlags
  },
  Effect.fnUntraced(function* ({ folder, names, ...server }) {
    const { bundle, sha256 } = yield* bundleOf(folder)
    const manifest = yield* inspectBundle(bundle)
    const published = (yield* scriptsOf(server, manifest.bank)).toSorted(byVersion)
    if (published.length === 0) return yield* new ScriptCommandFailed({ message: "no version is published yet" })
    const versions = yield* Effect.forEach(published, (script) =>
      Effect.map(bundleAt(server, script.id), (code) => ({ version: script.version, bundle: code }))
    )
    // What is in the folder comes last, unless it is the newest published version itself.
    const isNew = versions.at(-1)?.bundle !== bundle
    const all = isNew ? [...versions, { version: `here ${sha256.slice(0, 8)}`, bundle }] : versions
    const wanted = names.length === 0 ? yield* attempt(() => recordingNames(folder)) : names
    for (const name of wanted) {
      const rows = yield* bisectRecording(all, yield* attempt(() => readRecording(folder, name)))
      yield* Effect.forEach(bisectLines(name, rows), (line) => Console.log(line), { discard: true })
    }
  }, Effect.provide(stage()))
).pipe(Command.withDescription("Play the recordings to every published version: which one changed a movement?"))
