/** The hub of one native app. */
import { Effect } from "effect"
import type { TrustedProxies } from "./clientAddress.ts"
import type { TemplatedApp } from "./native.ts"
import { openStream, type Listener } from "./openStream.ts"
import type { Ending, RealtimeHub } from "./RealtimeHub.ts"

const goingAway: Required<Ending> = { code: 1001, reason: "The server is shutting down" }

export const makeHub = Effect.fnUntraced(function* (
  app: TemplatedApp,
  trustedProxies: TrustedProxies,
  /** Told of the peer of each request that comes here. */
  requestFrom: (peer: ArrayBuffer) => void
) {
  const listeners = new Set<Listener>()
  let isOpen = true

  const end = (chosen: Iterable<Listener>, { code = 1000, reason = "" }: Ending): number => {
    const ended = [...chosen]
    for (const listener of ended) listener.end(code, reason)
    return ended.length
  }
  const hearing = (topic: string) => [...listeners].filter((listener) => listener.isSubscribed(topic))

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOpen = false
      end(listeners, goingAway)
    })
  )

  const hub: RealtimeHub["Service"] = {
    serve: Effect.fnUntraced(function* (options) {
      if (!isOpen) return yield* Effect.die(new Error("The server of this RealtimeHub has stopped"))
      const own = new Set<Listener>()
      yield* Effect.addFinalizer(() => Effect.sync(() => end(own, goingAway)))
      yield* openStream(app, options, trustedProxies, {
        requestFrom,
        add: (listener) => {
          own.add(listener)
          listeners.add(listener)
        },
        delete: (listener) => {
          own.delete(listener)
          listeners.delete(listener)
        }
      })
    }),
    // The native app must not be touched once it is closed.
    publish: (topic, text) => Effect.sync(() => isOpen && app.publish(topic, text)),
    subscribe: (topic, further) =>
      Effect.sync(() => {
        const chosen = hearing(topic)
        for (const listener of chosen) for (const each of further) listener.subscribe(each)
        return chosen.length
      }),
    unsubscribe: (topic, topics) =>
      Effect.sync(() => {
        const chosen = hearing(topic)
        for (const listener of chosen) for (const each of topics) listener.unsubscribe(each)
        return chosen.length
      }),
    close: (topic, ending = {}) => Effect.sync(() => end(hearing(topic), ending)),
    connections: Effect.sync(() => listeners.size),
    subscribers: (topic) => Effect.sync(() => (isOpen ? app.numSubscribers(topic) : 0))
  }
  return hub
})
