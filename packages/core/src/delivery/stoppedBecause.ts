/** Why a delivery doesn't go on, in a sentence for its owner; null while it goes on, and of a delivered one. */
import type { DeliveryRow } from "../outbox/DeliveryRows.ts"

type Standing = Pick<
  DeliveryRow,
  "lane" | "lastFault" | "lastHttpStatus" | "lastOutcome" | "receiver" | "status" | "superseded"
>

const lastAnswer = ({ lastFault, lastHttpStatus }: Standing): string =>
  lastFault ?? (lastHttpStatus === null ? "no answer is on record" : `the receiver answered ${lastHttpStatus}`)

const held: Readonly<Record<DeliveryRow["receiver"], string>> = {
  none: "The settings name no address to send it to",
  paused: "The endpoint is paused; it is sent when that is resumed",
  disabled:
    "The receiver answered 410, which disables its endpoint until the settings are saved or a message is replayed",
  open: "It was set aside and is about to be sent"
}

export const stoppedCodes = [
  "gone",
  "exhausted",
  "no_address",
  "paused",
  "disabled",
  "about_to_be_sent",
  "superseded",
  "over"
] as const
export type StoppedCode = (typeof stoppedCodes)[number]

const codesOfHeld = { none: "no_address", paused: "paused", disabled: "disabled", open: "about_to_be_sent" } as const

/** The same as a word. */
export const stoppedCode = (row: Standing): StoppedCode | null => {
  switch (row.status) {
    case "exhausted":
      return row.lane === "notification" && row.lastOutcome === "gone" ? "gone" : "exhausted"
    case "held":
      return codesOfHeld[row.receiver]
    case "cancelled":
      return row.superseded ? "superseded" : "over"
    default:
      return null
  }
}

export const stoppedBecause = (row: Standing): string | null => {
  const code = stoppedCode(row)
  switch (code) {
    case null:
      return null
    case "gone":
      return "The receiver answered 410: it wants no more of this notification"
    case "exhausted":
      return `The last attempt of the schedule failed: ${lastAnswer(row)}`
    case "superseded":
      return "A later result of the same order replaced it before it was delivered"
    case "over":
      return "What it tells of was over, or there was no address to send it to"
    default:
      return held[row.receiver]
  }
}
