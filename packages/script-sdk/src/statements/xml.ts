/**
 * A reader of XML that a stranger made: elements, texts, the five entities and character numbers. Document types are
 * refused, and with them entities that grow; so is nesting beyond 64. One pass over the text.
 */
import { lineOf, problem } from "./problem.ts"

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: ReadonlyArray<XmlElement>
  /** Its own text, trimmed. */
  readonly text: string
  readonly line: number
}

const deepest = 64
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

const decode = (text: string, line: number): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,10}));/g, (_, decimal, hexadecimal, name) => {
        if (name !== undefined) {
          const sign = named[name]
          if (sign === undefined) throw problem(line, `the entity &${name}; is not one of XML's own`)
          return sign
        }
        const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
        if (code > 0x10ffff || code === 0) throw problem(line, "a character number is out of range")
        return String.fromCodePoint(code)
      })
    : text

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

interface Open {
  readonly fullName: string
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Array<XmlElement>
  readonly parts: Array<string>
  readonly line: number
}

const attributesOf = (source: string, line: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...source.matchAll(/([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = "", double, single]) => [
      localName(name),
      decode(double ?? single ?? "", line)
    ])
  )

/** The end of what begins at `from`, after its closing mark. */
const after = (text: string, mark: string, from: number, what: string, line: number): number => {
  const end = text.indexOf(mark, from)
  if (end < 0) throw problem(line, `${what} has no end: the file is cut off`)
  return end + mark.length
}

/** The opening tag between `<` and `>`, without a closing slash. */
const openOf = (tag: string, line: number): Open => {
  const [, fullName = "", rest = ""] = /^([^\s/]+)([\s\S]*)$/.exec(tag) ?? []
  if (!/^[\p{L}_][\p{L}\p{N}_.:-]*$/u.test(fullName)) throw problem(line, `<${tag.slice(0, 60)}> is no element`)
  return {
    fullName,
    name: localName(fullName),
    attributes: attributesOf(rest, line),
    children: [],
    parts: [],
    line
  }
}

/** The line of each place, 1-based. Places have to be asked for in their order. */
const makeLineAt = (text: string): ((place: number) => number) => {
  let line = 1
  let counted = 0
  return (place) => {
    for (let at = text.indexOf("\n", counted); at >= 0 && at < place; at = text.indexOf("\n", at + 1)) {
      line += 1
      counted = at + 1
    }
    return line
  }
}

export const readXml = (text: string): XmlElement => {
  const stack: Array<Open> = []
  let root: XmlElement | undefined
  const lineAt = makeLineAt(text)
  const close = (open: Open): void => {
    const { attributes, children, name, parts } = open
    const element = { name, attributes, children, text: parts.join("").trim(), line: open.line }
    const parent = stack.at(-1)
    if (parent !== undefined) parent.children.push(element)
    else if (root === undefined) root = element
    else throw problem(open.line, "there is a second document in the file")
  }
  const addText = (run: string, line: number): void => {
    if (run.trim() === "") return
    const open = stack.at(-1)
    if (open === undefined) throw problem(line, "there is text outside of the document")
    open.parts.push(decode(run, line))
  }
  const readTag = (tag: string, line: number): void => {
    if (tag.startsWith("/")) {
      const open = stack.pop()
      if (open?.fullName !== tag.slice(1).trim())
        throw problem(line, `</${tag.slice(1, 60)}> closes nothing that is open`)
      return close(open)
    }
    if (tag.endsWith("/")) return close(openOf(tag.slice(0, -1), line))
    if (stack.push(openOf(tag, line)) > deepest) throw problem(line, `elements are nested deeper than ${deepest}`)
  }
  /** Reads what begins with the `<` at `mark`; gives where it ends. */
  const readMarkup = (mark: number, line: number): number => {
    if (text.startsWith("<!--", mark)) return after(text, "-->", mark, "a comment", line)
    if (text.startsWith("<![CDATA[", mark)) {
      const end = after(text, "]]>", mark, "a CDATA section", line)
      stack.at(-1)?.parts.push(text.slice(mark + 9, end - 3))
      return end
    }
    if (text.startsWith("<?", mark)) return after(text, "?>", mark, "a processing instruction", line)
    if (text.startsWith("<!", mark)) throw problem(line, "document types are not allowed")
    const end = after(text, ">", mark, "an element", line)
    readTag(text.slice(mark + 1, end - 1), line)
    return end
  }
  for (let at = 0; at < text.length;) {
    const mark = text.indexOf("<", at)
    addText(text.slice(at, mark < 0 ? text.length : mark), lineAt(at))
    if (mark < 0) break
    at = readMarkup(mark, lineAt(mark))
  }
  const open = stack.at(-1)
  if (open !== undefined) throw problem(open.line, `<${open.fullName}> has no end: the file is cut off`)
  if (root === undefined) throw problem(lineOf(text, text.length), "there is no document in the file")
  return root
}

/** The first element along a path of names. */
export const at = (element: XmlElement | undefined, ...path: ReadonlyArray<string>): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((from, name) => from?.children.find((child) => child.name === name), element)

export const all = (element: XmlElement | undefined, name: string): ReadonlyArray<XmlElement> =>
  element?.children.filter((child) => child.name === name) ?? []

/** The text of the first element along a path; undefined where there is none or it is empty. */
export const textAt = (element: XmlElement | undefined, ...path: ReadonlyArray<string>): string | undefined => {
  const text = at(element, ...path)?.text
  return text === undefined || text === "" ? undefined : text
}
