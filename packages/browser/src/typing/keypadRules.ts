/** What holds for every keypad, however its keys are shown. */
import { fault } from "../fault.ts"

/** Neither key nor position may be told: which characters a secret has is the secret. */
export const noKey = () =>
  fault("KeypadMiss", "The keypad doesn't have exactly one key for each character of the secret")

export const partOfKeypad = (what: string) =>
  fault(
    "SecretRefused",
    `${what}: the locator must name all keys of the keypad, or which of them fit would tell the secret`
  )

/** Ends the run: what the page shows of them is not looked at any more. */
export const tellingKeys = () =>
  fault("KeypadTells", "The keys show which of them were pressed, or are not all there any more: these are no keypad's")

const alphabets = ["0123456789", "abcdefghijklmnopqrstuvwxyz"]

/** Whether the keys are a keypad's: all digits or all letters are among them. */
export const isKeypad = (labels: ReadonlyArray<string>): boolean => {
  const shown = new Set(labels.map((label) => label.toLowerCase()))
  return alphabets.some((alphabet) => [...alphabet].every((character) => shown.has(character)))
}

/** Runs in the page: a key that keeps the focus would tell which one was last. */
export const dropFocus = () => {
  const { document }: { readonly document: { readonly activeElement: { readonly blur?: () => void } | null } } =
    Object(globalThis)
  document.activeElement?.blur?.()
}
