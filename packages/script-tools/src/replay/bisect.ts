/** Which version of a script first read a recording otherwise than the one before it. */
import type { RehearsalBrowser } from "@counterfoil/browser"
import type { BrowserUnavailable, ScriptDoesNotLoad, ScriptRunner } from "@counterfoil/core"
import { Effect } from "effect"
import type { Golden, Recording } from "../recording/Recording.ts"
import { compareGoldens } from "./golden.ts"
import { replayRecording } from "./replayRecording.ts"

export interface ScriptVersion {
  readonly version: string
  readonly bundle: string
}

/** What one version made of a recording. */
export interface BisectRow {
  readonly version: string
  readonly golden: Golden
  /** How it differs from the version before, in sentences; empty: not at all, or it is the first one. */
  readonly changes: ReadonlyArray<string>
  readonly identitiesChanged: number
}

/** Plays the recording to every version, in the order given. */
export const bisectRecording = Effect.fn("bisectRecording")(function* (
  versions: ReadonlyArray<ScriptVersion>,
  recording: Recording
): Effect.fn.Return<ReadonlyArray<BisectRow>, ScriptDoesNotLoad | BrowserUnavailable, RehearsalBrowser | ScriptRunner> {
  const replays = yield* Effect.forEach(versions, ({ bundle }) => replayRecording(bundle, recording), {
    concurrency: 2
  })
  return versions.flatMap(({ version }, index) => {
    const replay = replays[index]
    if (replay === undefined) return []
    const before = replays[index - 1]
    const difference = before === undefined ? undefined : compareGoldens(before.golden, replay.golden)
    return [
      {
        version,
        golden: replay.golden,
        changes: [...(difference?.sentences ?? []), ...(difference === undefined ? [] : replay.traffic.unmatched)],
        identitiesChanged: difference?.identitiesChanged ?? 0
      }
    ]
  })
})
