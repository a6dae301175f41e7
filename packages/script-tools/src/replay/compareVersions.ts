/** What two versions of a script make of the same recordings. */
import type { RehearsalBrowser } from "@counterfoil/browser"
import type { BrowserUnavailable, ScriptDoesNotLoad, ScriptRunner } from "@counterfoil/core"
import { Effect } from "effect"
import type { Golden, Recording } from "../recording/Recording.ts"
import { compareGoldens } from "./golden.ts"
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

const signOf = (amount: string | undefined): string => (amount?.startsWith("-") === true ? "-" : "+")

/** The same row of both, where a sign is another. */
const signsChanged = (before: Golden, after: Golden): number =>
  (before.movements ?? []).filter(({ movement }, index) => {
    const other = after.movements?.[index]?.movement
    return other !== undefined && other.date === movement.date && signOf(other.amount) !== signOf(movement.amount)
  }).length

const sampleOf = (name: string, before: Golden, after: Golden): VersionSample => ({
  name,
  outcome_before: before.outcome,
  outcome_after: after.outcome,
  movements_before: before.movements?.length ?? 0,
  movements_after: after.movements?.length ?? 0,
  identities_changed: compareGoldens(before, after)?.identitiesChanged ?? 0,
  signs_changed: signsChanged(before, after)
})

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
