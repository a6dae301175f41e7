/** What somebody means who answers in words: at a terminal, or by replying to a message. */
import type { AskType } from "./ask.ts"

export interface Asked {
  readonly type: AskType
  /** Of a question: what there is to choose from; null: any words. */
  readonly choices: ReadonlyArray<string> | null
}

export type Meaning =
  /** The answer that the login waits for. */
  | { readonly _tag: "answer"; readonly answer: string }
  /** "Done": the approval is given in the bank's app, and nothing is to be done here. */
  | { readonly _tag: "yes" }
  /** "Not me": somebody else logs in, and the login is to be ended. */
  | { readonly _tag: "not me" }
  | { readonly _tag: "unclear" }

const yes = /^(y|yes|ok|done|approved|s[ií]|hecho|aprobado)$/iu
const notMe = /^(n|no|not me|no soy yo|no he sido yo)$/iu

const ofApproval = (text: string): Meaning => {
  if (notMe.test(text)) return { _tag: "not me" }
  return yes.test(text) ? { _tag: "yes" } : { _tag: "unclear" }
}

/** The choice that a reply means: by its words, in any case, else by its number, counted from 1. */
const ofChoices = (choices: ReadonlyArray<string>, text: string): string => {
  const same = choices.filter((choice) => choice.toLowerCase() === text.toLowerCase())
  const [only] = same
  if (choices.includes(text)) return text
  if (only !== undefined && same.length === 1) return only
  const numbered = /^[1-9]\d?\.?$/.test(text) ? choices[Number.parseInt(text, 10) - 1] : undefined
  return numbered ?? text
}

/** Sentences end; what is left of an approval is judged as it is. */
const withoutEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && ".!".includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export const meaningOf = ({ choices, type }: Asked, said: string): Meaning => {
  const text = type === "approval" ? withoutEnd(said.trim()) : said.trim()
  if (type === "approval") return ofApproval(text)
  return { _tag: "answer", answer: type === "question" && choices !== null ? ofChoices(choices, text) : text }
}
