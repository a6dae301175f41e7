import { Redacted } from "effect"
import * as fc from "fast-check"
import { Webhook, WebhookVerificationError } from "standardwebhooks"
import { isDeepStrictEqual } from "node:util"
import { describe, it } from "vitest"
import { signature } from "../../src/delivery/signature.ts"

const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString("base64")}`)

/** What the library would read: it refuses times that are over five minutes off. */
const headersOf = (id: string, timestamp: number, value: string) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": value
})

const flipped = (body: Uint8Array): Uint8Array => body.map((byte, index) => (index === 0 ? byte ^ 1 : byte))

/** Whether the library takes it and reads the very body; anything that it throws but its refusal is a fault of the test. */
const reads = (secret: string, body: string, headers: Record<string, string>): boolean => {
  try {
    return isDeepStrictEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

describe("signature", () => {
  it("is accepted by the Standard Webhooks library with either of two secrets, whatever the body is", () => {
    const timestamp = Math.floor(Date.now() / 1000)
    fc.assert(
      fc.property(
        fc.tuple(secrets, secrets, secrets).filter((three) => new Set(three).size === 3),
        fc.json().map((text) => new TextEncoder().encode(text)),
        fc.stringMatching(/^msg_[0-9A-HJKMNP-TV-Z]{26}$/),
        ([present, earlier, other], body, messageId) => {
          const value = signature({ messageId, timestamp, body }, [Redacted.make(present), Redacted.make(earlier)])
          const headers = headersOf(messageId, timestamp, value)
          const text = new TextDecoder().decode(body)

          const changed = Buffer.from(flipped(body)).toString()
          return (
            reads(present, text, headers) &&
            reads(earlier, text, headers) &&
            !reads(other, text, headers) &&
            !reads(present, changed, headers)
          )
        }
      ),
      // Each run says the same of another body: a thousand reach every kind of JSON many times.
      { numRuns: process.env["VERIFY"] === undefined ? 1_000 : 10_000 }
    )
  })
})
