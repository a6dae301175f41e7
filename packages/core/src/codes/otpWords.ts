/** Texts of scripts and strangers as they are shown to the one who gives a code: one line of plain words, no longer than said. */
import type { FurtherAsk } from "@counterfoil/domain"

/**
 * Control characters, marks that turn the direction of what follows, and characters that take no room: with them a text
 * could show something else than it says, or look like the host's own.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu

export const plainWords = (text: string, most: number): string => {
  const line = text.normalize("NFC").replaceAll(unseen, " ").replaceAll(/\s+/g, " ").trim()
  const characters = [...line]
  return characters.length > most
    ? `${characters
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
    : line
}

/** Someone else's words inside of ours: they can't end the quotation. */
export const quoted = (text: string): string => `"${text.replaceAll(/["“”„«»]/g, "'")}"`

const longestName = 60
export const longestPurpose = 100

const longestNumber = 20

/** What the bank shows to be compared or chosen: a few letters and digits, or nothing. */
export const plainNumber = (text: string): string | undefined => {
  const line = plainWords(text, longestNumber + 1)
  return line.length <= longestNumber && /^[\p{L}\p{N}][\p{L}\p{N} .:-]*$/u.test(line) ? line : undefined
}

const scriptSays = (words: string | undefined): string =>
  words === undefined || words === "" ? "" : ` (the script says: ${quoted(words)})`

/** What an owner is asked with: the host's words, and the script's marked as such. */
export const promptFor = (bankName: string, purpose: string | undefined): string =>
  `Log in to ${plainWords(bankName, longestName)}${scriptSays(purpose)}`

export const furtherPromptFor = (bankName: string, ask: FurtherAsk): string => {
  const bank = plainWords(bankName, longestName)
  switch (ask.type) {
    case "approval":
      return ask.number === null
        ? `Approve the login to ${bank} in the bank's app${scriptSays(ask.message)}`
        : `Approve the login to ${bank} in the bank's app: there it must be ${quoted(ask.number)}${scriptSays(ask.message)}`
    case "question":
      return `Answer what ${bank} asks before it lets you in${scriptSays(ask.question)}`
    case "picture":
      return `Log in to ${bank} with the picture that it shows${scriptSays(ask.purpose)}`
  }
}
