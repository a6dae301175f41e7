/** `script dev`: plays a recording, or the bank itself, and again on every save, telling each step and what was read. */
import {
  explainFailure,
  openLiveSession,
  printProof,
  readRecording,
  recordingNames,
  replayRecording,
  sentenceOf,
  stage
} from "@counterfoil/script-tools"
import { Console, Effect, Option, Queue, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Golden, Proof, RehearsalResult } from "@counterfoil/script-tools"
import { watch } from "node:fs"
import { printLine } from "../tame.ts"
import { askCredentials, codeAsker } from "./askPerson.ts"
import { movementTable } from "./movementTable.ts"
import { faultsOf, notesOf } from "./testRecordings.ts"
import { attempt, bundleOf, exitWith, folderFlag, ScriptCommandFailed } from "./ScriptFolder.ts"
import { checkOrigins } from "./origins.ts"

/** Editors write a file in several steps. */
const settleMillis = 80

/** The first element at once, then one for each time that a source was saved. */
const saves = (folder: string): Stream.Stream<string> =>
  Stream.concat(
    Stream.succeed("start"),
    Stream.debounce(
      Stream.callback<string>((queue) =>
        Effect.acquireRelease(
          Effect.sync(() =>
            watch(folder, (_, name) => {
              if (name !== null && /\.[mc]?[jt]s$/.test(name)) Queue.offerUnsafe(queue, name)
            })
          ),
          (watcher) => Effect.sync(() => watcher.close())
        )
      ),
      settleMillis
    )
  )

const say = (lines: ReadonlyArray<string>) => Effect.forEach(lines, (line) => Console.log(line), { discard: true })

/** With `--json` the standard output has one line for each round; what is for people goes to the other one. */
const sayApart = (lines: ReadonlyArray<string>) =>
  Effect.forEach(lines, (line) => Console.error(line), { discard: true })

const failedAsJson = (message: string): string => JSON.stringify({ outcome: "not_run", message })

/** A round that fails is told, and the next save starts another; a single one says it by its exit code too. */
const rounds = <E extends { readonly message: string }, R>(
  folder: string,
  { json, once }: { readonly json: boolean; readonly once: boolean },
  round: (saved: string) => Effect.Effect<boolean, E, R>
) =>
  Stream.runForEach(once ? Stream.take(saves(folder), 1) : saves(folder), (saved) =>
    Effect.gen(function* () {
      if (saved !== "start" && !json) yield* Console.log(`\nsaved ${saved} → again`)
      const from = performance.now()
      const ok = yield* round(saved).pipe(
        Effect.catch(({ message }) => Effect.as(Console.log(json ? failedAsJson(message) : `✘ ${message}`), false))
      )
      if (!json) yield* Console.log(`${((performance.now() - from) / 1000).toFixed(1)} s`)
      if (once && !ok) yield* exitWith(1)
    })
  )

/** How a round is told: for people on the terminal, or as one line of JSON. */
interface Telling {
  readonly json: boolean
  readonly show: boolean
}

/** Whether a server would take in what was read. */
const wouldBeTaken = (proof: Proof | undefined): boolean => proof === undefined || proof.held.length === 0

/** All that was read, for programs. */
const asJson = (
  { coverage, movements, outcome }: Golden,
  proof: Proof | undefined,
  failure: { readonly message: string } | undefined
): string =>
  JSON.stringify({
    outcome,
    message: failure?.message,
    coverage,
    ...(proof === undefined ? {} : { proven_whole: proof.isProven, held: proof.held }),
    movements: movements?.map(({ key, movement }) => ({ ...movement, key }))
  })

const replayRound = (folder: string, name: string, { json }: Telling) =>
  Effect.fnUntraced(function* () {
    const { bundle, map } = yield* bundleOf(folder)
    const recording = yield* attempt(() => readRecording(folder, name))
    if (!json) yield* Console.log(`replay ${name}`)
    const replay = yield* replayRecording(bundle, recording, json ? {} : { tell: printLine })
    const faults = faultsOf(recording, replay, map)
    const isSame = faults.length === 0
    const isTaken = isSame && wouldBeTaken(replay.proof)
    if (json) {
      yield* Console.log(asJson(replay.golden, replay.proof, replay.result?.failure))
      yield* sayApart([...notesOf(replay), ...faults])
      return isTaken
    }
    yield* say(movementTable(replay.golden))
    yield* say(notesOf(replay))
    yield* say(isSame ? ["✔ as recorded"] : faults.map((line) => `✘ ${line}`))
    return isTaken
  })

