/** A webhook as it goes out: its headers, its signature, its limits. */
import type { Duration, Redacted } from "effect"
import type { OutboundRequest } from "../outbound/OutboundHttp.ts"
import type { Receiver } from "./receiver.ts"
import { signature } from "./signature.ts"

const keptBytes = 16 * 1024

interface Message {
  readonly messageId: string
  readonly accountId: string
  readonly event: string
  readonly attempt: number
  /** Null: of no outcome, so that there is nothing to order. */
  readonly sequence: number | null
  readonly body: Uint8Array
}

export const webhookRequest = (
  message: Message,
  receiver: Receiver,
  secrets: ReadonlyArray<Redacted.Redacted<string>>,
  nowMs: number,
  options: { readonly deadline: Duration.Duration; readonly userAgent: string }
): OutboundRequest => {
  const timestamp = Math.floor(nowMs / 1000)
  return {
    method: "POST",
    url: receiver.url,
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": options.userAgent,
      "webhook-id": message.messageId,
      "webhook-timestamp": String(timestamp),
      ...(secrets.length === 0 ? {} : { "webhook-signature": signature({ ...message, timestamp }, secrets) }),
      "counterfoil-account": message.accountId,
      "counterfoil-event": message.event,
      ...(message.sequence === null ? {} : { "counterfoil-sequence": String(message.sequence) }),
      "counterfoil-attempt": String(message.attempt)
    },
    authorization: receiver.authorization,
    body: message.body,
    deadline: options.deadline,
    maxBytes: keptBytes,
    overflow: "cut"
  }
}
