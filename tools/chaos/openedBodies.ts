/** What the outbox holds sealed, read with the key that the servers of a fault run have. */
import { openBody, Vault } from "@counterfoil/core"
import { Database, StoreLayers } from "@counterfoil/store"
import { Effect, Layer, Redacted } from "effect"
import { keyRing } from "../../packages/runtime/src/secrets/keyRing.ts"

export const keyEncryptionKey = "a key-encryption key of a fault run that is long enough"

const decoder = new TextDecoder()

export const openedBodies = <
  M extends { readonly accountId: string; readonly messageId: string; readonly body: Uint8Array }
>(
  url: string,
  messages: ReadonlyArray<M>
) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    return yield* Effect.forEach(messages, (message) =>
      Effect.map(openBody(vault, message), (body) => ({ ...message, body: decoder.decode(body) }))
    )
  }).pipe(
    Effect.provide(
      Vault.layer(keyRing(Redacted.make(keyEncryptionKey))).pipe(
        Layer.provide(StoreLayers),
        Layer.provide(Database.layer({ url: Redacted.make(url), maxConnections: 1 }))
      )
    ),
    Effect.runPromise
  )
