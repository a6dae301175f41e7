/** The canaries: secrets that a session holds, and every spelling in which something that crosses the bridge could show one. */

export const secrets = { username: "vic user-83", password: "Tr0ub4dor&3 zoë" }
export const victimPassword = "victims-own-77"

const hexOf = (text: string): string => Buffer.from(text).toString("hex")
const rot13 = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter < "a" ? 65 : 97
    return String.fromCharCode(first + ((letter.charCodeAt(0) - first + 13) % 26))
  })
const codePoints = (text: string, radix: 10 | 16): string =>
  [...text].map((sign) => `&#${radix === 16 ? "x" : ""}${(sign.codePointAt(0) ?? 0).toString(radix)};`).join("")
const units = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")
/** Of base64 the part that the secret alone decides, wherever in a longer text it stands. */
const base64 = (bytes: Buffer): ReadonlyArray<string> =>
  [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replaceAll("=", "")
    return whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
const forAddresses = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_")

/** Spelled by other means than those that take it out. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = {
  plain: (secret) => secret,
  capitals: (secret) => secret.toUpperCase(),
  "small letters": (secret) => secret.toLowerCase(),
  percent: encodeURIComponent,
  "percent, twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "percent, every byte": (secret) => hexOf(secret).replaceAll(/../g, "%$&"),
  form: (secret) => new URLSearchParams({ x: secret }).toString().slice(2),
  JSON: (secret) => JSON.stringify(secret).slice(1, -1),
  "JSON, twice": (secret) => JSON.stringify(JSON.stringify(secret)).slice(3, -3),
  "escapes of JSON": units,
  entities: (secret) => secret.replaceAll("&", "&amp;"),
  "decimal entities": (secret) => codePoints(secret, 10),
  "hexadecimal entities": (secret) => codePoints(secret, 16),
  hexadecimal: hexOf,
  "hexadecimal capitals": (secret) => hexOf(secret).toUpperCase(),
  base64: (secret) => base64(Buffer.from(secret))[0] ?? "",
  "base64 behind one byte": (secret) => base64(Buffer.from(secret))[1] ?? "",
  "base64 behind two bytes": (secret) => base64(Buffer.from(secret))[2] ?? "",
  base64url: (secret) => forAddresses(base64(Buffer.from(secret))[0] ?? ""),
  backwards: (secret) => [...secret].toReversed().join(""),
  ROT13: rot13,
  "spaces between": (secret) => [...secret].join(" "),
  "dashes between": (secret) => [...secret].join("-"),
  "points between": (secret) => [...secret].join("."),
  "nothing visible between": (secret) => [...secret].join("\u200b"),
  "a list of its letters": (secret) => JSON.stringify([...secret]).slice(1, -1),
  "UTF-16": (secret) => [...secret].join("\u0000")
}

/** As it stands, and as it stands in JSON, and in JSON that stands in JSON: what is looked through has been printed so. */
const inJson = (text: string): ReadonlyArray<string> => {
  const once = JSON.stringify(text).slice(1, -1)
  return [text, once, JSON.stringify(once).slice(1, -1)]
}

const known = [secrets.username, secrets.password, victimPassword].map((secret) => ({
  secret,
  spellings: [...new Set(Object.values(encodings).flatMap((spell) => inJson(spell(secret))))]
}))

/** Which secrets a text shows, however they are spelled there. */
export const leaksIn = (text: string): ReadonlyArray<string> =>
  known.filter(({ spellings }) => spellings.some((spelling) => text.includes(spelling))).map(({ secret }) => secret)
