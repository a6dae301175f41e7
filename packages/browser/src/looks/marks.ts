/**
 * Which fields of one document secrets went into. Runs in the page, in the world that Playwright looks from (`lookEngine.ts`):
 * the document's own code can't reach it, and it ends with its document.
 */

/** The little of the DOM that the code below touches; the tree is compiled without the DOM's own types. */
export interface Element extends Node {
  readonly getAttribute: (name: string) => string | null
  readonly parentElement: Element | null
  readonly shadowRoot: Root | null
  readonly getRootNode: () => unknown
  readonly isContentEditable?: boolean
  readonly control?: Element | null
  readonly value?: unknown
  readonly textContent: string | null
  readonly closest: (css: string) => Element | null
  readonly matches: (css: string) => boolean
  readonly querySelectorAll: Root["querySelectorAll"]
  readonly setAttribute: (name: string, value: string) => void
  readonly removeAttribute: (name: string) => void
}
interface Root {
  readonly activeElement?: Element | null
  readonly querySelectorAll: (css: string) => Iterable<Element>
}
interface Observer {
  readonly observe: (root: Root, options: object) => void
}
interface Node {
  readonly contains: (other: Element) => boolean
}
interface Change {
  readonly target: Root
  readonly addedNodes: Iterable<Node>
  readonly removedNodes: Iterable<Node>
}
interface Window {
  readonly document: Root & { readonly hasFocus: () => boolean }
  readonly MutationObserver: new (changed: (changes: ReadonlyArray<Change>) => void) => Observer
  readonly addEventListener: (type: string, listener: () => void) => void
}

export type ValueOf = (field: { readonly value?: unknown }) => string | undefined

export interface Marks {
  readonly mark: (element: Element) => void
  readonly isMarked: (element: Element) => boolean
  /** Whether keys that are pressed now go into a marked field. */
  readonly isFocusMarked: () => boolean
  /** Takes down what all fields hold, under a name, in place of what was taken down before. */
  readonly snapshot: (name: string) => void
  /** Whether this is the document in which it was taken down. */
  readonly hasSnapshot: (name: string) => boolean
  /** Marks every field that holds something else than under that name; none for a name that this document doesn't know. */
  readonly markChanged: (name: string) => void
}

/** Self-contained. */
export const makeMarks = (valueOf: ValueOf): Marks => {
  const page: Window = Object(globalThis)
  const marked = new Set<Element>()
  let before: { readonly name: string; readonly contents: ReadonlyMap<Element, string> } | undefined
  const fieldCss = "input, textarea, select, [contenteditable]"
  const fieldOf = (element: Element): Element =>
    element.matches(fieldCss) ? element : (element.closest("label")?.control ?? element)
  const contentOf = (field: Element): string => valueOf(field) ?? field.textContent ?? ""
  const fieldsIn = (root: Root): ReadonlyArray<Element> =>
    Array.from(root.querySelectorAll("*")).flatMap((element) => [
      ...(element.matches(fieldCss) ? [element] : []),
      ...(element.shadowRoot === null ? [] : fieldsIn(element.shadowRoot))
    ])
  // A browser fills fields in again after a reload or "back", in a document that knows no marks.
  page.addEventListener("beforeunload", () => {
    for (const field of marked) field.setAttribute("autocomplete", "off")
  })
  // Some frameworks copy what is typed into the attribute, where a selector could guess it letter by letter. Only of
  // fields that are typed into is the attribute no more than a copy.
  const copiedInto =
    "input:not([type=hidden], [type=submit], [type=button], [type=image], [type=checkbox], [type=radio])"
  const dropCopies = () => {
    for (const field of marked) if (field.matches(`${copiedInto}[value]`)) field.removeAttribute("value")
  }
  /**
   * A page that shows a password on request may put another field in the place of the one that it was typed into. That is told by the
   * field and its place: if its content were compared, a script could try out what the secret is.
   */
  const textCss = "textarea, input:not([type]), input:is([type=password], [type=text], [type=tel], [type=search])"
  const replaces = (field: Element, old: Element): boolean =>
    ["id", "name"].some(
      (name) => (field.getAttribute(name) ?? "") !== "" && field.getAttribute(name) === old.getAttribute(name)
    )
  const markReplacing = (changes: ReadonlyArray<Change>) => {
    const gone = [...marked].filter((field) =>
      changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(field)))
    )
    if (gone.length === 0) return
    for (const { addedNodes, target } of changes) {
      const added = new Set(addedNodes)
      const isInPlace = changes.some(
        (other) => other.target === target && gone.some((old) => [...other.removedNodes].includes(old))
      )
      for (const field of target.querySelectorAll(textCss)) {
        const isNew = [...added].some((node) => node.contains(field))
        if (isNew && ((isInPlace && added.has(field)) || gone.some((old) => replaces(field, old)))) marked.add(field)
      }
    }
  }
  new page.MutationObserver((changes) => {
    markReplacing(changes)
    dropCopies()
  }).observe(page.document, { subtree: true, childList: true, attributes: true, attributeFilter: ["value"] })
  /** Also where shadow roots lie between: what web components draw is read as a part of what they stand in. */
  const isBelow = (field: Element, container: Element): boolean => {
    let above: Element | undefined = field
    while (above !== undefined && above !== container) {
      const { host }: { readonly host?: Element } = Object(above.getRootNode())
      above = above.parentElement ?? host
    }
    return above !== undefined
  }
  const isMarked = (element: Element): boolean => {
    if (marked.has(fieldOf(element))) return true
    for (let above = element.parentElement; above !== null; above = above.parentElement) {
      if (marked.has(above)) return true
    }
    // The text of a container holds what was typed into an editable element below it, but not the values of fields.
    return [...marked].some((field) => field.matches("[contenteditable]") && isBelow(field, element))
  }
  return {
    mark: (element) => void marked.add(fieldOf(element)),
    isMarked,
    isFocusMarked: () => {
      if (!page.document.hasFocus()) return false
      let focused = page.document.activeElement ?? null
      for (let within = focused; within !== null; within = within.shadowRoot?.activeElement ?? null) focused = within
      return focused !== null && isMarked(focused)
    },
    snapshot: (name) => {
      const fields = fieldsIn(page.document).map((field): [Element, string] => [field, contentOf(field)])
      before = { name, contents: new Map(fields) }
    },
    hasSnapshot: (name) => before?.name === name,
    markChanged: (name) => {
      const { contents, name: known } = before ?? {}
      if (contents === undefined || known !== name) return
      before = undefined
      for (const field of fieldsIn(page.document)) {
        const content = contentOf(field)
        if (content !== "" && content !== contents.get(field)) marked.add(field)
      }
      dropCopies()
    }
  }
}
