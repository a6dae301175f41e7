/** Replays a locator's steps on Playwright's public methods of the same names. */
import { type LocatorStep, PageFault, type TextPattern } from "@counterfoil/core"
import { Predicate } from "effect"
import type { FrameLocator, Locator, Page } from "playwright-core"
import { isAriaRole } from "./ariaRoles.ts"
import { selectorOf } from "../looks/makeLook.ts"
import { checkSelector } from "./selectorContent.ts"

type Steps = ReadonlyArray<LocatorStep>

/** Where the replay stands: at the page, at a locator, or inside a frame. */
type Place =
  | { readonly kind: "page"; readonly at: Page }
  | { readonly kind: "locator"; readonly at: Locator }
  | { readonly kind: "frame"; readonly at: FrameLocator }

const deepestNesting = 3

/**
 * In a document that nothing has looked at, Playwright would take the value of a field for a part of a name. It begins each search
 * so, in the same turn of the page: a document that comes between two messages is no exception.
 */
const withholding = selectorOf({ do: "withhold" })
const searchedIn = (place: Place): Locator => (place.kind === "locator" ? place.at : place.at.locator(withholding))

const invalid = (message: string): PageFault => new PageFault({ code: "InvalidCall", message })

/** A regular expression that is only handed on: it runs in the page. */
const asPattern = (text: TextPattern): string | RegExp => {
  if (typeof text === "string") return text
  try {
    return new RegExp(text.regex, text.flags)
  } catch {
    throw invalid(`/${text.regex}/${text.flags} is not a regular expression`)
  }
}

const textArg = ({ method, arg }: LocatorStep): string | RegExp => {
  if (Predicate.isString(arg) || (Predicate.isObject(arg) && "regex" in arg)) return asPattern(arg)
  throw invalid(`${method} needs a text`)
}

/** Other engines can be entered with a prefix or with ">>": they would be a way around the allow-list of steps. */
const cssArg = ({ method, arg }: LocatorStep): string => {
  if (typeof arg !== "string" || arg.trim() === "") throw invalid(`${method} needs a css selector`)
  if (arg.includes(">>")) throw invalid(`">>" is not allowed in a css selector: chain another locator() instead`)
  checkSelector(arg)
  return `css=${arg}`
}

const indexArg = ({ method, arg }: LocatorStep): number => {
  if (typeof arg === "number") return arg
  throw invalid(`${method} needs a number`)
}

const nestedArg = ({ method, arg }: LocatorStep): Steps => {
  if (Predicate.isObject(arg) && "steps" in arg) return arg.steps
  throw invalid(`${method} needs a locator`)
}

/** The options that only name a flag or a number pass as they are; texts and nested locators are rebuilt. */
const textOptions = ({ options = {} }: LocatorStep) => {
  const {
    description,
    has: _has,
    hasNot: _hasNot,
    hasNotText: _hasNotText,
    hasText: _hasText,
    name,
    ...plain
  } = options
  return {
    ...plain,
    ...(name === undefined ? {} : { name: asPattern(name) }),
    ...(description === undefined ? {} : { description: asPattern(description) })
  }
}

