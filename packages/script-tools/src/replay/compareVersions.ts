/** What two versions of a script make of the same recordings. */
import type { RehearsalBrowser } from "@counterfoil/browser"
import type { BrowserUnavailable, ScriptDoesNotLoad, ScriptRunner } from "@counterfoil/core"
import { compareReadings } from "@counterfoil/domain"
import { Effect } from "effect"
import type { Golden, Recording } from "../recording/Recording.ts"
import { replayRecording } from "./replayRecording.ts"

export interface VersionSample {
  /** The recording. */
  readonly name: string
  /** `read`, or the kind of failure that it ended with. */
  readonly outcome_before: string
  readonly outcome_after: string
  readonly movements_before: number
  readonly movements_after: number
  readonly identities_changed: number
  readonly signs_changed: number
}

const readBy = ({ movements }: Golden) =>
  (movements ?? []).map(({ key, movement: { amount, date } }) => ({ key, date, amount }))

const sampleOf = (name: string, before: Golden, after: Golden): VersionSample => {
  const compared = compareReadings(readBy(before), readBy(after))
  return {
    name,
    outcome_before: before.outcome,
    outcome_after: after.outcome,
    movements_before: compared.movementsBefore,
    movements_after: compared.movementsAfter,
    identities_changed: compared.identitiesChanged,
    signs_changed: compared.signsChanged
  }
}

/** Plays each recording to both bundles. */
export const compareVersions = (
  { after, before }: { readonly before: string; readonly after: string },
  recordings: ReadonlyArray<Recording>
): Effect.Effect<
  ReadonlyArray<VersionSample>,
  ScriptDoesNotLoad | BrowserUnavailable,
  RehearsalBrowser | ScriptRunner
> =>
  Effect.forEach(recordings, (recording) =>
    Effect.map(
      Effect.all([replayRecording(before, recording), replayRecording(after, recording)], { concurrency: 2 }),
      ([then, now]) => sampleOf(recording.name, then.golden, now.golden)
    )
  )
