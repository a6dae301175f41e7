/** `script test`: plays every recording to the script as it is now, and compares what it reads with what it should. */
import {
  compareGoldens,
  explainFailure,
  printProof,
  type Recording,
  readRecording,
  recordingNames,
  replayRecording,
  sentenceOf,
  stage,
  writeGolden
} from "@counterfoil/script-tools"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Bundle } from "./bundle.ts"
import { attempt, bundleOf, exitWith, folderFlag, ScriptCommandFailed } from "./ScriptFolder.ts"

type Replay = Effect.Success<ReturnType<typeof replayRecording>>

/** What is wrong with a replay, in lines; empty: nothing. */
export const faultsOf = (recording: Recording, replay: Replay, map: string): ReadonlyArray<string> => {
  const { golden, result, traffic } = replay
  const expected = recording.golden
  const unexpectedFailure =
    result?.failure !== undefined && result.failure.kind !== expected?.outcome
      ? explainFailure(result, recording.calls, map)
      : []
  const difference = expected === undefined || result === undefined ? undefined : compareGoldens(expected, golden)
  const identities =
    difference === undefined || difference.identitiesChanged === 0
      ? []
      : [`identity changes: ${difference.identitiesChanged} of ${difference.of} movements; --update to accept`]
  return [
    ...traffic.unmatched.map((sentence) => `request: ${sentence}`),
    ...unexpectedFailure,
    ...(unexpectedFailure.length > 0 ? [] : (difference?.sentences ?? []).map((sentence) => `golden: ${sentence}`)),
    ...(unexpectedFailure.length > 0 ? [] : identities),
    ...(expected === undefined ? ["it has no golden.json yet; --update makes it"] : [])
  ]
}

/** Of interest even where all is read: what the page was kept from sending, and whether anything proves the list whole. */
export const notesOf = ({ proof, result }: Replay): ReadonlyArray<string> => [
  ...(result?.refused.map(sentenceOf) ?? []),
  ...printProof(proof)
]

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

const outcomeOf = ({ golden }: Replay): string =>
  golden.movements === undefined ? golden.outcome : `${golden.movements.length} movements`

const testOne = Effect.fnUntraced(function* (folder: string, { bundle, map }: Bundle, name: string, update: boolean) {
  const recording = yield* attempt(() => readRecording(folder, name))
  const from = performance.now()
  const replay = yield* replayRecording(bundle, recording)
  const millis = performance.now() - from
  const faults = faultsOf(recording, replay, map)
  const isRead = replay.traffic.unmatched.length === 0
  if (update && faults.length > 0 && isRead) {
    yield* attempt(() => writeGolden(folder, name, replay.golden))
    yield* Console.log(`${name} ✔ updated: ${outcomeOf(replay)}  ${seconds(millis)}`)
    return { passed: true, served: replay.traffic.served }
  }
  const passed = faults.length === 0
  yield* Console.log(`${name} ${passed ? "✔" : "✘"} ${outcomeOf(replay)}  ${seconds(millis)}`)
  yield* Effect.forEach([...faults, ...notesOf(replay)], (line) => Console.log(`  ${line}`), { discard: true })
  return { passed, served: replay.traffic.served }
})

/** Answers how many did not pass. */
const testRecordings = Effect.fn("testRecordings")(function* (
  folder: string,
  { names, update }: { readonly names: ReadonlyArray<string>; readonly update: boolean }
) {
  const bundle = yield* bundleOf(folder)
  const all = yield* attempt(() => recordingNames(folder))
  const wanted = names.length === 0 ? all : names
  if (wanted.length === 0) {
    return yield* new ScriptCommandFailed({
      message: "there is no recording: counterfoil script record NAME --origin URL makes one"
    })
  }
  const results = yield* Effect.forEach(wanted, (name) => testOne(folder, bundle, name, update))
  const passed = results.filter((result) => result.passed).length
  const served = results.reduce((sum, result) => sum + result.served, 0)
  const failed = results.length - passed
  // The replay proxy has no code that could open a connection, and the browser has no other way out.
  yield* Console.log(
    `${passed} passed${failed === 0 ? "" : `, ${failed} failed`}, 0 network (${served} answers from recordings)`
  )
  return failed
})

export const testCommand = Command.make(
  "test",
  {
    folder: folderFlag,
    names: Argument.String("recording").pipe(Argument.withDescription("Only these recordings"), Argument.variadic()),
    update: Flag.Boolean("update").pipe(
      Flag.withAlias("u"),
      Flag.withDescription("Take what is read now as what should be read"),
      Flag.withDefault(false)
    )
  },
  ({ folder, names, update }) =>
    testRecordings(folder, { names, update }).pipe(
      Effect.flatMap((failed) => (failed === 0 ? Effect.void : exitWith(1))),
      Effect.provide(stage())
    )
).pipe(Command.withDescription("Play the recordings to the script, without any network"))
