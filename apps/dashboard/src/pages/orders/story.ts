/** An order's story as it is told: what came of one decision is one thing, and nothing is said twice. */
import type { TimelineEntry } from "../../api/types.ts"

export interface Chapter {
  /** The last of those that it tells of. */
  readonly entry: TimelineEntry
  /** How many it tells of. */
  readonly count: number
  /** What pays the order, or paid it. */
  readonly payments: ReadonlyArray<NonNullable<TimelineEntry["movement"]>>
  /** The attempt that decided it. */
  readonly decision: TimelineEntry | undefined
  /** Of a delivery that was taken at once: that. */
  readonly taken: TimelineEntry | undefined
}

const isSame = (one: TimelineEntry, other: TimelineEntry): boolean => {
  if (one.kind !== other.kind) return false
  if (one.kind === "attempt") return one.code === other.code && one.result === other.result
  return (one.kind === "matched" || one.kind === "unmatched") && one.at === other.at
}

export const storyOf = (entries: ReadonlyArray<TimelineEntry>): ReadonlyArray<Chapter> => {
  const matchedAt = new Set(entries.flatMap(({ at, kind }) => (kind === "matched" ? [at] : [])))
  const decides = ({ at, kind, result }: TimelineEntry) =>
    kind === "attempt" && result === "matched" && matchedAt.has(at)
  const triesOf = ({ delivery_id: delivery }: TimelineEntry) =>
    entries.filter(({ delivery_id: id, kind }) => kind === "delivery_attempt" && id === delivery)
  const takenAtOnce = (entry: TimelineEntry): TimelineEntry | undefined => {
    const [first, ...further] = triesOf(entry)
    return first?.result === "delivered" && further.length === 0 ? first : undefined
  }
  const chapters: Array<Chapter> = []
  for (const entry of entries) {
    if (decides(entry) || (entry.kind === "delivery_attempt" && takenAtOnce(entry) !== undefined)) continue
    const before = chapters.at(-1)
    const goesOn = before !== undefined && isSame(before.entry, entry)
    const chapter: Chapter = {
      entry,
      count: goesOn ? before.count + 1 : 1,
      payments: [...(goesOn ? before.payments : []), ...(entry.movement === null ? [] : [entry.movement])],
      decision: entry.kind === "matched" ? entries.find((each) => decides(each) && each.at === entry.at) : undefined,
      taken: entry.kind === "delivery" ? takenAtOnce(entry) : undefined
    }
    if (goesOn) chapters[chapters.length - 1] = chapter
    else chapters.push(chapter)
  }
  return chapters
}
