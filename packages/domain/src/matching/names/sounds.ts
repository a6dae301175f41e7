/**
 * One word in two spellings of Latin letters: banks, passports and people each have a table of their own for other alphabets.
 * `Yuriy` is Iurii and Yury, `Mikhail` Mihail, `Semyonov` Semenov, `Zaitsev` Zaicev, `Papadopoulou` Papadopulu, `Soekarno`
 * Sukarno, `Katou` Katoo, `Mohammed` Muhamad.
 */
import { remembered } from "../../collections.ts"

/** In a shorter word a letter more makes another name: Thuận and Tuấn, Khánh and Hạnh. */
const shortest = 5
const shortestBreathed = 6

/** Of words that one table writes with four letters. */
const shortestShort = 4
const longestShort = 6

const vowels = (word: string): string => word.replaceAll(/EE|[YI]+/g, "I")

const consonants = (word: string): string =>
  word
    .replaceAll("SHCH", "SCH")
    .replaceAll(/CK|C(?=[AOURLTN]|$)/g, "K")
    .replaceAll(/TZ|C(?=[EIY])/g, "TS")
    .replaceAll("W", "V")
    .replace(/([AEO])H$/, "$1")
    .replaceAll(/(?<=[BDFLMNPRSTVZ])YO(?![UEOH])/g, "E")
    .replace(/^M(?:O|OE|U)HA?M+[AE]D$/, "MUHAMAD")
    .replace(/^A(?:C?H|KH)M[AE]D$/, "AHMAD")

/** H that some tables write and some don't. */
const unbreathed = (word: string): string =>
  word.length < shortestBreathed ? word : word.replaceAll("KH", "H").replaceAll(/([GDTP])H/g, "$1")

interface Sounds {
  /** OU is U in Greece and Persia, OE in Indonesia. */
  readonly withU: string
  /** OU and OH are a long O in Japan. */
  readonly withO: string
}

const plainOf = (word: string): string => vowels(consonants(word))

/** Kuznecov is Kuznetsov, and Isacov Isakov. */
const read = (word: string): Sounds => ({
  withU: unbreathed(plainOf(word.replace(/C(?=OVA?$)/, "TS")).replaceAll(/O[UOE]/g, "U")),
  withO: unbreathed(plainOf(word).replaceAll(/O[UOH]+/g, "O"))
})

const isLatin = (word: string): boolean => /^[A-Z]+$/.test(word)

/** Of a short word no more than letters that stand for one another: Ilya and Ilia, Yury and Iurii, Budi and Boedi. Or nothing. */
const shortReading = remembered(20_000, (word: string): string => {
  if (word.length < shortestShort || word.length > longestShort || !isLatin(word)) return ""
  const plain = word.replaceAll("Y", "I").replaceAll("OE", "U").replace(/II$/, "I")
  return plain.length > shortestShort ? "" : plain
})

const soundsOf = remembered(20_000, (word: string): Sounds | undefined =>
  word.length >= shortest && isLatin(word) ? read(word) : undefined
)

/** By which a word is found among many. */
export const soundKeys = remembered(20_000, (word: string): ReadonlyArray<string> => {
  const [sounds, short] = [soundsOf(word), shortReading(word)]
  return [...new Set([...(sounds === undefined ? [] : [sounds.withU, sounds.withO]), ...(short === "" ? [] : [short])])]
})

const mostApart = 3

export const soundAlike = (a: string, b: string): boolean => {
  const shorter = Math.min(a.length, b.length)
  if (shorter < shortestShort || Math.abs(a.length - b.length) > mostApart) return false
  return shorter < shortest ? areShortAlike(a, b) : readAlike(soundsOf(a), soundsOf(b))
}

/** Most short words begin or end otherwise: that is seen without a look into a memory. */
const areShortAlike = (a: string, b: string): boolean =>
  standAlike(a[0], b[0]) &&
  standAlike(a.at(-1), b.at(-1)) &&
  shortReading(a) !== "" &&
  shortReading(a) === shortReading(b)

const standAlike = (a: string | undefined, b: string | undefined): boolean => a === b || (isVowelI(a) && isVowelI(b))
const isVowelI = (letter: string | undefined): boolean => letter === "I" || letter === "Y"

const readAlike = (one: Sounds | undefined, other: Sounds | undefined): boolean =>
  one !== undefined && other !== undefined && (one.withU === other.withU || one.withO === other.withO)
