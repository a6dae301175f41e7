/** A message that may hold a code, from a phone or a mailbox, and what became of it. */
import type { Swallowed } from "@counterfoil/domain"
import type { DateTime, Redacted } from "effect"

export interface CodeMessage {
  readonly text: Redacted.Redacted<string>
  readonly sender: string | null
  /** When its sender, or the network, says that it was sent; the same however often it is handed on. */
  readonly sentAt: DateTime.Utc | null
  /** When it was handed on, the first time or a later one. */
  readonly handedOnAt: DateTime.Utc | null
}

/** `held`: the login that it is for has not asked yet, and gets it when it does. */
export type MessageOutcome = "submitted" | "held" | Swallowed

const numberLike = /^[+\d][\d\s().-]*$/

const comparable = (sender: string): string => {
  const plain = sender.normalize("NFKC").trim()
  return numberLike.test(plain) ? plain.replaceAll(/\D/g, "").replace(/^00/, "") : plain.toLowerCase()
}

/** Names without regard to case; numbers with or without their plus and spaces. */
export const isAllowedSender = (allowed: ReadonlyArray<string>, sender: string | null): boolean =>
  allowed.length === 0 || (sender !== null && allowed.some((one) => comparable(one) === comparable(sender)))
