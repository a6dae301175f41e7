/** Lists of names as they are written down in these files. */
import type { Random } from "../../lib/random.ts"

export const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)
export const phrases = (text: string): ReadonlyArray<string> => text.trim().split(/\s*,\s*/)

/** A rare name of two or three syllables. */
export const made =
  (starts: string, middles: string, ends: string) =>
  (random: Random): string => {
    const middle = random.chance(0.5) ? random.pick(words(middles)) : ""
    return `${random.pick(words(starts))}${middle}${random.pick(words(ends))}`
  }

/** `Nguyễn 315 Trần 109 …`: each with its share in thousandths of a population; what is left is rare. */
export const weighted = (text: string, rare: (random: Random) => string): ((random: Random) => string) => {
  const listed = words(text)
  const ends: Array<number> = []
  const names: Array<string> = []
  for (let index = 0; index + 1 < listed.length; index += 2) {
    names.push((listed[index] ?? "").replaceAll("_", " "))
    ends.push((ends.at(-1) ?? 0) + Number(listed[index + 1]))
  }
  return (random) => {
    const at = random.next() * 1_000
    const found = ends.findIndex((end) => at < end)
    return found < 0 ? rare(random) : (names[found] ?? rare(random))
  }
}

export interface NameStock {
  /** One given name; some are of two words. */
  readonly given: (random: Random) => string
  /** The frequent ones. */
  readonly usual: ReadonlyArray<string>
  readonly surname: (random: Random) => string
}
