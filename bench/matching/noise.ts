/**
 * How one payer's name comes to be written twice: by the customer in the shop's order, and by the bank in the movement. All
 * shares are our estimates, the same for everything that is measured; nothing here knows how names are compared.
 */
import type { Random } from "../lib/random.ts"
import { habits } from "./cultures/index.ts"
import type { NameParts } from "./cultures/Habits.ts"
import { bankShort, nicknames } from "./names.ts"
import { noNoise, type Noise } from "./noiseKinds.ts"
import { type Company, type Payer, type Person, person } from "./people.ts"

export * from "./noiseKinds.ts"

const isArabic = (text: string): boolean => /\p{Script=Arabic}/u.test(text)
const unmarked: Readonly<Record<string, string>> = { ß: "ss", ı: "i", đ: "d", Đ: "D", ł: "l", Ł: "L" }
const withoutMarks = (text: string): string =>
  isArabic(text)
    ? text
    : text
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .replace(/[ßıđĐłŁ]/g, (letter) => unmarked[letter] ?? letter)

/** One slip of a finger in a word of four letters or more. */
const mistyped = (random: Random, text: string): string => {
  const words = text.split(" ")
  const long = [...words.keys()].filter((index) => (words[index] ?? "").length >= 4)
  if (long.length === 0) return text
  const at = random.pick(long)
  const word = words[at] ?? ""
  // Hardly anybody mistypes a first letter.
  const place = random.chance(0.03) ? 0 : 1 + random.int(word.length - 1)
  const letters = isArabic(word) ? "ابتدرسعلمنهوي" : "aeiorstnlmdcbgpv"
  const [before, letter, after] = [word.slice(0, place), word[place] ?? "", word.slice(place + 1)]
  const slips = [
    `${before}${random.pick([...letters])}${after}`,
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    after === ""
      ? `${before.slice(0, -1)}${letter}${before.slice(-1)}`
      : `${before}${after[0]}${letter}${after.slice(1)}`
  ]
  return words.with(at, random.pick(slips)).join(" ")
}

/** The one that a person is called by, where others are left out. */
const calledBy = ({ culture, given }: Person): ReadonlyArray<string> =>
  habits[culture].called === "last" ? given.slice(-1) : given.slice(0, 1)

/** The one that stays, where others are left out. */
const familyOf = ({ culture, surnames }: Person): ReadonlyArray<string> =>
  habits[culture].keeps === "first" ? surnames.slice(0, 1) : surnames.slice(-1)

const written = (random: Random, { culture }: Person, parts: NameParts): NameParts =>
  habits[culture].write?.(random, parts) ?? parts

/** J. for a second given name, where this culture does so. */
const withMiddleInitial = (random: Random, { middleInitial }: Noise, given: ReadonlyArray<string>) => {
  if (middleInitial === 0 || given.length < 2 || !random.chance(middleInitial)) return given
  return given.map((name, index) => (index === 0 ? name : name.slice(0, 1)))
}

const orderedPerson = (random: Random, noise: Noise, payer: Person): string => {
  const first = random.chance(noise.noMiddle) ? calledBy(payer) : payer.given
  const called = random.chance(noise.nickname)
    ? first.map((name) => nicknames.get(name.split(" ")[0] ?? "") ?? name)
    : first
  const short = payer.surnames.length > 1 && random.chance(noise.shortOrder)
  const kept = { given: withMiddleInitial(random, noise, called), surnames: short ? familyOf(payer) : payer.surnames }
  const { given, surnames } = written(random, payer, kept)
  const { familyFirst = 0 } = habits[payer.culture]
  return (familyFirst > 0 && random.chance(familyFirst) ? [...surnames, ...given] : [...given, ...surnames]).join(" ")
}

const orderedCompany = (random: Random, noise: Noise, { words, forms }: Company): string =>
  [...words, ...(random.chance(noise.noForm) ? [] : [forms[0] ?? ""])].join(" ")

/** The name as the customer typed it. */
export const orderName = (random: Random, noise: Noise, payer: Payer): string => {
  const whole = payer.kind === "person" ? orderedPerson(random, noise, payer) : orderedCompany(random, noise, payer)
  const typed = random.chance(noise.typo) ? mistyped(random, whole) : whole
  const plain = random.chance(noise.plainOrder) ? withoutMarks(typed) : typed
  return random.chance(0.1) ? plain.toLowerCase() : random.chance(0.1) ? plain.toUpperCase() : plain
}

