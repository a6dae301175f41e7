/** Texts of scripts and strangers as they are shown to the one who gives a code: one line of plain words, no longer than said. */

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

/** What an owner is asked with: the host's words, and the script's marked as such. */
export const promptFor = (bankName: string, purpose: string | undefined): string => {
  const said = purpose === undefined ? "" : ` (the script says: ${quoted(purpose)})`
  return `Log in to ${plainWords(bankName, longestName)}${said}`
}
