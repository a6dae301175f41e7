/**
 * Remembers which fields secrets went into, so that no verb reads them back.
 *
 * The marks live beside the fields, in an object of the page's own world that only we hold a handle to; they end with
 * their document. Fields that change while we type are marked too: boxes that pass the focus on, and what a keypad fills.
 */
import type { ElementHandle, Frame, JSHandle, Page } from "playwright-core"

/** The little of the DOM that the code below touches; the tree is compiled without the DOM's own types. */
export interface Element {
  readonly parentElement: Element | null
  readonly shadowRoot: Root | null
  readonly isContentEditable?: boolean
  readonly control?: Element | null
  readonly value?: string
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
interface Window {
  readonly document: Root & { readonly hasFocus: () => boolean }
  readonly MutationObserver: new (changed: () => void) => Observer
  readonly addEventListener: (type: string, listener: () => void) => void
}

export interface Marks {
  readonly mark: (element: Element) => void
  readonly isMarked: (element: Element) => boolean
  readonly isAnyMarked: (elements: ReadonlyArray<Element>) => boolean
  /** Whether keys that are pressed now go into a marked field. */
  readonly isFocusMarked: () => boolean
  readonly snapshot: () => ReadonlyMap<Element, string>
  readonly markChanged: (before: ReadonlyMap<Element, string>) => void
}

/** Runs in the page: self-contained. */
const makeMarks = (): Marks => {
  const page: Window = Object(globalThis)
  const marked = new Set<Element>()
  const fieldCss = "input, textarea, select, [contenteditable]"
  const fieldOf = (element: Element): Element =>
    element.matches(fieldCss) ? element : (element.closest("label")?.control ?? element)
  const contentOf = (field: Element): string => field.value ?? field.textContent ?? ""
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
  new page.MutationObserver(dropCopies).observe(page.document, {
    subtree: true,
    attributes: true,
    attributeFilter: ["value"]
  })
  const isMarked = (element: Element): boolean => {
    if (marked.has(fieldOf(element))) return true
    for (let above = element.parentElement; above !== null; above = above.parentElement) {
      if (marked.has(above)) return true
    }
    // The text of a container holds what was typed into an editable element below it, but not the values of fields.
    return Array.from(element.querySelectorAll("[contenteditable]")).some((field) => marked.has(field))
  }
  return {
    mark: (element) => void marked.add(fieldOf(element)),
    isMarked,
    isAnyMarked: (elements) => elements.some(isMarked),
    isFocusMarked: () => {
      if (!page.document.hasFocus()) return false
      let focused = page.document.activeElement ?? null
      for (let within = focused; within !== null; within = within.shadowRoot?.activeElement ?? null) focused = within
      return focused !== null && isMarked(focused)
    },
    snapshot: () => new Map(fieldsIn(page.document).map((field) => [field, contentOf(field)])),
    markChanged: (before) => {
      for (const field of fieldsIn(page.document)) {
        const content = contentOf(field)
        if (content !== "" && content !== before.get(field)) marked.add(field)
      }
      dropCopies()
    }
  }
}

export interface TypedFields {
  /** Whether any document of the session may hold typed secrets: if not, reading needs no check. */
  readonly hasAny: () => boolean
  /** Runs `act`, which types into an element of one of these frames, or presses keys that fill fields of theirs. */
  readonly whileTyping: (
    frames: ReadonlyArray<Frame>,
    field: { readonly frame: Frame; readonly element: ElementHandle } | undefined,
    act: () => Promise<void>
  ) => Promise<void>
  /** Whether an element is such a field, lies inside one, or would show one's text. */
  readonly isTyped: (element: ElementHandle) => Promise<boolean>
  /** The marks of the document that an element is in; null where nothing was typed into it. */
  readonly marksOf: (element: ElementHandle) => Promise<JSHandle<Marks> | null>
  /** Whether keys that are pressed on the page now go into such a field. */
  readonly isFocused: (page: Page) => Promise<boolean>
  /** Every document so far is gone. */
  readonly forget: () => void
}

export const makeTypedFields = (): TypedFields => {
  const marks = new Map<Frame, JSHandle<Marks>>()

  /** The marks of the document that is in the frame now; none when that document never had any. */
  const marksIn = async (frame: Frame): Promise<JSHandle<Marks> | undefined> => {
    const held = marks.get(frame)
    if (held === undefined) return undefined
    const isAlive = await held.evaluate(() => true).catch(() => false)
    if (isAlive) return held
    if (marks.get(frame) === held) marks.delete(frame)
    return undefined
  }

  const marksFor = async (frame: Frame): Promise<JSHandle<Marks>> => {
    const made = (await marksIn(frame)) ?? (await frame.evaluateHandle(makeMarks))
    marks.set(frame, made)
    return made
  }

  const watch = async (frame: Frame, typedInto: ElementHandle | null) => {
    const held = await marksFor(frame)
    const before = await held.evaluateHandle((own, field) => {
      if (field !== null) own.mark(field)
      return own.snapshot()
    }, typedInto)
    return async () => {
      // A document that is gone took its fields with it.
      await held.evaluate((own, earlier) => own.markChanged(earlier), before).catch(() => undefined)
      void before.dispose().catch(() => undefined)
    }
  }

  const marksOf = async (element: ElementHandle): Promise<JSHandle<Marks> | null> => {
    const frame = await element.ownerFrame()
    return (frame === null ? undefined : await marksIn(frame)) ?? null
  }

  const isTyped = async (element: ElementHandle): Promise<boolean> => {
    const frame = await element.ownerFrame()
    const held = frame === null ? undefined : marks.get(frame)
    if (frame === null || held === undefined) return false
    try {
      return await held.evaluate((own, field) => own.isMarked(field), element)
    } catch (error) {
      // The marks of an earlier document say nothing of this one.
      if ((await marksIn(frame)) === undefined) return false
      throw error
    }
  }

  return {
    hasAny: () => [...marks.keys()].some((frame) => !frame.isDetached()),
    whileTyping: async (frames, field, act) => {
      const watching = frames.map((frame) => watch(frame, frame === field?.frame ? field.element : null))
      const markChanges = await Promise.all(watching)
      try {
        await act()
      } finally {
        await Promise.all(markChanges.map((markChanged) => markChanged()))
      }
    },
    isTyped,
    marksOf,
    isFocused: async (page) => {
      const looks = [...marks].map(async ([frame, held]) => {
        if (frame.isDetached() || frame.page() !== page) return false
        try {
          return await held.evaluate((own) => own.isFocusMarked())
        } catch (error) {
          if ((await marksIn(frame)) === undefined) return false
          throw error
        }
      })
      return (await Promise.all(looks)).includes(true)
    },
    forget: () => marks.clear()
  }
}
