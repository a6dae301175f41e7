/** Ports in memory, for tests of services that need no database of their own. Each remembers what it was told. */
import { SessionRepository, EventLog, Outbox, Transactor } from "@counterfoil/core"
import type { ToldEventType } from "@counterfoil/domain"
import { Effect, Layer, type Schema, Stream } from "effect"

export interface Told {
  readonly type: ToldEventType
  readonly data: Readonly<Record<string, Schema.Json>>
}

export const makeMemory = () => {
  const events: Array<Told> = []
  const assistance = new Map<string, { status: string; attempts: number }>()
  const cancelled: Array<string> = []
  let hear: (told: Told) => Effect.Effect<unknown> = () => Effect.void
  const layer = Layer.mergeAll(
    Layer.succeed(Transactor, { transact: (effect) => effect, afterCommit: (effect) => effect }),
    Layer.succeed(EventLog, {
      append: ({ data, type }) =>
        Effect.sync(() => {
          events.push({ type, data })
        }).pipe(Effect.andThen(Effect.suspend(() => Effect.asVoid(hear({ type, data }))))),
      feed: Stream.empty,
      recentIds: Effect.succeed([])
    }),
    Layer.succeed(Outbox, {
      put: () => Effect.void,
      putAll: () => Effect.void,
      prepareAll: () => Effect.succeed(Effect.void),
      replay: () => Effect.succeed(false),
      enable: () => Effect.void,
      cancel: (of) =>
        Effect.sync(() => {
          if ("assistanceId" in of) cancelled.push(of.assistanceId)
        })
    }),
    Layer.mock(SessionRepository, {
      openAssistance: ({ id }) =>
        Effect.sync(() => {
          assistance.set(id, { status: "pending", attempts: 0 })
          return true
        }),
      setAssistanceAttempts: (id, attempts) =>
        Effect.sync(() => {
          assistance.set(id, { status: assistance.get(id)?.status ?? "unknown", attempts })
          return true
        }),
      endAssistance: (id, status) =>
        Effect.sync(() => {
          const before = assistance.get(id)
          if (before?.status !== "pending") return false
          assistance.set(id, { ...before, status })
          return true
        })
    })
  )
  return {
    layer,
    events,
    assistance,
    cancelled,
    types: () => events.map(({ type }) => type),
    /** Runs the listener as soon as an event is told, before whoever tells it goes on. */
    onTold: (listener: typeof hear) => {
      hear = listener
    }
  }
}
