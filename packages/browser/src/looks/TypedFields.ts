/**
 * Remembers which fields secrets went into, so that no verb reads them back.
 *
 * The marks live beside the fields (`marks.ts`) and end with their document. Fields that change while we type are marked too:
 * boxes that pass the focus on, and what a keypad fills.
 */
import type { ElementHandle, Frame, Page } from "playwright-core"
import { fault } from "../fault.ts"
import { type Look, lookIn, makeLook, nextQuery, selectorOf } from "./makeLook.ts"
import type { Own } from "./lookEngine.ts"
import type { Element } from "./marks.ts"

const snapshot = makeLook("snapshot", (_: ReadonlyArray<unknown>, name: string, own: Own) => {
  own.marks().snapshot(name)
  return ""
})
const markChanged = makeLook("markChanged", (_: ReadonlyArray<unknown>, name: string, own: Own) => {
  own.marked()?.markChanged(name)
  return ""
})
const mark = makeLook("mark", (elements: ReadonlyArray<Element>, _: null, own: Own) => {
  for (const element of elements) own.marks().mark(element)
  return ""
})
const isFocusMarked = makeLook("isFocusMarked", (_: ReadonlyArray<unknown>, __: null, own: Own) =>
  own.marked()?.isFocusMarked() === true ? "" : null
)

export const looksOfMarks = [snapshot, markChanged, mark, isFocusMarked]

export interface Watch {
  /** Of what each document has taken down. */
  readonly name: string
  readonly ready: Promise<unknown>
  readonly markChanged: () => Promise<void>
}

export interface TypedFields {
  /** Whether any document of the session may hold typed secrets: if not, reading needs no check. */
  readonly hasAny: () => boolean
  /** Runs `act`, which types into an element of one of these frames, or presses keys that fill fields of theirs. */
  readonly whileTyping: (frames: ReadonlyArray<Frame>, act: () => Promise<void>) => Promise<void>
  /** The same in two steps: what all fields hold is known once it is ready. */
  readonly watch: (frames: ReadonlyArray<Frame>) => Watch
  /** Marks a field before it is typed into. */
  readonly mark: (field: ElementHandle) => Promise<void>
  /** Whether keys that are pressed on the page now go into such a field. */
  readonly isFocused: (page: Page) => Promise<boolean>
  /** Every document so far is gone. */
  readonly forget: () => void
}

export const makeTypedFields = (): TypedFields => {
  const frames = new Set<Frame>()
  const attached = () => {
    for (const frame of frames) if (frame.isDetached()) frames.delete(frame)
    return [...frames]
  }

  /** A frame that is gone took its fields with it. */
  const inFrame = async <A>(frame: Frame, look: Promise<A>): Promise<A | undefined> =>
    look.catch((error: unknown) => {
      if (frame.isDetached() || frame.page().isClosed()) return undefined
      throw error
    })

  const watch = (watched: ReadonlyArray<Frame>): Watch => {
    const name = nextQuery()
    for (const frame of watched) frames.add(frame)
    const all = (look: Look<string>) => Promise.all(watched.map((frame) => inFrame(frame, lookIn(frame, look, name))))
    return { name, ready: all(snapshot), markChanged: async () => void (await all(markChanged)) }
  }

  return {
    hasAny: () => attached().length > 0,
    watch,
    whileTyping: async (watched, act) => {
      const { markChanged: mark, ready } = watch(watched)
      await ready
      try {
        await act()
      } finally {
        await mark()
      }
    },
    mark: async (field) => {
      const query = nextQuery()
      const look = { do: "look", query, name: mark.name, arg: null, isGuarded: false, least: 1, most: 1 } as const
      const marked = await field.$(`${selectorOf({ do: "gather", query })} >> ${selectorOf(look)}`)
      if (marked === null) throw fault("Failed", "The field is gone")
      await marked.dispose()
    },
    isFocused: async (page) => {
      const ofPage = attached().filter((frame) => frame.page() === page)
      const looks = ofPage.map((frame) => inFrame(frame, lookIn(frame, isFocusMarked, null)))
      return (await Promise.all(looks)).some((focused) => typeof focused === "string")
    },
    forget: () => frames.clear()
  }
}
