/**
 * The compiler prints the members of a union in whatever order it met them, another one in each run. Their order means
 * nothing, so they are sorted: the same sources make the same declarations.
 */
import { parseSync } from "oxc-parser"

interface Span {
  readonly start: number
  readonly end: number
}

const isSpan = (value: object): value is Span => "start" in value && "end" in value

const childrenOf = (node: object): ReadonlyArray<object> =>
  Object.values(node).flatMap((value: unknown) =>
    Array.isArray(value)
      ? value.filter((one) => typeof one === "object" && one !== null)
      : typeof value === "object" && value !== null
        ? [value]
        : []
  )

/** As people write them: what may be missing stands last. */
const emptiness = (member: string) => ["null", "undefined"].indexOf(member)
const inOrder = (a: string, b: string) => emptiness(a) - emptiness(b) || (a < b ? -1 : 1)

/** What stands between the members. A comment there belongs to one of them, so such a union stays as it is. */
const isTold = (members: ReadonlyArray<Span>, source: string) =>
  members.slice(1).some(({ start }, at) => /\/[/*]/.test(source.slice(members[at]?.end, start)))

/** The text of the node, in which the unions inside of it are sorted already. */
const textOf = (node: object, source: string): string => {
  if (!isSpan(node)) return ""
  const parts = childrenOf(node).filter(isSpan)
  if ("type" in node && node.type === "TSUnionType" && !isTold(parts, source)) {
    return [...new Set(parts.map((part) => textOf(part, source)))].sort(inOrder).join(" | ")
  }
  let text = ""
  let at = node.start
  for (const child of parts.sort((a, b) => a.start - b.start)) {
    if (child.start < at) continue
    text += source.slice(at, child.start) + textOf(child, source)
    at = child.end
  }
  return text + source.slice(at, node.end)
}

/** A declaration file whose unions are in the order of their members' texts. */
export const withSortedUnions = (file: string, source: string): string => {
  const { errors, program } = parseSync(file, source)
  if (errors[0] !== undefined) throw new Error(`${file} can't be parsed: ${errors[0].message}`)
  return source.slice(0, program.start) + textOf(program, source) + source.slice(program.end)
}
