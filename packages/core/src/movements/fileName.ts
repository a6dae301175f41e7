/** An uploaded file's name, as far as it is kept for people to know the file again. */

const longest = 100

/** Whatever stands before it, is cut off all the same. */
const looked = 1_000

/** In groups of four too, and in small letters. */
const number =
  /(?<![\dA-Z])[A-Z]{2}\d{2}(?:[ -]?[\dA-Z]{4}){2,7}(?:[ -]?\d{1,3})?(?![\dA-Z])|(?:\d{4}[ -]){2,}\d{1,4}(?!\d)|\d{9,}/giu
const fewestDigits = 8

/** Banks name files by the account: of a number that long its end is enough, as everywhere. */
const endOf = (text: string): string =>
  text.replaceAll(/\D/g, "").length < fewestDigits ? text : `…${text.replaceAll(/[ -]/g, "").slice(-4)}`

/** Without folders and control characters; null: nothing is left of it. */
export const fileNameOf = (name: string): string | null => {
  const last = (name.slice(-looked).split(/[/\\]/).at(-1) ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim()
  return [...last.replaceAll(number, endOf)].slice(0, longest).join("") || null
}
