/**
 * Looks at elements in the same turn of the page in which they are found: found, counted, asked for typed secrets and read by one
 * message to Chromium and its answer. By handles of elements each of these is several, since Playwright hands every element over
 * from the world that it looks from to the page's own.
 *
 * Playwright takes selector engines of one's own (`selectors.register`). This one stands at the end of a locator: `gather` takes
 * each element that was found and answers with one that is nowhere in the page; `look` asks a look about all of them and leaves
 * its answer there, as the text of that element.
 */
import type { Element as Markable, Marks, ValueOf } from "./marks.ts"

/** What a look is told besides its elements. */
export interface Own<Found = never> {
  readonly marks: () => Marks
  /** Undefined where nothing was ever marked. */
  readonly marked: () => Marks | undefined
  /** What a field holds; undefined: it is none. */
  readonly valueOf: ValueOf
  /** Milliseconds in which nothing has changed in the document of these elements; 0 where that can't be told. */
  readonly quiet: (elements: ReadonlyArray<Found>) => number
}

/** Runs in the page: self-contained. Null: no answer. */
export type InPage<Found, Arg> = (elements: ReadonlyArray<Found>, arg: Arg, own: Own<Found>) => string | null

/** One part of a selector: a step of one query, which `query` names. */
export type LookPart =
  /** Finds what it is looked for in, once fields tell nothing there: the beginning of every locator of a script. */
  | { readonly do: "withhold" }
  | { readonly do: "gather" | "none"; readonly query: string }
  /** One of several that are looked for at once. */
  | { readonly do: "tag"; readonly query: string; readonly place: number }
  /** Answers with the lowest place that was found. */
  | { readonly do: "first"; readonly query: string }
  | {
      readonly do: "look"
      readonly query: string
      readonly name: string
      readonly arg: unknown
      /** So many elements; of fewer or more only their number is told. */
      readonly least: number
      readonly most: number
      /** Nothing is told of elements that secrets went into. */
      readonly isGuarded: boolean
    }

interface Found extends Markable {
  readonly localName: string
  readonly getRootNode: () => unknown
  readonly querySelectorAll: (css: string) => Iterable<Found>
}
interface Carrier {
  textContent: string | null
}
interface Page {
  readonly document: { readonly createElement: (tag: string) => Carrier; readonly readyState: string }
  readonly performance: { readonly now: () => number }
  readonly MutationObserver: new (changed: () => void) => { readonly observe: (root: unknown, options: object) => void }
  readonly HTMLInputElement: { readonly prototype: object }
  readonly HTMLTextAreaElement: { readonly prototype: object }
}
interface TextField {
  readonly type: string
}
interface Query {
  readonly name: string
  readonly elements: Array<Found>
  readonly carrier: Carrier
  first: number
}

/** Answers begin with what they are: `=` a text, `-` none, `!` a secret was typed there, `*` and the number of elements. */
export const makeLookEngine = (
  makeMarks: (valueOf: ValueOf) => Marks,
  looks: { readonly [name: string]: InPage<Found, unknown> | undefined }
) => {
  const page: Page = Object(globalThis)

  /**
   * Playwright reads in this world, too. Of a field within a label, a cell or a button it takes the value for a part of their name,
   * by which a script may search: it is told of none, and what a field holds is asked here only. A textarea keeps its length, by
   * which Playwright selects what is in it, as blanks, which names don't have.
   */
  const held: Array<readonly [prototype: object, get: (field: object) => unknown]> = []
  const withhold = (
    { prototype }: { readonly prototype: object },
    shown: (field: TextField, value: string) => string
  ) => {
    const property = Object.getOwnPropertyDescriptor(prototype, "value") ?? {}
    // Where Playwright makes an engine once more in this world, the getter is ours already.
    const original = Symbol.for("counterfoil.value")
    const get: unknown = Object(property.get)[original] ?? property.get
    const read = (field: object): unknown => (typeof get === "function" ? get.call(field) : undefined)
    held.push([prototype, read])
    const withheld = {
      get(this: TextField) {
        return shown(this, String(read(this)))
      }
    }
    Object.defineProperty(withheld.get, original, { value: get })
    Object.defineProperty(prototype, "value", { ...property, get: withheld.get })
  }
  /** An engine is made in the page's own world, too, where it is never asked: there every field stays as it is. */
  const withholdAll = () => {
    if (held.length > 0) return
    withhold(page.HTMLInputElement, ({ type }, value) =>
      /^(password|text|search|tel|url|email)$/.test(type) ? "" : value
    )
    withhold(page.HTMLTextAreaElement, (_, value) => " ".repeat(value.length))
  }
  const valueOf: ValueOf = (field) => {
    const [, get] = held.find(([prototype]) => Object.prototype.isPrototypeOf.call(prototype, field)) ?? []
    const value = get === undefined ? field.value : get(field)
    return typeof value === "string" ? value : undefined
  }

  let marks: Marks | undefined
  let changedAt = page.performance.now()
  new page.MutationObserver(() => {
    changedAt = page.performance.now()
  }).observe(page.document, { subtree: true, childList: true, characterData: true, attributes: true })

  /** What lies in a shadow changes unseen. */
  const isSeen = (element: Found): boolean =>
    element.getRootNode() === page.document &&
    [element, ...element.querySelectorAll("*")].every(
      ({ localName, shadowRoot }) => shadowRoot === null && !localName.includes("-")
    )
  const own = {
    marks: () => (marks ??= makeMarks(valueOf)),
    marked: () => marks,
    valueOf,
    quiet: (elements: ReadonlyArray<Found>): number => {
      if (page.document.readyState === "loading" || !elements.every(isSeen)) return 0
      return Math.floor(page.performance.now() - changedAt)
    }
  }

  const begin = (name: string): Query => ({
    name,
    elements: [],
    carrier: page.document.createElement("i"),
    first: Number.POSITIVE_INFINITY
  })
  /** The parts of one selector are asked one after the other, without a pause. */
  let query = begin("")

  const answer = (part: Extract<LookPart, { readonly do: "look" }>): string => {
    const { elements } = query
    if (elements.length < part.least || elements.length > part.most) return `*${elements.length}`
    if (part.isGuarded && marks !== undefined && elements.some(marks.isMarked)) return "!"
    const said = looks[part.name]?.(elements, part.arg, own) ?? null
    return said === null ? "-" : `=${said}`
  }

  return {
    queryAll: (root: Found, body: string): ReadonlyArray<Carrier | Found> => {
      withholdAll()
      const part: LookPart = JSON.parse(decodeURIComponent(body))
      if (part.do === "withhold") return [root]
      if (query.name !== part.query) query = begin(part.query)
      const { carrier } = query
      if (part.do === "gather") query.elements.push(root)
      if (part.do === "tag") query.first = Math.min(query.first, part.place)
      if (part.do === "first") carrier.textContent = String(query.first)
      if (part.do === "look") carrier.textContent = answer(part)
      if (part.do === "first" || part.do === "look") query = begin("")
      return [carrier]
    }
  }
}
