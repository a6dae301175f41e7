/** An uploaded file's name, as far as it is kept for people to know the file again. */

const longest = 100

/** Banks name files by the account: of a number that long its end is enough, as everywhere. */
const longNumber = /\p{Lu}{2}\d{2}[\dA-Z]{11,30}(?![\dA-Z])|\d{9,}/gu

/** Without folders and control characters; null: nothing is left of it. */
export const fileNameOf = (name: string): string | null => {
  const last = (name.split(/[/\\]/).at(-1) ?? "").replaceAll(/[\p{C}\s]+/gu, " ").trim()
  const masked = last.replaceAll(longNumber, (number) => `…${number.slice(-4)}`)
  return [...masked].slice(0, longest).join("") || null
}
