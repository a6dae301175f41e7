/** Letters as pages and JSON may write them: `Jos&eacute; O&#39;Hara`, `Jos\u00e9`. */

const marks: ReadonlyMap<string, string> = new Map([
  ["\u0301", "acute"],
  ["\u0300", "grave"],
  ["\u0302", "circ"],
  ["\u0303", "tilde"],
  ["\u0308", "uml"],
  ["\u030a", "ring"],
  ["\u0327", "cedil"]
])

const others: ReadonlyMap<string, string> = new Map([
  ["ß", "szlig"],
  ["ø", "oslash"],
  ["Ø", "Oslash"],
  ["æ", "aelig"],
  ["Æ", "AElig"],
  ["'", "apos"],
  ["’", "rsquo"]
])

const needsEntity = /[^\p{ASCII}]|'/u

const named = (sign: string): string => {
  const [letter = "", mark = ""] = sign.normalize("NFD")
  const name = others.get(sign) ?? (marks.has(mark) ? `${letter}${marks.get(mark)}` : undefined)
  return name === undefined ? sign : `&${name};`
}

const code = (sign: string): number => sign.codePointAt(0) ?? 0

const written = (text: string, write: (sign: string) => string): string =>
  [...text.normalize("NFC")].map((sign) => (needsEntity.test(sign) ? write(sign) : sign)).join("")

/** Always in the same order. */
export const withEntities = (text: string): ReadonlyArray<string> => [
  written(text, named),
  written(text, (sign) => `&#${code(sign)};`),
  written(text, (sign) => `&#x${code(sign).toString(16)};`),
  written(text, (sign) => `&#x${code(sign).toString(16).toUpperCase()};`)
]

const byName = new Map([
  ...[...others].map(([sign, name]) => [name, sign] as const),
  ...[..."aeiouyncAEIOUYNC"].flatMap((letter) =>
    [...marks].map(([mark, name]) => [`${letter}${name}`, `${letter}${mark}`.normalize("NFC")] as const)
  ),
  ["nbsp", " "] as const
])

const signOf = (number: number): string | undefined =>
  number > 31 && number < 0x110000 ? String.fromCodePoint(number) : undefined

/** Signs that would make tags, attributes or the end of a string of a text stay as they are. */
export const withoutEntities = (text: string): string =>
  text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));|\\u([\da-fA-F]{4})/g,
    (entity, decimal, hex, name, unit) => {
      const sign =
        typeof name === "string"
          ? byName.get(name)
          : signOf(typeof decimal === "string" ? Number(decimal) : parseInt(String(hex ?? unit), 16))
      return sign === undefined || /[<>&"\\]/.test(sign) ? entity : sign
    }
  )
