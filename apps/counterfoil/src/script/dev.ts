/** `script dev`: plays a recording, or the bank itself, and again on every save, telling each step and what was read. */
import {
  explainFailure,
  openLiveSession,
  readRecording,
  recordingNames,
  replayRecording,
  sentenceOf,
  stage
} from "@counterfoil/script-tools"
import { Console, Effect, Option, Queue, Stream } from "effect"
import { Argument, Command, Flag, type Prompt } from "effect/cli"
import type { Golden } from "@counterfoil/script-tools"
import { watch } from "node:fs"
import { askCredentials, askSecret } from "./askPerson.ts"
import { movementTable } from "./movementTable.ts"
import { faultsOf, notesOf } from "./testRecordings.ts"
import { attempt, bundleOf, folderFlag, ScriptCommandFailed } from "./ScriptFolder.ts"

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

const tell = (line: string) => process.stdout.write(`${line}\n`)

const say = (lines: ReadonlyArray<string>) => Effect.forEach(lines, (line) => Console.log(line), { discard: true })

/** A round that fails is told, and the next save starts another. */
const rounds = <E extends { readonly message: string }, R>(
  folder: string,
  { json, once }: { readonly json: boolean; readonly once: boolean },
  round: (saved: string) => Effect.Effect<void, E, R>
) =>
  Stream.runForEach(once ? Stream.take(saves(folder), 1) : saves(folder), (saved) =>
    Effect.gen(function* () {
      if (saved !== "start" && !json) yield* Console.log(`\nsaved ${saved} → again`)
      const from = performance.now()
      yield* round(saved).pipe(Effect.catch((error) => Console.log(`✘ ${error.message}`)))
      if (!json) yield* Console.log(`${((performance.now() - from) / 1000).toFixed(1)} s`)
    })
  )

/** How a round is told: for people on the terminal, or as one line of JSON. */
interface Telling {
  readonly json: boolean
  readonly show: boolean
}

/** All that was read, for programs. */
const asJson = ({ coverage, movements, outcome }: Golden): string =>
  JSON.stringify({ outcome, coverage, movements: movements?.map(({ key, movement }) => ({ ...movement, key })) })

const replayRound = (folder: string, name: string, { json }: Telling) =>
  Effect.fnUntraced(function* () {
    const { bundle, map } = yield* bundleOf(folder)
    const recording = yield* attempt(() => readRecording(folder, name))
    if (!json) yield* Console.log(`replay ${name}`)
    const replay = yield* replayRecording(bundle, recording, json ? {} : { tell })
    if (json) return yield* Console.log(asJson(replay.golden))
    yield* say(movementTable(replay.golden))
    const faults = faultsOf(recording, replay, map)
    yield* say(notesOf(replay))
    yield* say(faults.length === 0 ? ["✔ as recorded"] : faults.map((line) => `✘ ${line}`))
  })

const liveRounds = Effect.fnUntraced(function* (
  folder: string,
  once: boolean,
  origins: ReadonlyArray<string>,
  { account, days, json, show }: Telling & { readonly days: number; readonly account: string | undefined }
) {
  const credentials = yield* askCredentials
  const terminal = yield* Effect.context<Prompt.Environment>()
  const session = yield* openLiveSession({
    origins,
    account,
    since: new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
    credentials,
    code: ({ length }) => askSecret(`code (${length} characters)`).pipe(Effect.provide(terminal), Effect.orDie),
    tell: json ? () => undefined : tell
  })
  yield* rounds(
    folder,
    { json, once },
    Effect.fnUntraced(function* () {
      if (session.isRefused()) {
        return yield* new ScriptCommandFailed({ message: "the bank refused the login: not sent again; start anew" })
      }
      const { bundle, map } = yield* bundleOf(folder)
      const { golden, result } = yield* session.read(bundle)
      if (json) yield* Console.log(asJson(golden))
      // What a bank said of a real customer: others may look at the screen, and terminals are logged.
      else yield* say(movementTable(golden, show ? "all" : "shape"))
      yield* say(result.refused.map(sentenceOf))
      yield* say(explainFailure(result, [], map))
    })
  )
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
    days: Flag.Int("days").pipe(Flag.withDescription("How many days back to read, live"), Flag.withDefault(90)),
    account: Flag.String("account").pipe(
      Flag.withDescription("Which account of the login to read, live"),
      Flag.optional
    ),
    show: Flag.Boolean("show").pipe(
      Flag.withDescription("Print live movements as they are, not only their shape"),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print what was read as one line of JSON, and nothing else"),
      Flag.withDefault(false)
    ),
    once: Flag.Boolean("once").pipe(Flag.withDescription("Don't wait for saves"), Flag.withDefault(false))
  },
  Effect.fnUntraced(function* ({ account, days, folder, headed, json, live, once, recording, show }) {
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
).pipe(Command.withDescription("Play a recording on every save, step by step"))