export interface BankStyle {
  /** Characters after which the bank cuts names off; absent: it doesn't. */
  readonly cutsAt?: number | undefined
  /** The script says so. */
  readonly declared: boolean
}

const initialed = (random: Random, given: ReadonlyArray<string>): ReadonlyArray<string> => {
  const all = given.flatMap((name) => name.split(" "))
  const from = all.length > 1 && random.chance(0.4) ? 1 : 0
  const dot = random.chance(0.3) ? "." : ""
  return all.map((name, index) => (index >= from ? `${name.slice(0, 1)}${dot}` : name))
}

const printedPerson = (random: Random, noise: Noise, payer: Person): string => {
  const given = payer.given.length > 1 && random.chance(noise.bankNoMiddle) ? calledBy(payer) : payer.given
  const called =
    !isArabic(given[0] ?? "") && random.chance(noise.initials)
      ? initialed(random, given)
      : withMiddleInitial(random, noise, given)
  const one = payer.surnames.length > 1 && random.chance(noise.oneSurname)
  const print = written(random, payer, { given: called, surnames: one ? familyOf(payer) : payer.surnames })
  const turned = payer.culture !== "arabic" && random.chance(noise.surnameFirst)
  const comma = turned && random.chance(0.4) ? "," : ""
  const name = turned ? [`${print.surnames.join(" ")}${comma}`, ...print.given] : [...print.given, ...print.surnames]
  const title = random.chance(noise.title) ? [random.pick(habits[payer.culture].titles)] : []
  return [...title, ...name].join(" ")
}

const printedCompany = (random: Random, { words, forms }: Company): string =>
  [...words, ...(random.chance(0.1) ? [] : [random.pick(forms)])].join(" ")

const abbreviated = (text: string): string =>
  text
    .split(" ")
    .map((word) => bankShort.get(word) ?? word)
    .join(" ")

const umlauts: Readonly<Record<string, string>> = { Ä: "AE", Ö: "OE", Ü: "UE" }
const arabicVariants: Readonly<Record<string, string>> = { أ: "ا", إ: "ا", آ: "ا", ة: "ه", ى: "ي" }

/** Another usual spelling of the same letters. */
const respelt = (text: string): string =>
  isArabic(text)
    ? text.replace(/[أإآةى]/g, (letter) => arabicVariants[letter] ?? letter).replace(/عبد /g, "عبد")
    : text.normalize("NFC").replace(/[ÄÖÜ]/g, (letter) => umlauts[letter] ?? letter)

const broken = (random: Random, text: string): string => {
  const instead = random.pick<(letter: string) => string>([
    () => "?",
    () => "?",
    () => "\uFFFD",
    () => "",
    (letter) => Buffer.from(letter, "utf8").toString("latin1")
  ])
  return isArabic(text) ? text : text.normalize("NFC").replace(/[À-ÖØ-Þ]/g, instead)
}

const glued = (random: Random, text: string): string => {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index)
  if (spaces.length === 0) return text
  const at = random.pick(spaces)
  return `${text.slice(0, at)}${text.slice(at + 1)}`
}

/** The name as the bank prints it. */
export const bankName = (random: Random, noise: Noise, payer: Payer, style: BankStyle): string => {
  const name = payer.kind === "person" ? printedPerson(random, noise, payer) : printedCompany(random, payer)
  const other = payer.kind === "person" && random.chance(noise.joint) ? person(random, payer.culture) : undefined
  const partner =
    other === undefined ? "" : `${random.pick([" Y ", " / ", " + "])}${printedPerson(random, noNoise, other)}`
  const upper = `${name}${partner}`.toUpperCase()
  const shortened = random.chance(noise.abbreviation) ? abbreviated(withoutMarks(upper)) : upper
  const spelt = random.chance(noise.respelt) ? respelt(shortened) : shortened
  const printed = random.chance(noise.brokenAccents)
    ? broken(random, spelt)
    : random.chance(0.1)
      ? spelt
      : withoutMarks(spelt)
  const slipped = random.chance(noise.bankTypo) ? mistyped(random, printed).toUpperCase() : printed
  const joined = random.chance(noise.glued) ? glued(random, slipped) : slipped
  return style.cutsAt !== undefined && random.chance(noise.cut) ? joined.slice(0, style.cutsAt).trimEnd() : joined
}
