/**
 * What a message of Telegram's ends with, so that a reply, which quotes it, says itself which request it answers: somebody may
 * reply before the message's number is kept, and nobody keeps it if the node ends in between.
 */
import { createHash } from "node:crypto"

interface Asking {
  readonly assistanceId: string
  /** Answers that the bank had refused: each asking is a message of its own. */
  readonly attempt: number
}

export const replyTag = ({ assistanceId, attempt }: Asking): string =>
  `#q${createHash("sha256").update(`${assistanceId} ${attempt}`).digest("hex").slice(0, 8)}`

/** Only the end counts: what stands before may be a bank's name. */
export const quotes = (quoted: string, asking: Asking): boolean => quoted.trimEnd().endsWith(`\n${replyTag(asking)}`)
