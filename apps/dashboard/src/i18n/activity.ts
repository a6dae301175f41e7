/** What an entry of the activity is made of: the server gives a word and values, and each language makes its own sentence. */
import type { Formats } from "./format.ts"

/** Reads the values of one entry. One that is missing (from before it was kept) makes the whole sentence unusable. */
export interface Values {
  readonly text: (name: string) => string
  readonly count: (name: string) => number
  readonly flag: (name: string) => boolean
  readonly texts: (name: string) => string
  readonly day: (name: string) => string
  readonly moment: (name: string) => string
  /** Null, or missing: nothing is said of it. */
  readonly maybe: (name: string) => string | null
}

export interface ActivityWords {
  readonly title: string
  /** What else there is to say; nothing: the title is all. */
  readonly text?: (values: Values) => string
}

export type Activities = Readonly<Record<string, ActivityWords>>

type Data = Readonly<Record<string, unknown>>

/** The sentence; undefined: a value that it needs is missing. */
export const sentenceOf = (
  { text }: ActivityWords,
  data: Data,
  formats: Pick<Formats, "day" | "moment" | "list">
): string | undefined => {
  let isWhole = true
  const need = <A>(value: unknown, is: (value: unknown) => value is A, otherwise: A): A => {
    if (is(value)) return value
    isWhole = false
    return otherwise
  }
  const words = (name: string) => need(data[name], isText, "")
  const said = text?.({
    text: words,
    count: (name) => need(data[name], isCount, 0),
    flag: (name) => need(data[name], isFlag, false),
    texts: (name) => formats.list(need(data[name], isTexts, [])),
    day: (name) => {
      const time = words(name)
      return isTime(time) ? formats.day(time) : time
    },
    moment: (name) => {
      const time = words(name)
      return isTime(time) ? formats.moment(time) : time
    },
    maybe: (name) => {
      const value = data[name]
      if (isCount(value)) return String(value)
      return isText(value) && value !== "" ? value : null
    }
  })
  return isWhole ? (said ?? "") : undefined
}

const isText = (value: unknown): value is string => typeof value === "string"
const isCount = (value: unknown): value is number => typeof value === "number"
const isFlag = (value: unknown): value is boolean => typeof value === "boolean"
const isTexts = (value: unknown): value is ReadonlyArray<string> => Array.isArray(value) && value.every(isText)
const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))
