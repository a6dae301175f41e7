/**
 * The element that probably took the place of one that a script no longer finds. It is only ever suggested to the author:
 * a script that healed itself could type a password into the wrong field.
 */
import { outlineNodes, type OutlineNode, type SeenElement, seenAt } from "./outlineNodes.ts"

export interface Successor {
  /** The locator to put in its place, as it would be written. */
  readonly locator: string
  /** Why it is thought to be the one. */
  readonly because: ReadonlyArray<string>
}

export const fieldRoles = new Set([
  "textbox",
  "searchbox",
  "combobox",
  "spinbutton",
  "checkbox",
  "radio",
  "listbox",
  "slider"
])

const words = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}]{3,}/gu) ?? [])

/** What the two have in common, besides the role. */
const agreements = (then: SeenElement, now: SeenElement): ReadonlyArray<string> => {
  const shared = [...words(then.name)].some((word) => words(now.name).has(word))
  return [
    ...(then.place === now.place && then.of === now.of ? ["the same position"] : []),
    ...(shared ? ["a word of its name"] : []),
    ...(then.before !== "" && then.before === now.before ? ["the same element before it"] : []),
    ...(then.after !== "" && then.after === now.after ? ["the same element after it"] : [])
  ]
}

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

/** As it would be written. */
export const writeLocator = ({ frame, name, role }: OutlineNode): string => {
  const element = fieldRoles.has(role)
    ? `getByLabel(${quote(name)})`
    : `getByRole(${quote(role)}, { name: ${quote(name)} })`
  return frame === undefined ? element : `${frame}.${element}`
}

const fewestAgreements = 2

/**
 * Looks for it on the page as it is now. `taken` are the elements that the recording knows for themselves. Undefined: there
 * is none, or more than one is as likely.
 */
export const findSuccessor = (
  then: SeenElement,
  outline: string,
  taken: ReadonlyArray<OutlineNode> = []
): Successor | undefined => {
  const nodes = outlineNodes(outline)
  const isTaken = (node: OutlineNode) =>
    taken.some(({ name, role }) => role === node.role && name === node.name && name !== then.name)
  const candidates = nodes.flatMap((node, index) => {
    const now = node.role === then.role && node.name !== "" && !isTaken(node) ? seenAt(nodes, index) : undefined
    return now === undefined ? [] : [{ now, because: agreements(then, now) }]
  })
  const [best, second] = candidates.toSorted((a, b) => b.because.length - a.because.length)
  if (best === undefined || best.because.length < fewestAgreements) return undefined
  if (second !== undefined && second.because.length === best.because.length) return undefined
  const isUnique = nodes.filter(({ name, role }) => role === best.now.role && name === best.now.name).length === 1
  return isUnique ? { locator: writeLocator(best.now), because: ["the same role", ...best.because] } : undefined
}
