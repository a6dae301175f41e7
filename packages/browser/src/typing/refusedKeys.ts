/** Keys that a script can't press: those of the clipboard anywhere, and those that change a field with a secret in it. */
import { fault } from "../fault.ts"

/** As a browser knows them: either of two modifiers, a key by its place or by its sign. */
const namesOf = (key: string): ReadonlyArray<string> =>
  key
    .toLowerCase()
    .replaceAll(/\s/g, "")
    .split("+")
    .map((name) =>
      name.replace(/^(control|controlormeta|meta|shift|alt)(?:left|right)$/, "$1").replace(/^key(?=.$)/, "")
    )

/**
 * Copying out of a field and pasting elsewhere would be a way to read it, and all sessions of one browser have one clipboard.
 */
const isClipboard = (key: string): boolean => {
  const names = namesOf(key)
  const last = names.at(-1) ?? ""
  const isOf = (...modifiers: ReadonlyArray<string>) => names.slice(0, -1).some((name) => modifiers.includes(name))
  if (isOf("control", "controlormeta", "meta") && /^(?:c|x|v|insert|delete|numpad\w*)$/.test(last)) return true
  if (isOf("shift") && /^(?:insert|delete|numpad0|numpaddecimal)$/.test(last)) return true
  return /^(?:copy|cut|paste)$/.test(last)
}

/** Throws for keys that copy, cut or paste. */
export const refuseClipboard = (key: string): void => {
  if (isClipboard(key)) throw fault("InvalidCall", "A script can't use the clipboard")
}

/** Whether a key may change or select what the field holds; these only send or leave it. */
export const isEditing = (key: string): boolean => !/^(Enter|NumpadEnter|Tab|Shift\+Tab|Escape)$/.test(key)

export const partOfSecret = () =>
  fault(
    "SecretRefused",
    "A secret was typed into this field: it may be filled again as a whole and left (Enter, Tab, Escape), nothing else"
  )

/** Throws for keys that would change a part of a secret. */
export const refuseEditing = (key: string): void => {
  if (isEditing(key)) throw partOfSecret()
}
