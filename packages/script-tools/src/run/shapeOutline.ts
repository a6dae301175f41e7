/** Texts for screens that others look at: how they look, and not what they say. */

/** "-1,234.56" as "-9,999.99", "TRF DE ANA" as "XXX XX XXX": enough to see whether a column was read. */
export const shapeOf = (text: string): string =>
  text
    .replaceAll(/\p{Lu}/gu, "X")
    .replaceAll(/\p{L}/gu, (letter) => (letter === "X" ? "X" : "x"))
    .replaceAll(/\d/g, "9")

const row = /^\s*- (?:row|listitem|article|option)\b/
const amountOrDay = /\d[.,]\d\d(?!\d)|\d[/.-]\d?\d[/.-]\d|\d{4}-\d\d/
const indentOf = (line: string): number => line.length - line.trimStart().length

/** The role stays, and what is in brackets behind the name. */
const shapeOfLine = (line: string): string =>
  line.replace(
    /^(\s*- [a-z]+)(.*?)((?: \[[^\]]*\])*)$/,
    (_, role: string, name: string, states: string) => `${role}${shapeOf(name)}${states}`
  )

/**
 * An outline of a page on which a customer's movements are. Rows with a digit in them, and other texts with an amount or a day,
 * are told by their shape; what a script looks for besides (headings, buttons, links of a menu) by their words, without digits.
 */
export const shapeOutline = (outline: string): string => {
  const lines = outline.split("\n")
  let dataUntil = -1
  return lines
    .map((line, at) => {
      if (!/^\s*- /.test(line)) return line
      if (at > dataUntil && row.test(line)) {
        const next = lines.findIndex((other, place) => place > at && indentOf(other) <= indentOf(line))
        const end = next === -1 ? lines.length : next
        if (/\d/.test(lines.slice(at, end).join("\n"))) dataUntil = end - 1
      }
      if (at <= dataUntil || amountOrDay.test(line)) return shapeOfLine(line)
      return line.replace(/"(?:[^"\\]|\\.)*"/, (name) => name.replaceAll(/\d/g, "9"))
    })
    .join("\n")
}
