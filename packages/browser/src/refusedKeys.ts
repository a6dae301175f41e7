/** Keys that a script can't press: those of the clipboard anywhere, and those that change a field with a secret in it. */
import { fault } from "./fault.ts"

/** Copying out of a field and pasting elsewhere would be a way to read it. */
const clipboardKeys =
  /(control|controlormeta|meta)\+(.*\+)?(key)?[cxv]$|(control|shift|controlormeta)\+(insert|delete)$|^(copy|cut|paste)$/i

/** Throws for keys that copy, cut or paste. */
export const refuseClipboard = (key: string): void => {
  if (clipboardKeys.test(key.replaceAll(/\s/g, ""))) throw fault("InvalidCall", "A script can't use the clipboard")
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
