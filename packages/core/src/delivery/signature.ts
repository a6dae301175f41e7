/** Signatures of Standard Webhooks (v1): HMAC-SHA-256 over `id.timestamp.body`, one for each secret. */
import { Redacted } from "effect"
import { createHmac } from "node:crypto"

/** `whsec_` and base64. */
const keyOf = (secret: Redacted.Redacted<string>): Buffer =>
  Buffer.from(Redacted.value(secret).replace(/^whsec_/, ""), "base64")

export interface SignedMessage {
  readonly messageId: string
  /** Unix seconds, of the attempt. */
  readonly timestamp: number
  readonly body: Uint8Array
}

/** The value of `webhook-signature`: `v1,…`, separated by spaces. */
export const signature = (message: SignedMessage, secrets: ReadonlyArray<Redacted.Redacted<string>>): string =>
  secrets
    .map((secret) =>
      createHmac("sha256", keyOf(secret))
        .update(`${message.messageId}.${message.timestamp}.`)
        .update(message.body)
        .digest("base64")
    )
    .map((digest) => `v1,${digest}`)
    .join(" ")
