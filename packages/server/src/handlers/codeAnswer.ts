import type { CodeAnswer } from "@counterfoil/core"
import type { Channel } from "@counterfoil/domain"

/** Where a code came from, and for which request: whichever is pending, if none is named. */
export const codeAnswer = (channel: Channel, assistanceId: string | undefined): CodeAnswer =>
  assistanceId === undefined ? { channel } : { channel, assistanceId: assistanceId.toLowerCase() }
