/** Texts of elements and pages, measured where they are: what is too long never leaves the page. */
import type { Page } from "playwright-core"
import { fault } from "../fault.ts"
import type { Act } from "../page/PageSession.ts"
import { lookAt, lookAtAll, type Place } from "./look.ts"
import type { Own } from "../looks/lookEngine.ts"
import { lookIn, makeLook } from "../looks/makeLook.ts"

interface Element {
  readonly innerText?: unknown
  readonly textContent: unknown
  readonly getAttribute: (name: string) => unknown
  readonly matches: (css: string) => boolean
  readonly closest: (css: string) => { readonly control?: Field | null } | null
}
interface Field {
  readonly value?: unknown
  readonly type?: unknown
}

/** Longest text that is read of a page, in characters; files have a limit of their own. */
const longestText = 2 * 1024 * 1024

const tooLong = () => fault("TooLarge", `A text of more than ${longestText} characters can't be read`)

type TextKind = "textContent" | "innerText"

interface TextToRead {
  readonly kind: TextKind
  readonly most: number
}

/** How a look tells a text: one that is too long isn't told. */
const shortEnough = (told: string | null): string | null => {
  if (told === null) return null
  if (told === "long") throw tooLong()
  return told.slice(1)
}

/** Runs in the page: self-contained. A page may put whatever it likes in the place of a text; only text of bounded length crosses. */
const measureText = ([element]: ReadonlyArray<Element>, { kind, most }: TextToRead): string | null => {
  const text = element?.[kind]
  return typeof text !== "string" ? null : text.length > most ? "long" : `=${text}`
}
const textLook = makeLook("text", measureText)

const textOf = async (act: Act, place: Place, kind: TextKind): Promise<string | null> =>
  shortEnough(await lookAt(act, place, { look: textLook, arg: { kind, most: longestText } }))

export const textContentOf = (act: Act, place: Place): Promise<string | null> => textOf(act, place, "textContent")

export const innerTextOf = async (act: Act, place: Place): Promise<string> => {
  const text = await textOf(act, place, "innerText")
  if (text === null) throw fault("Failed", "innerText() needs an element of HTML")
  return text
}

/** Runs in the page: self-contained. */
const measureAttribute = (
  [element]: ReadonlyArray<Element>,
  { most, name }: { readonly name: string; readonly most: number }
): string | null => {
  const text = element?.getAttribute(name)
  return typeof text !== "string" ? null : text.length > most ? "long" : `=${text}`
}
const attributeLook = makeLook("attribute", measureAttribute)

export const attributeOf = async (
  act: Act,
  place: Place,
  { mayBeTyped, name }: { readonly name: string; readonly mayBeTyped: boolean }
): Promise<string | null> =>
  shortEnough(await lookAt(act, place, { look: attributeLook, arg: { name, most: longestText }, mayBeTyped }))

/** Runs in the page: self-contained. A label stands for its field. */
const measureValue = ([element]: ReadonlyArray<Element & Field>, most: number, own: Own): string => {
  const field = element?.matches("input, textarea, select") === true ? element : element?.closest("label")?.control
  const value = field === undefined || field === null ? undefined : own.valueOf(field)
  if (value === undefined) return "none"
  if (field?.type === "password") return "password"
  return value.length > most ? "long" : `=${value}`
}
const valueLook = makeLook("value", measureValue)

export const valueOf = async (act: Act, place: Place): Promise<string> => {
  const told = await lookAt(act, place, { look: valueLook, arg: longestText })
  if (told === "password") throw fault("SecretRead", "A password field can't be read")
  if (told === "none") throw fault("Failed", "inputValue() needs an <input>, a <textarea> or a <select>")
  return shortEnough(told) ?? ""
}

/** Runs in the page: self-contained. */
const measureTitle = (_: ReadonlyArray<unknown>, most: number): string | null => {
  const { document }: { readonly document: { readonly title: unknown } } = Object(globalThis)
  const { title } = document
  return typeof title !== "string" ? null : title.length > most ? "long" : `=${title}`
}
const titleLook = makeLook("title", measureTitle)

export const titleOf = async ({ deadline }: Act, page: Page): Promise<string> =>
  shortEnough(await lookIn(page.mainFrame(), titleLook, longestText, deadline.left())) ?? ""

interface Listed {
  readonly innerText?: unknown
  readonly textContent?: unknown
}

/** Runs in the page: self-contained. One text in JSON, for a text crosses at once whatever is in it. */
const measureTexts = (elements: ReadonlyArray<Listed>, { kind, most }: TextToRead): string => {
  const texts: Array<string> = []
  let chars = 0
  for (const element of elements) {
    const text = element[kind]
    const read = typeof text === "string" ? text : ""
    chars += read.length
    if (chars > most) return "long"
    texts.push(read)
  }
  return `=${JSON.stringify(texts)}`
}
const textsLook = makeLook("texts", measureTexts)

/** The texts of all elements that match, which may have as many characters together as one. */
export const textsOf = async (act: Act, place: Place, kind: TextKind): Promise<ReadonlyArray<string>> => {
  const told = shortEnough(await lookAtAll(act, place, { look: textsLook, arg: { kind, most: longestText } }))
  const texts: unknown = told === null ? [] : JSON.parse(told)
  return Array.isArray(texts) ? texts.map(String) : []
}

export const looksOfTexts = [textLook, attributeLook, valueLook, titleLook, textsLook]
