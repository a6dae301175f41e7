/** Plays a fresh recording until it is certain that it replays, and that only what the replays sent is in it. */
import { base64SecretPattern, secretPattern } from "@counterfoil/browser"
import type { DeclaredRequest } from "@counterfoil/core"
import { Data, Effect, Schema } from "effect"
import type { Golden, Recording } from "./recording/Recording.ts"
import { type AsReplayed, asReplayed, type SentRequest } from "./replay/asReplayed.ts"
import { compareGoldens, lostInReplay } from "./replay/golden.ts"
import { forgivable } from "./replay/matchRequest.ts"
import { type Replay, replayRecording } from "./replay/replayRecording.ts"
import { RehearsedCall } from "./run/CallLog.ts"

/** Nothing was written. `message` has one line for each reason. */
export class NotRecorded extends Data.TaggedError("NotRecorded")<{ readonly message: string }> {}

export const refuse = (reasons: ReadonlyArray<string>) => new NotRecorded({ message: reasons.join("\n") })

/** Another hour of another day: what depends on the clock differs then. */
const clockShift = 93_784_000

/** Why a replay of the fresh recording is not the run that was recorded. */
const faultsOf = ({ result, traffic }: Replay): ReadonlyArray<string> => [
  ...traffic.unmatched.map((sentence) => `the replay asked for something else: ${sentence}`),
  ...(result?.failure === undefined ? [] : [`the replay ended with ${result.failure.kind}: ${result.failure.message}`])
]

const learn = (recording: Recording, { traffic }: Replay): ReadonlyArray<string> =>
  traffic.changed.flatMap(({ differences, key }) => forgivable(recording.exchanges, key, differences))

const union = (...lists: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  [...new Set(lists.flat())].sort()

const encodeCalls = Schema.fromJsonString(Schema.Array(RehearsedCall))

/** Does `scrub` to what the script saw and named. */
export const scrubCalls = (
  calls: ReadonlyArray<RehearsedCall>,
  scrub: (text: string) => string
): ReadonlyArray<RehearsedCall> => {
  const text = Schema.encodeSync(encodeCalls)(calls)
  return Schema.decodeSync(encodeCalls)(scrub(text))
}

const shows = ({ headers, request }: SentRequest, secret: string): boolean => {
  const all = [request.url, request.body?.toString("latin1") ?? "", JSON.stringify(headers)].join("\n")
  return secretPattern(secret).test(all) || base64SecretPattern(secret).test(all)
}

/** What was typed and can neither be seen in what a replay sent, nor in that it sent something else, is somewhere unknown. */
const isLost = (typed: ReadonlyArray<string>, sent: ReadonlyArray<SentRequest>, { differs }: AsReplayed): boolean =>
  !differs && typed.some((secret) => !sent.some((each) => shows(each, secret)))

const lostWords =
  "  the script may go by words that were taken out: --review shows what was replaced, --keep TEXT keeps it"

const noSleeps = "  replays don't sleep: wait for something that is seen, not for a time"

const lostSecret =
  "what was typed can't be found in what the page sent, and the page sent the same when something else was typed: " +
  "nothing shows that the recording doesn't hold it, and nothing was written"

/** Two replays that forgive what changes by itself, then one that forgives nothing else. */
export const settle = Effect.fnUntraced(function* (
  { bundle, tell }: { readonly bundle: string; readonly tell: (line: string) => void },
  draft: Recording,
  {
    failure,
    live,
    proposed: alsoAllowed,
    typed
  }: {
    readonly failure: string | undefined
    /** What the run at the bank read. */
    readonly live: Golden
    readonly proposed: ReadonlyArray<DeclaredRequest>
    /** The false secrets that a replay types in the place of those that were typed. */
    readonly typed: ReadonlyArray<string>
  }
) {
  const [first, second] = yield* Effect.all(
    [
      replayRecording(bundle, draft, { learning: true, alsoAllowed }),
      replayRecording(bundle, draft, { learning: true, clockShift, alsoAllowed })
    ],
    { concurrency: 2 }
  )
  const learned = union(learn(draft, first), learn(draft, second))
  const replayed = asReplayed(draft.exchanges, [first.traffic.sent, second.traffic.sent], new Set(learned))
  const recording = {
    ...draft,
    head: { ...draft.head, volatile: learned },
    exchanges: replayed.exchanges,
    calls: scrubCalls(draft.calls, replayed.scrub)
  }
  // With nothing to forgive, the first replay was already as strict as any.
  const isStrict = learned.length === 0 && !replayed.differs
  const proof = isStrict ? first : yield* replayRecording(bundle, recording, { alsoAllowed })
  const faults = failure === undefined ? faultsOf(proof) : proof.traffic.unmatched
  if (faults.length > 0) return yield* refuse(faults)
  if (isLost(typed, first.traffic.sent, replayed)) return yield* refuse([lostSecret])
  const differs = compareGoldens(first.golden, proof.golden)
  if (differs !== undefined) {
    const sentences = differs.sentences.map((sentence) => `two replays differ: ${sentence}`)
    return yield* refuse([...sentences, ...(proof.result?.slept === true ? [noSleeps] : [])])
  }
  if (failure !== undefined && proof.golden.outcome !== failure) {
    return yield* refuse([`the run ended with ${failure}, its replay with ${proof.golden.outcome}`])
  }
  const lost = failure === undefined ? lostInReplay(live, proof.golden) : []
  if (lost.length > 0) {
    const sentences = lost.map((sentence) => `the replay reads something else than the run at the bank: ${sentence}`)
    return yield* refuse([...sentences, lostWords, ...(proof.result?.slept === true ? [noSleeps] : [])])
  }
  tell(`replayed ✔${learned.length === 0 ? "" : `, changes from run to run: ${learned.join(", ")}`}`)
  return { ...recording, golden: proof.golden }
})
