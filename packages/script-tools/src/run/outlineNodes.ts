/** The lines of an outline as elements, and where one of them stands among them. */

export interface OutlineNode {
  readonly role: string
  readonly name: string
  /** How a script gets into its frame (`frameLocator('iframe')`); absent in a page's main frame. */
  readonly frame?: string
}

/** What a recording knows of an element that a script used, so that a successor can be recognised. */
export interface SeenElement extends OutlineNode {
  /** Its place among the page's elements of the same role, from 0, and how many there are. */
  readonly place: number
  readonly of: number
  /** The elements before and after it, `role "name"`; empty at the ends. */
  readonly before: string
  readonly after: string
}

const unquote = (text: string | undefined): string => {
  if (text === undefined) return ""
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** Above the lines of a frame: its address, and how a script gets there. */
const head = /^[a-z][\w+.-]*:\S*(?: in (frameLocator\(.*))?$/

/** Texts are left out: they are the bank's data. */
export const outlineNodes = (outline: string): ReadonlyArray<OutlineNode> => {
  let frame: string | undefined
  return outline.split("\n").flatMap((line) => {
    const begun = head.exec(line)
    if (begun !== null) frame = begun[1]
    const [, role, quoted] = /^\s*- ([a-z]+)(?: ("(?:[^"\\]|\\.)*"))?/.exec(line) ?? []
    if (role === undefined || role === "text") return []
    return [{ role, name: unquote(quoted), ...(frame === undefined ? {} : { frame }) }]
  })
}

const label = (node: OutlineNode | undefined): string => (node === undefined ? "" : `${node.role} "${node.name}"`)

export const seenAt = (nodes: ReadonlyArray<OutlineNode>, index: number): SeenElement | undefined => {
  const node = nodes[index]
  if (node === undefined) return undefined
  const sameRole = nodes.filter(({ role }) => role === node.role)
  return {
    ...node,
    place: sameRole.indexOf(node),
    of: sameRole.length,
    before: label(nodes[index - 1]),
    after: label(nodes[index + 1])
  }
}

/** The element with this role and name, if there is exactly one. */
export const seenElement = (outline: string, wanted: OutlineNode): SeenElement | undefined => {
  const nodes = outlineNodes(outline)
  const places = nodes.flatMap((node, index) => (node.role === wanted.role && node.name === wanted.name ? [index] : []))
  return places.length === 1 ? seenAt(nodes, places[0] ?? -1) : undefined
}
