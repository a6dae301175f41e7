/**
 * The body of a message at rest: it holds the user's own fields, which may be tokens. Bound to the message's id, so that a new
 * delivery of the same message has the same cell.
 */
import { Effect, Redacted } from "effect"
import type { KeyErased, Undecipherable, Vault } from "../security/Vault.ts"
import type { Place } from "../security/sealing.ts"

interface Message {
  readonly accountId: string
  readonly messageId: string
}

export const bodyPlace = ({ accountId, messageId }: Message): Place => ({
  accountId,
  table: "outbox",
  column: "body",
  row: messageId
})

const decoder = new TextDecoder()
const encoder = new TextEncoder()

const isReadable = (body: Uint8Array): boolean => body[0] === "{".charCodeAt(0)

/** One of before bodies were sealed is itself. */
export const openBody = (
  vault: Vault["Service"],
  message: Message & { readonly body: Uint8Array }
): Effect.Effect<Uint8Array, Undecipherable | KeyErased> =>
  isReadable(message.body)
    ? Effect.succeed(message.body)
    : Effect.map(vault.decrypt(bodyPlace(message), message.body), (text) => encoder.encode(Redacted.value(text)))

export const bodyText = (body: Uint8Array): string => decoder.decode(body)
