/** The element that a locator's author probably meant: of the same role, with a name like the one that was looked for. */
import { lettersApart } from "./lettersApart.ts"
import { outlineNodes, type OutlineNode } from "./outlineNodes.ts"
import { fieldRoles, writeLocator } from "./successor.ts"

interface Wanted {
  readonly name: string
  /** Undefined: a field, whichever. */
  readonly role: string | undefined
}

const role = /\.getByRole\('([a-z]+)', \{[^}]*\bname: '((?:[^'\\]|\\.)*)'/
const label = /\.getByLabel\('((?:[^'\\]|\\.)*)'/

const wantedBy = (locator: string): Wanted | undefined => {
  const [, wanted, name] = role.exec(locator) ?? []
  if (wanted !== undefined && name !== undefined) return { role: wanted, name }
  const [, labelled] = label.exec(locator) ?? []
  return labelled === undefined ? undefined : { role: undefined, name: labelled }
}

/**
 * What tells which page it is: a script waits for several of these at once, and that one isn't there says nothing. The only
 * one of a page in its place would be taken for it on every visit.
 */
const tellsThePage = new Set(["heading", "alert", "alertdialog", "dialog", "status"])

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []

const why = (wanted: string, found: string): string | undefined => {
  if (wanted === found) return "the same name"
  if (wanted.toLowerCase() === found.toLowerCase()) return "the same name in other letters"
  if (lettersApart(wanted.toLowerCase(), found.toLowerCase()) <= Math.max(1, Math.floor(wanted.length / 4))) {
    return "almost the same name"
  }
  return words(wanted).some((word) => words(found).includes(word)) ? "a word of its name" : undefined
}

/** Undefined: the locator names nothing, or none is like it, or more than one is. */
export const findSimilar = (
  locator: string,
  outline: string
): { readonly locator: string; readonly because: string } | undefined => {
  const wanted = wantedBy(locator)
  if (wanted === undefined) return undefined
  const isAlike = (node: OutlineNode) =>
    node.name !== "" && (wanted.role === undefined ? fieldRoles.has(node.role) : node.role === wanted.role)
  const nodes = outlineNodes(outline).filter(isAlike)
  const near = nodes.flatMap((node) => {
    const because = why(wanted.name, node.name)
    return because === undefined ? [] : [{ because, locator: writeLocator(node), node }]
  })
  const [first, second] = near.toSorted(
    (a, b) => lettersApart(wanted.name, a.node.name) - lettersApart(wanted.name, b.node.name)
  )
  if (first !== undefined) {
    const isTwin =
      second !== undefined && lettersApart(wanted.name, second.node.name) === lettersApart(wanted.name, first.node.name)
    return isTwin ? undefined : { locator: first.locator, because: `the same role, ${first.because}` }
  }
  const [only] = nodes
  return only === undefined || nodes.length > 1 || wanted.role === undefined || tellsThePage.has(wanted.role)
    ? undefined
    : { locator: writeLocator(only), because: `the only ${only.role} with a name` }
}