const makeReplay = (page: Page) => {
  const nested = (steps: Steps, depth: number): Locator => {
    if (depth >= deepestNesting) throw invalid(`Locators may be nested ${deepestNesting} deep`)
    const place = replay(steps, depth + 1)
    if (place.kind === "locator") return place.at
    throw invalid("A nested locator ends with an element, not with a frame")
  }

  const filterOptions = ({ options = {} }: LocatorStep, depth: number) => ({
    ...(options.hasText === undefined ? {} : { hasText: asPattern(options.hasText) }),
    ...(options.hasNotText === undefined ? {} : { hasNotText: asPattern(options.hasNotText) }),
    ...(options.has === undefined ? {} : { has: nested(options.has.steps, depth) }),
    ...(options.hasNot === undefined ? {} : { hasNot: nested(options.hasNot.steps, depth) }),
    ...(options.visible === undefined ? {} : { visible: options.visible })
  })

  const locate = (
    place: Place,
    step: LocatorStep,
    depth: number,
    filters: Parameters<Locator["filter"]>[0]
  ): Locator => {
    if (!Predicate.isObject(step.arg) || !("steps" in step.arg)) return searchedIn(place).locator(cssArg(step), filters)
    const inner = nested(step.arg.steps, depth)
    return place.kind === "page" ? inner.filter(filters) : place.at.locator(inner, filters)
  }

  const find = (place: Place, step: LocatorStep, depth: number): Locator | undefined => {
    const at = searchedIn(place)
    switch (step.method) {
      case "getByRole":
        if (typeof step.arg === "string" && isAriaRole(step.arg)) return at.getByRole(step.arg, textOptions(step))
        throw invalid(`getByRole needs an ARIA role such as "button"`)
      case "getByLabel":
        return at.getByLabel(textArg(step), textOptions(step))
      case "getByText":
        return at.getByText(textArg(step), textOptions(step))
      case "getByPlaceholder":
        return at.getByPlaceholder(textArg(step), textOptions(step))
      case "getByTitle":
        return at.getByTitle(textArg(step), textOptions(step))
      case "getByAltText":
        return at.getByAltText(textArg(step), textOptions(step))
      case "getByTestId":
        return at.getByTestId(textArg(step))
      case "locator": {
        const { visible, ...filters } = filterOptions(step, depth)
        const found = locate(place, step, depth, filters)
        return visible === undefined ? found : found.filter({ visible })
      }
      default:
        return undefined
    }
  }

  const narrow = (at: Locator, step: LocatorStep, depth: number): Locator | undefined => {
    switch (step.method) {
      case "filter":
        return at.filter(filterOptions(step, depth))
      case "and":
        return at.and(nested(nestedArg(step), depth))
      case "or":
        return at.or(nested(nestedArg(step), depth))
      case "first":
        return at.first()
      case "last":
        return at.last()
      case "nth":
        return at.nth(indexArg(step))
      default:
        return undefined
    }
  }

  const pickFrame = (at: FrameLocator, step: LocatorStep): FrameLocator | undefined => {
    switch (step.method) {
      case "first":
        return at.first()
      case "last":
        return at.last()
      case "nth":
        return at.nth(indexArg(step))
      default:
        return undefined
    }
  }

  const next = (place: Place, step: LocatorStep, depth: number): Place => {
    if (step.method === "frameLocator") return { kind: "frame", at: place.at.frameLocator(cssArg(step)) }
    if (place.kind === "locator" && step.method === "contentFrame")
      return { kind: "frame", at: place.at.contentFrame() }
    if (place.kind === "frame" && step.method === "owner") return { kind: "locator", at: place.at.owner() }
    const frame = place.kind === "frame" ? pickFrame(place.at, step) : undefined
    if (frame !== undefined) return { kind: "frame", at: frame }
    const narrowed = place.kind === "locator" ? narrow(place.at, step, depth) : undefined
    const found = narrowed ?? find(place, step, depth)
    if (found !== undefined) return { kind: "locator", at: found }
    throw invalid(`${step.method} can't be called on a ${place.kind}`)
  }

  const replay = (steps: Steps, depth: number): Place =>
    steps.reduce<Place>((place, step) => next(place, step, depth), { kind: "page", at: page })

  return replay
}

/** Whether they lead into a frame. */
export const crossesFrames = (steps: Steps): boolean =>
  /"(frameLocator|contentFrame|owner)"/.test(JSON.stringify(steps))

/** The locator that `steps` describe; throws `InvalidCall` when they don't describe an element. */
export const replaySteps = (page: Page, steps: Steps): Locator => {
  const place = makeReplay(page)(steps, 0)
  if (place.kind === "locator") return place.at
  throw invalid("A locator ends with an element, not with a frame")
}
