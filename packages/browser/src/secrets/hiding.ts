/** From which of the texts that a script reads a secret is taken out. Out of what people read it is taken always. */
import { type ScriptPhase, secretKind } from "@counterfoil/core"

export type Hiding = "always" | "outside extract" | "never"

/** Few enough that all of them can be tried: a script would find it by looking which of all texts is taken out. */
const isGuessable = (password: string): boolean =>
  password.length < 6 || (password.length < 9 && /^\d+$/.test(password))

/** `luis` is in other people's names too, and `2026` in dates. */
const isInOtherTexts = (text: string): boolean => text.length < 6 || /^[\p{L}\p{M}\s'’-]+$/u.test(text)

/**
 * Movements are read in `extract`. A payer's name or a reference that has been cut there makes a payment miss its order, or
 * pass for another one than it was the day before: what is in other texts by chance, a common name, or the digits of a code that
 * the login has used up by then, is left in.
 */
export const hidingOf = (handle: string, text: string): Hiding => {
  switch (secretKind(handle)) {
    case "code":
      return isInOtherTexts(text) || /^\d+$/.test(text) ? "outside extract" : "always"
    case "username":
      return isInOtherTexts(text) ? "outside extract" : "always"
    case "password":
      return isGuessable(text) ? "never" : "always"
  }
}

export const isHiddenIn = (phase: ScriptPhase | undefined, hiding: Hiding): boolean =>
  hiding === "always" || (hiding === "outside extract" && phase !== "extract")
