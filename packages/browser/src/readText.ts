/** Texts of elements and pages, measured where they are: what is too long never leaves the page. */
import type { ElementHandle, JSHandle, Locator, Page } from "playwright-core"
import { fault } from "./fault.ts"
import type { Act } from "./PageSession.ts"
import { type GuardInPage, readAll } from "./readAll.ts"
import type { Element as Markable } from "./TypedFields.ts"

interface Element {
  readonly innerText?: unknown
  readonly textContent: unknown
  readonly getAttribute: (name: string) => unknown
  readonly matches: (css: string) => boolean
  readonly closest: (css: string) => { readonly control?: Field | null } | null
}
interface Field {
  readonly value?: unknown
}

/** Longest text that is read of a page, in characters; files have a limit of their own. */
const longestText = 2 * 1024 * 1024

/** A text, or how long one is that is too long; null: there is none. */
type Measured = string | number | null

const tooLong = () => fault("TooLarge", `A text of more than ${longestText} characters can't be read`)

const shortEnough = (measured: Measured): string | null => {
  if (typeof measured === "number") throw tooLong()
  return measured
}

type TextKind = "textContent" | "innerText"

interface TextToRead {
  readonly kind: TextKind
  readonly most: number
}

const asked = (kind: TextKind): TextToRead => ({ kind, most: longestText })

/** Runs in the page: self-contained. A page may put whatever it likes in the place of a text; only text of bounded length crosses. */
const measureText = (element: Element, { kind, most }: TextToRead): Measured => {
  const text = element[kind]
  return typeof text !== "string" ? null : text.length > most ? text.length : text
}

export const textContentOf = async (element: JSHandle<Element>): Promise<string | null> =>
  shortEnough(await element.evaluate(measureText, asked("textContent")))

export const innerTextOf = async (element: JSHandle<Element>): Promise<string> => {
  const text = shortEnough(await element.evaluate(measureText, asked("innerText")))
  if (text === null) throw fault("Failed", "innerText() needs an element of HTML")
  return text
}

/** Runs in the page: self-contained. */
const measureAttribute = (
  element: Element,
  { most, name }: { readonly name: string; readonly most: number }
): Measured => {
  const text = element.getAttribute(name)
  return typeof text !== "string" ? null : text.length > most ? text.length : text
}

export const attributeOf = async (element: ElementHandle, name: string): Promise<string | null> =>
  shortEnough(await element.evaluate(measureAttribute, { name, most: longestText }))

/** Runs in the page: self-contained. A label stands for its field. */
const isLongValue = (element: Element & Field, most: number): boolean => {
  const field = element.matches("input, textarea, select") ? element : element.closest("label")?.control
  const value = field?.value
  return typeof value === "string" && value.length > most
}

export const valueOf = async (element: ElementHandle, timeout: number): Promise<string> => {
  if (await element.evaluate(isLongValue, longestText)) throw tooLong()
  return element.inputValue({ timeout })
}

/** Runs in the page: self-contained. */
const measureTitle = (most: number): Measured => {
  const { document }: { readonly document: { readonly title: unknown } } = Object(globalThis)
  const { title } = document
  return typeof title !== "string" ? null : title.length > most ? title.length : title
}

export const titleOf = async (page: Page): Promise<string> =>
  shortEnough(await page.evaluate(measureTitle, longestText)) ?? ""

interface Listed extends Markable {
  readonly innerText?: unknown
}

interface TextsToRead extends GuardInPage {
  readonly kind: TextKind
  readonly mostChars: number
}

/** Runs in the page: self-contained. One text in JSON, for a text crosses at once whatever is in it. */
const measureTexts = (
  elements: ReadonlyArray<Listed>,
  { kind, marks, mostChars, mostElements }: TextsToRead
): string => {
  if (elements.length > mostElements) return `many ${elements.length}`
  if (marks?.isAnyMarked(elements) === true) return "typed"
  const texts: Array<string> = []
  let chars = 0
  for (const element of elements) {
    const text = element[kind]
    const read = typeof text === "string" ? text : ""
    chars += read.length
    if (chars > mostChars) return "large"
    texts.push(read)
  }
  const crossing = JSON.stringify(texts)
  return typeof crossing === "string" && crossing.length <= mostChars * 6 ? crossing : "[]"
}

/** The texts of all elements that match, which may have as many characters together as one. */
export const textsOf = async (act: Act, locator: Locator, kind: TextKind): Promise<ReadonlyArray<string>> => {
  const seen = await readAll(act, locator, (guard) =>
    locator.evaluateAll(measureTexts, { ...guard, kind, mostChars: longestText })
  )
  if (seen === "large") throw tooLong()
  const texts: unknown = JSON.parse(seen)
  return Array.isArray(texts) ? texts.map(String) : []
}
