/** An outline for a terminal: of a long list its first rows stand for all, so that what is behind it (a pager, the logout) is seen. */

const shownRows = 3

const row = /^\s*- (?:row|listitem|article|option)\b/
const indentOf = (line: string): number => line.length - line.trimStart().length

/** The lines of an element and of what is in it. */
const elementAt = (lines: ReadonlyArray<string>, at: number): ReadonlyArray<string> => {
  const indent = indentOf(lines[at] ?? "")
  const next = lines.findIndex((line, place) => place > at && (line.trim() === "" || indentOf(line) <= indent))
  return lines.slice(at, next === -1 ? lines.length : next)
}

/** Rows that stand side by side, from this line on. */
const rowsFrom = (lines: ReadonlyArray<string>, from: number): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<ReadonlyArray<string>> = []
  const indent = indentOf(lines[from] ?? "")
  let at = from
  while (row.test(lines[at] ?? "") && indentOf(lines[at] ?? "") === indent) {
    const element = elementAt(lines, at)
    rows.push(element)
    at += element.length
  }
  return rows
}

export const foldOutline = (outline: string): ReadonlyArray<string> => {
  const lines = outline.split("\n")
  const folded: Array<string> = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ""
    const rows = row.test(line) ? rowsFrom(lines, at) : [[line]]
    // A few more are shown rather than counted.
    const shown = rows.length <= shownRows + 2 ? rows : rows.slice(0, shownRows)
    folded.push(...shown.flat())
    if (shown.length < rows.length) {
      folded.push(`${" ".repeat(indentOf(line))}… ${rows.length - shown.length} more like these`)
    }
    at += rows.flat().length
  }
  return folded
}
