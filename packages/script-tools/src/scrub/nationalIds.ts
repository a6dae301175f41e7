/**
 * Numbers that a country gives its people and firms, by the rules of `stdnum`. Any long number fits the check digit of some
 * country, so a number counts only where it is written as such numbers are, or where the page says beside it what it is.
 */
import { stdnum } from "stdnum"

interface Rule {
  readonly names: ReadonlyArray<string>
  readonly isValid: (text: string) => boolean
}

/** Rules for the ids of persons, firms and tax payers in every country that the library knows. */
const rules: ReadonlyArray<Rule> = Object.values(stdnum).flatMap((country) =>
  Object.values(country).map((validator) => ({
    names: [validator.localName, validator.abbreviation ?? ""].filter((name) => name.trim().length >= 2),
    // Some strip the signs between the digits, others want them gone.
    isValid: (text: string) =>
      validator.validate(text).isValid || validator.validate(text.replaceAll(/[^\p{L}\d]/gu, "")).isValid
  }))
)

const escaped = (text: string): string => text.trim().replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Words that stand beside other things too; beside a balance, `Cr` is a credit. */
const ambiguous = /^(?:id|in|no|tin|vat|tva|iva|mwst|cr)$/i

const labels = [...new Set(rules.flatMap(({ names }) => names).filter((name) => !ambiguous.test(name)))]
  .toSorted((a, b) => b.length - a.length)
  .map(escaped)

/** The number's own name, little else, and the number: `RUT: 12.345.678-5`, `<td>DNI</td><td>12345678Z</td>`. */
const labelled = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${labels.join("|")}|tax (?:id|number)|national id|passport|pasaporte|c[eé]dula|steuer-?id)` +
    `(?:\\s*(?:n[º°o.]*|number|nr\\.?))?(?:["'\\s:=]|<[^>]*>){1,12}([\\p{Lu}\\d][\\p{Lu}\\d.\\-/ ]{4,18}[\\p{Lu}\\d])(?![\\p{L}\\p{N}])`,
  "giu"
)

/** Groups of digits with a hyphen or a slash: `12.345.678-5`, `529.982.247-25`, `20-12345678-6`. */
const grouped =
  /(?<![\p{L}\p{N}.,/-])[A-Z]?\d{1,9}(?:[.-]\d{2,8}){0,3}[-/](?:\d{4}-)?[\dA-Zk]{1,4}(?![\p{L}\p{N},/-])/gu

const isDate = (text: string): boolean =>
  /^(?:\d{1,2}[-/.]){2}\d{2,4}$|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(text) ||
  /^\d{1,2}[-/. ]+\p{L}{3,}[-/. ]+\d{2,4}$|^\d{4}[-/. ]+\p{L}{3,}[-/. ]+\d{1,2}$/u.test(text)
const isAmount = (text: string): boolean => /^\d[\d ]*\.\d{2}$/.test(text)
/** India's PAN has four digits among its letters. */
const isPan = (text: string): boolean => /^[A-Z]{5}\d{4}[A-Z]$/.test(text)
const digitsIn = (text: string): number => text.replaceAll(/\D/g, "").length

/** Every such number in a text, as it stands there. */
export const nationalIds = (text: string): ReadonlyArray<string> => {
  const said = [...text.matchAll(labelled)].flatMap(([, number = ""]) => number.trim())
  const written = [...text.matchAll(grouped)]
    .map(([number]) => number)
    .filter((number) => digitsIn(number) >= 7 && !isDate(number) && rules.some(({ isValid }) => isValid(number)))
  const isId = (number: string) => (digitsIn(number) >= 5 && !isDate(number) && !isAmount(number)) || isPan(number)
  return [...new Set([...said.filter(isId), ...written])]
}
