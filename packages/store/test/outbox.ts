/** An outbox that only remembers what it was asked. */
import { Outbox, type OutboxEntry } from "@counterfoil/core"
import { Effect, Layer } from "effect"

export const posted: Array<OutboxEntry> = []
export const cancelled: Array<Parameters<Outbox["Service"]["cancel"]>[0]> = []
export const replayed: Array<Parameters<Outbox["Service"]["replay"]>[0]> = []
export const enabled: Array<string> = []

export const RecordingOutbox = Layer.succeed(
  Outbox,
  Outbox.of({
    put: (entry) => Effect.sync(() => void posted.push(entry)),
    putAll: (entries) => Effect.sync(() => void posted.push(...entries)),
    prepareAll: (entries) => Effect.succeed(Effect.sync(() => void posted.push(...entries))),
    replay: (of) =>
      Effect.sync(() => {
        replayed.push(of)
        return posted.some((entry) =>
          "requestId" in of ? entry.requestId === of.requestId : entry.movementId === of.movementId
        )
      }),
    cancel: (of) => Effect.sync(() => void cancelled.push(of)),
    enable: (accountId) => Effect.sync(() => void enabled.push(accountId))
  })
)
