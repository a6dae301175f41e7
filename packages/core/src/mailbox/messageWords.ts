/** The words of a message that may hold a code: its plain part, or what a person would read of its HTML. */

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ")

const decoded = (_: string, entity: string): string =>
  entity.startsWith("#x") || entity.startsWith("#X")
    ? characterOf(Number.parseInt(entity.slice(2), 16))
    : entity.startsWith("#")
      ? characterOf(Number.parseInt(entity.slice(1), 10))
      : (named[entity.toLowerCase()] ?? " ")

/** What isn't shown (colours, links, invisible letters) holds numbers too, which are no codes. */
const unseen = /<!--[^]*?-->|<(style|script|head|title|template)\b[^]*?<\/\1\s*>/giu
/** Within a line nothing parts two numbers; a cell or a block does. */
const inline = /<\/?(?:b|strong|i|em|u|span|font|a|small|big|code|tt|mark)\b[^>]*>/giu

export const wordsOfHtml = (html: string): string =>
  html
    .replaceAll(unseen, " ")
    .replaceAll(inline, "")
    .replaceAll(/<[^>]*>/gu, "\n")
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/giu, decoded)
    .replaceAll(/[ \t\u00a0]+/g, " ")
    .replaceAll(/\s*\n\s*/g, "\n")
    .trim()
