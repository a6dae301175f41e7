/** Asks a look about what a locator finds: the host's side of `lookEngine.ts`. */
import type { LocatorStep } from "@counterfoil/core"
import type { Locator } from "playwright-core"
import { type Act, waiting } from "../page/PageSession.ts"
import { fault } from "../fault.ts"
import { type Answer, type Look, nextQuery, selectorOf, understand } from "../looks/makeLook.ts"
import { crossesFrames, replaySteps } from "../locators/replaySteps.ts"

/** What is looked at: a call's locator. */
export interface Place {
  readonly page: number
  readonly steps: ReadonlyArray<LocatorStep>
}

export interface Asked<Arg> {
  readonly look: Look<Arg>
  readonly arg: Arg
  /** Whether elements that secrets went into may be looked at. (Default: false) */
  readonly mayBeTyped?: boolean
  /** Read in place of what the look says, before anything is typed. */
  readonly read?: () => Promise<string>
}

interface Counted {
  readonly least: number
  readonly most: number
}

/** While a look waits for a page that doesn't answer, nothing is typed. */
const longestLook = 3_000

/** Asks about what is there now. Not to be called for locators into frames that may not be there. */
const lookNow = async <Arg>(
  { deadline, signal }: Act,
  locator: Locator,
  { arg, look, mayBeTyped }: Asked<Arg>,
  counted: Counted
): Promise<Answer> => {
  const query = nextQuery()
  const said = await locator
    .locator(selectorOf({ do: "gather", query }))
    .or(locator.page().locator(selectorOf({ do: "none", query })))
    .locator(
      selectorOf({
        do: "look",
        query,
        name: look.name,
        arg: look.say(arg),
        isGuarded: mayBeTyped !== true,
        ...counted
      })
    )
    .textContent({ timeout: Math.min(deadline.left(), longestLook), signal })
  return understand(said ?? "")
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === "TimeoutError"

export const secretRead = () => fault("SecretRead", "A secret was typed into this field: it can't be read back")

const overdue = () => fault("Timeout", "The page did not answer in time")

/** Looks until there is an answer other than `again`. */
const looking = async <A>(act: Act, once: () => Promise<A | "again">): Promise<A> => {
  for (;;) {
    const answer = await once().catch((error: unknown) => {
      if (!isTimeout(error)) throw error
      return "again" as const
    })
    if (answer !== "again") return answer
    if (act.deadline.left() <= 1) throw overdue()
  }
}

/**
 * What a look says of the one element that a locator names; null where it says nothing. The element is waited for, and looked at
 * when nothing is being typed, so that a read which was waiting can't see what is typed meanwhile.
 */
export const lookAt = async <Arg>(act: Act, place: Place, asked: Asked<Arg>): Promise<string | null> => {
  const { overlays, pages, typingLock } = act.session
  const locator = replaySteps(pages.get(place.page), place.steps)
  const untilThere = () => locator.waitFor({ state: "attached", ...waiting(act) })
  if (crossesFrames(place.steps) || overlays.areAny()) await untilThere()
  return looking(act, async () => {
    const answer = await typingLock.look(async (): Promise<Answer> => {
      const seen = await lookNow(act, locator, asked, { least: 1, most: 1 })
      if (seen.kind !== "text" || asked.read === undefined) return seen
      return { kind: "text", text: await asked.read() }
    })
    if (answer.kind === "typed") throw secretRead()
    if (answer.kind !== "count") return answer.kind === "text" ? answer.text : null
    // Of several this says which they are.
    await untilThere()
    return "again"
  })
}

/** What a look says of the one element that is there now; null also where it isn't, or where several are. */
export const lookOnce = async <Arg>(act: Act, place: Place, asked: Asked<Arg>): Promise<string | null> => {
  const locator = replaySteps(act.session.pages.get(place.page), place.steps)
  try {
    const answer = await lookNow(act, locator, asked, { least: 1, most: 1 })
    return answer.kind === "text" ? answer.text : null
  } catch (error) {
    if (isTimeout(error)) return null
    throw error
  }
}

const mostElements = 2_000

const tooMany = (count: number) =>
  fault("TooLarge", `${count} elements are too many to be read at once: at most ${mostElements}`)

/**
 * What a look says of all elements that are there: found, counted, asked for typed secrets and read in one turn of the page. One
 * that grows between two looks would be counted small and fetched large.
 */
export const lookAtAll = async <Arg>(act: Act, place: Place, asked: Asked<Arg>): Promise<string | null> => {
  const { pages, typingLock } = act.session
  const locator = replaySteps(pages.get(place.page), place.steps)
  return looking(act, async () => {
    if (crossesFrames(place.steps) && (await locator.count()) === 0) return null
    const answer = await typingLock.look(() => lookNow(act, locator, asked, { least: 1, most: mostElements }))
    if (answer.kind === "typed") throw secretRead()
    if (answer.kind === "count" && answer.count > 0) throw tooMany(answer.count)
    return answer.kind === "text" ? answer.text : null
  })
}

export type Named = readonly [name: string, locator: Locator]

/** Waits for all of them at once, and for overlays that stand in the way: of those that are there at the same time the first. */
export const firstThere = async (
  { session }: Act,
  targets: ReadonlyArray<Named>,
  options: { readonly timeout: number; readonly signal: AbortSignal }
): Promise<string> => {
  const anyOf = (locators: ReadonlyArray<Locator>) => {
    const [any, ...others] = locators
    return others.reduce((some, other) => some?.or(other), any)
  }
  const query = nextQuery()
  const tagged = targets.map(([, locator], place) => locator.locator(selectorOf({ do: "tag", query, place })))
  if (session.overlays.areAny()) {
    await anyOf(targets.map(([, locator]) => locator))
      ?.first()
      .waitFor({ state: "visible", ...options })
  }
  const place = await anyOf(tagged)
    ?.locator(selectorOf({ do: "first", query }))
    .textContent(options)
  const [name] = targets[Number(place)] ?? []
  if (name === undefined) throw fault("Failed", "None of the targets is the one that was seen")
  return name
}