const liveRounds = Effect.fnUntraced(function* (
  folder: string,
  once: boolean,
  origins: ReadonlyArray<string>,
  { account, days, json, show }: Telling & { readonly days: number; readonly account: string | undefined }
) {
  const credentials = yield* askCredentials
  // What a bank said of a real customer: others may look at the screen, and terminals are logged.
  const shown = show || json ? "all" : "shape"
  let sourceMap = ""
  const explained = (result: RehearsalResult) => [
    ...result.refused.map(sentenceOf).filter((line) => result.failure?.message.includes(line) !== true),
    ...explainFailure(result, [], sourceMap, shown)
  ]
  const session = yield* openLiveSession({
    origins,
    account,
    since: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
    credentials,
    code: yield* codeAsker,
    tell: json ? () => undefined : printLine,
    notLeft: (result, after) =>
      Effect.andThen(
        (json ? sayApart : say)([
          after === "read"
            ? "✘ not logged out: the session stays open at the bank, which may refuse the next login for a while"
            : "✘ not logged out: if the bank has let the login in, its session stays open, and the next login may be refused for a while",
          ...(result === undefined ? ["the logout took too long"] : explained(result))
        ]),
        once && after === "read" ? exitWith(1) : Effect.void
      )
  })
  yield* rounds(
    folder,
    { json, once },
    Effect.fnUntraced(function* () {
      if (session.isRefused()) {
        return yield* new ScriptCommandFailed({ message: "the bank refused the login: not sent again; start anew" })
      }
      const { bundle, map } = yield* bundleOf(folder)
      sourceMap = map
      const { golden, proof, result } = yield* session.read(bundle)
      const more = [...printProof(proof), ...explained(result)]
      if (json) {
        yield* Console.log(asJson(golden, proof, result.failure))
        yield* sayApart(more)
      } else {
        yield* say(movementTable(golden, shown))
        yield* say(more)
      }
      return golden.outcome === "read" && wouldBeTaken(proof)
    })
  )
})

interface DevFlags extends Telling {
  readonly account: Option.Option<string>
  readonly days: number
  readonly folder: string
  readonly headed: boolean
  readonly live: ReadonlyArray<string>
  readonly once: boolean
  readonly recording: Option.Option<string>
}

const dev = Effect.fnUntraced(function* ({
  account,
  days,
  folder,
  headed,
  json,
  live,
  once,
  recording,
  show
}: DevFlags) {
  yield* checkOrigins(live)
  const layer = stage({ headless: !headed, liveOrigins: live })
  if (live.length > 0) {
    const how = { account: Option.getOrUndefined(account), days, json, show }
    return yield* Effect.scoped(liveRounds(folder, once, live, how)).pipe(Effect.provide(layer))
  }
  const names = yield* attempt(() => recordingNames(folder))
  const name = Option.getOrElse(recording, () => names[0] ?? "")
  if (name === "")
    return yield* new ScriptCommandFailed({ message: "there is no recording to play; --live URL reads at the bank" })
  yield* rounds(folder, { json, once }, replayRound(folder, name, { json, show })).pipe(Effect.provide(layer))
})

export const devCommand = Command.make(
  "dev",
  {
    recording: Argument.String("recording").pipe(
      Argument.withDescription("The recording to play; the first one otherwise"),
      Argument.optional
    ),
    folder: folderFlag,
    headed: Flag.Boolean("headed").pipe(Flag.withDescription("Show the browser"), Flag.withDefault(false)),
    live: Flag.String("live").pipe(
      Flag.withDescription("The bank's origin: logs in there once, and reads again on every save"),
      Flag.atLeast(0)
    ),
    days: Flag.Int("days").pipe(
      Flag.withDescription("How many days back to read, live (default: 90)"),
      Flag.withDefault(90)
    ),
    account: Flag.String("account").pipe(
      Flag.withDescription("Which account of the login to read, live"),
      Flag.optional
    ),
    show: Flag.Boolean("show").pipe(
      Flag.withDescription("Print live movements as they are, not only their shape"),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription(
        "Print one line of JSON on the standard output, of a failure too, and all else on the other"
      ),
      Flag.withDefault(false)
    ),
    once: Flag.Boolean("once").pipe(
      Flag.withDescription(
        "Don't wait for saves; exit code 0: read (and as recorded) as a server would take it in, 1: not"
      ),
      Flag.withDefault(false)
    )
  },
  (flags) =>
    flags.json
      ? dev(flags).pipe(Effect.catch(({ message }) => Effect.andThen(Console.log(failedAsJson(message)), exitWith(1))))
      : dev(flags)
).pipe(Command.withDescription("Play a recording on every save, step by step"))
