/**
 * One word in two spellings of Latin letters: banks, passports and people each have a table of their own for other alphabets.
 * `Yuriy` is Iurii and Yury, `Mikhail` Mihail, `Papadopoulou` Papadopulu, `Soekarno` Sukarno, `Katou` Katoo.
 */
import { remembered } from "../collections.ts"

/** In a shorter word a letter more makes another name: Thuận and Tuấn, Khánh and Hạnh. */
const shortest = 5
const shortestBreathed = 6

const vowels = (word: string): string => word.replaceAll(/EE|[YI]+/g, "I")

const consonants = (word: string): string =>
  word
    .replaceAll("SHCH", "SCH")
    .replaceAll(/CK|C(?=[AOURLTN]|$)/g, "K")
    .replaceAll("TZ", "TS")
    .replaceAll("W", "V")
    .replace(/([AEO])H$/, "$1")

/** H that some tables write and some don't. */
const unbreathed = (word: string): string =>
  word.length < shortestBreathed ? word : word.replaceAll("KH", "H").replaceAll(/([GDTP])H/g, "$1")

interface Sounds {
  /** OU is U in Greece and Persia, OE in Indonesia. */
  readonly withU: string
  /** OU and OH are a long O in Japan. */
  readonly withO: string
}

const read = (word: string): Sounds => {
  const plain = vowels(consonants(word))
  return {
    withU: unbreathed(plain.replaceAll(/O[UOE]/g, "U")),
    withO: unbreathed(plain.replaceAll(/O[UOH]+/g, "O"))
  }
}

const soundsOf = remembered(20_000, (word: string): Sounds | undefined =>
  word.length >= shortest && /^[A-Z]+$/.test(word) ? read(word) : undefined
)

/** By which a word is found among many. */
export const soundKeys = (word: string): ReadonlyArray<string> => {
  const sounds = soundsOf(word)
  return sounds === undefined ? [] : [...new Set([sounds.withU, sounds.withO])]
}

const mostApart = 3

export const soundAlike = (a: string, b: string): boolean => {
  if (a.length < shortest || b.length < shortest || Math.abs(a.length - b.length) > mostApart) return false
  const [one, other] = [soundsOf(a), soundsOf(b)]
  return one !== undefined && other !== undefined && (one.withU === other.withU || one.withO === other.withO)
}
