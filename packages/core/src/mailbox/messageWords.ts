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
const unseen = /<!--|<(style|script|head|title|template)\b/giu

/**
 * Each end is looked for once from where the last one was: what is never ended would be looked through again from each of its
 * beginnings, of which a message may have thousands. What isn't ended is shown, as if it didn't begin.
 */
const withoutUnseen = (html: string): string => {
  const ends = new Map<string, { readonly start: number; readonly after: number }>()
  const endOf = (tag: string, from: number) => {
    const known = ends.get(tag)
    if (known !== undefined && known.start >= from) return known
    const end = tag === "" ? /-->/g : new RegExp(`</${tag}\\s*>`, "gi")
    end.lastIndex = from
    const found = end.exec(html)
    const next =
      found === null
        ? { start: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY }
        : { start: found.index, after: end.lastIndex }
    ends.set(tag, next)
    return next
  }
  const seen: Array<string> = []
  let at = 0
  for (const { 0: begin, 1: tag = "", index } of html.matchAll(unseen)) {
    if (index < at) continue
    const { after } = endOf(tag.toLowerCase(), index + begin.length)
    if (after === Number.POSITIVE_INFINITY) continue
    seen.push(html.slice(at, index), " ")
    at = after
  }
  return seen.join("") + html.slice(at)
}

/** Within a line nothing parts two numbers; a cell or a block does. */
const inline = /<\/?(?:b|strong|i|em|u|span|font|a|small|big|code|tt|mark)\b[^>]*>/giu

/** Behind the last `>` nothing is a tag any more: each `<` there would be looked through to the end. */
const withoutTags = (html: string): string => {
  const end = html.lastIndexOf(">") + 1
  return (
    html
      .slice(0, end)
      .replaceAll(inline, "")
      .replaceAll(/<[^>]*>/gu, "\n") + html.slice(end)
  )
}

export const wordsOfHtml = (html: string): string =>
  withoutTags(withoutUnseen(html))
    .replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,8});/giu, decoded)
    .replaceAll(/[ \t\u00a0]+/g, " ")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join("\n")
