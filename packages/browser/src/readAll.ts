/**
 * All elements that match, read in one look: found, counted, asked for typed secrets and read in one turn of the page.
 * A page that grows between two looks would be counted small and fetched large.
 */
import type { ElementHandle, JSHandle, Locator } from "playwright-core"
import type { Act } from "./PageSession.ts"
import { fault } from "./fault.ts"
import type { Marks } from "./TypedFields.ts"

/** What every such look is given. */
export interface Guard {
  /** Of the document that the elements are in: which of its fields secrets went into. */
  readonly marks: JSHandle<Marks> | null
  /** An element of that document; a look at any other one fails. */
  readonly anchor: ElementHandle | null
  readonly mostElements: number
}

/** The same inside the page, where a look answers `many N` or `typed` where it may not read. */
export interface GuardInPage {
  readonly marks: Pick<Marks, "isAnyMarked"> | null
  readonly mostElements: number
}

const mostElements = 2_000

export const secretRead = () => fault("SecretRead", "A secret was typed into this field: it can't be read back")

const tooMany = (count: string) =>
  fault("TooLarge", `${count} elements are too many to be read at once: at most ${mostElements}`)

export const isStale = (error: unknown): boolean =>
  error instanceof Error && /context was destroyed|not attached|was detached|is disposed/i.test(error.message)

const nothing = "[]"

const guarded = async ({ session }: Act, locator: Locator, look: (guard: Guard) => Promise<string>) => {
  if (!session.typed.hasAny()) return look({ marks: null, anchor: null, mostElements })
  const [anchor] = await locator.first().elementHandles()
  if (anchor === undefined) return nothing
  try {
    return await look({ marks: await session.typed.marksOf(anchor), anchor, mostElements })
  } finally {
    void anchor.dispose().catch(() => undefined)
  }
}

/** What `look` read, when nothing is being typed and no secret went into any of the elements: `[]` where there are none. */
export const readAll = async (act: Act, locator: Locator, look: (guard: Guard) => Promise<string>): Promise<string> => {
  for (;;) {
    try {
      const seen = await act.session.typingLock.look(() => guarded(act, locator, look))
      if (seen === "typed") throw secretRead()
      if (seen.startsWith("many ")) throw tooMany(seen.slice("many ".length))
      return seen
    } catch (error) {
      // The page moved on during the look: it is looked at again, until the time is up.
      if (!isStale(error) || act.deadline.left() <= 1) throw error
    }
  }
}
