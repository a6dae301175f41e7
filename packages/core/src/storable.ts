/** What the database can hold: no NUL in texts; in JSON no halves of surrogate pairs either. */
import type { Schema } from "effect"

export const isStorableText = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

const deepest = 100

/**
 * Why a JSON value can't be stored, in one sentence that begins with the field; undefined when it can. Depth is limited
 * before anything walks the value by recursion.
 */
export const jsonProblem = (field: string, json: Schema.Json): string | undefined => {
  let level: ReadonlyArray<Schema.Json> = [json]
  for (let depth = 0; level.length > 0; depth++) {
    if (!level.every(isStorableValue)) return `${field} must not contain NUL characters`
    const lists = level.filter((value) => value !== null && typeof value === "object")
    if (depth >= deepest && lists.length > 0) return `${field} must not be nested deeper than ${deepest} levels`
    level = lists.flatMap((list) => Object.values(list))
  }
  return undefined
}

const isStorableValue = (value: Schema.Json): boolean =>
  typeof value === "string"
    ? isStorableText(value)
    : value === null || typeof value !== "object" || Object.keys(value).every(isStorableText)

/** Why a text can't be a name, in one sentence that begins with the field; undefined when it can. */
export const nameProblem = (field: string, text: string, maximum: number): string | undefined => {
  const length = [...text].length
  if (text.trim() === "") return `${field} is required`
  if (length > maximum) return `${field} must be at most ${maximum} characters`
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? `${field} must not contain control characters` : undefined
}

/** The same of a name that strangers are shown, and trust: it has to say what it looks like. */
export const shownNameProblem = (field: string, text: string, maximum: number): string | undefined =>
  nameProblem(field, text, maximum) ??
  (/[\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u.test(text) ? `${field} must not contain characters that can't be seen` : undefined)
