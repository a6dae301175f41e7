/** Whether the page is live, and what happens meanwhile: the stream's messages say which of what was read is stale. */
import { openStream, type StreamMessage, type StreamState } from "@counterfoil/client"
import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { api } from "../api/client.ts"
import { isLong, queries } from "../api/queries.ts"
import { session } from "../api/session.ts"
import type { AccountOverview } from "../api/types.ts"

export type Connection =
  | { readonly state: "connecting" }
  | { readonly state: "open" }
  /** Since when nothing is heard: what the page shows is as old as that. */
  | { readonly state: "lost"; readonly since: number }

interface Live {
  readonly connection: Connection
  readonly listen: (listener: (message: StreamMessage) => void) => () => void
}

const Context = createContext<Live>({ connection: { state: "connecting" }, listen: () => () => {} })

export const useConnection = (): Connection => use(Context).connection

export const useLiveMessages = (onMessage: (message: StreamMessage) => void) => {
  const { listen } = use(Context)
  const latest = useRef(onMessage)
  useEffect(() => {
    latest.current = onMessage
  })
  useEffect(() => listen((message) => latest.current(message)), [listen])
}

const staleAfter = (type: string): ReadonlyArray<QueryKey> => {
  if (type.startsWith("orders.")) return [["orders"], ["endpoint"]]
  if (type === "movements.stored") return [["movements"], ["endpoint"], ["activity"]]
  if (type.startsWith("delivery.") || type.startsWith("endpoint.")) return [["deliveries"], ["endpoint"]]
  if (type === "scrape.succeeded")
    return [["accounts"], ["activity"], ["movements"], ["orders"], ["deliveries"], ["endpoint"]]
  if (type === "scrape.failed") return [["accounts"], ["activity"], ["set-aside"]]
  if (type === "script.changed") return [["accounts"], ["activity"], ["banks"], ["consent"]]
  if (type.startsWith("assistance.")) return [["accounts"], ["activity"], ["assistances"]]
  return [["accounts"], ["activity"]]
}

const isShort = (query: Parameters<typeof isLong>[0]): boolean => !isLong(query)

/** Many messages come at once: what they make stale is read anew once. */
const gatherStale = (client: QueryClient) => {
  const stale = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return (keys: ReadonlyArray<QueryKey>) => {
    for (const key of keys) stale.set(JSON.stringify(key), key)
    timer ??= setTimeout(() => {
      timer = undefined
      const gathered = [...stale.values()]
      stale.clear()
      for (const queryKey of gathered) void client.invalidateQueries({ queryKey, predicate: isShort })
    }, 200)
  }
}

/** What a bank asks is shown with the message itself: nobody waits for another answer first. */
const askedBy = (message: StreamMessage): Partial<AccountOverview> | undefined => {
  switch (message.type) {
    case "assistance.requested":
      return { pending_assistance: message.data }
    case "assistance.opened": {
      const { type, ...data } = message.data
      return type === "otp" ? undefined : { open_assistance: { ...data, type } }
    }
    case "assistance.fulfilled":
    case "assistance.cancelled":
      return { pending_assistance: null }
    case "assistance.closed":
      return { open_assistance: null }
    default:
      return undefined
  }
}

const showAssistance = (client: QueryClient, message: StreamMessage) => {
  const asked = askedBy(message)
  if (asked === undefined) return
  client.setQueryData(queries.accounts().queryKey, (accounts) =>
    accounts?.map((account) => (account.id === message.accountId ? { ...account, ...asked } : account))
  )
}

const connectionAfter = (before: Connection, state: StreamState): Connection => {
  if (state === "open") return { state: "open" }
  if (before.state === "lost" || (state === "connecting" && before.state === "connecting")) return before
  return { state: "lost", since: Date.now() }
}

/** The page that changed the password gets its new token a moment after its stream has ended. */
const patience = 2_000

const stayConnected = (
  client: QueryClient,
  onState: (state: StreamState) => void,
  onMessage: (message: StreamMessage) => void
): (() => void) => {
  let closed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stream = openStream(api, {
    onMessage,
    onState: (state) => {
      if (closed) return
      onState(state)
      // What happened while there was no stream is only known by asking.
      if (state === "open") void client.invalidateQueries({ predicate: isShort })
      // A token that is not good any more logs out.
      if (state === "ended") timer = setTimeout(() => void client.invalidateQueries(), patience)
    }
  })
  // Whoever looks again is shown what is there by now. What is still asked for may be answered with what was there before, and
  // the query client, which hears of this look next, would wait for that.
  const askAnew = () => {
    // The next rows of a list are nothing that is shown already.
    const isAsked = (query: Query) =>
      isShort(query) && query.state.fetchStatus === "fetching" && query.state.fetchMeta === null
    if (document.visibilityState === "visible") void client.invalidateQueries({ predicate: isAsked })
  }
  // The machine woke up, or the network is back: no reason to wait on.
  const events = [
    [window, "online", stream.retryNow],
    [window, "offline", stream.checkNow],
    [document, "visibilitychange", stream.retryNow],
    [document, "visibilitychange", askAnew]
  ] as const
  for (const [target, name, run] of events) target.addEventListener(name, run)
  return () => {
    closed = true
    clearTimeout(timer)
    for (const [target, name, run] of events) target.removeEventListener(name, run)
    stream.close()
  }
}

const tokenNow = () => session.current()?.token

export const LiveProvider = ({ children }: { readonly children: ReactNode }) => {
  const client = useQueryClient()
  const token = useSyncExternalStore(session.subscribe, tokenNow)
  const [connection, setConnection] = useState<Connection>({ state: "connecting" })
  const listeners = useRef(new Set<(message: StreamMessage) => void>())

  // A changed password ends the stream; the new token opens another.
  useEffect(() => {
    if (token === undefined) {
      setConnection({ state: "connecting" })
      return undefined
    }
    const markStale = gatherStale(client)
    return stayConnected(
      client,
      (state) => setConnection((before) => connectionAfter(before, state)),
      (message) => {
        showAssistance(client, message)
        for (const listener of listeners.current) listener(message)
        markStale(staleAfter(message.type))
      }
    )
  }, [client, token])

  const value = useMemo<Live>(
    () => ({
      connection,
      listen: (listener) => {
        listeners.current.add(listener)
        return () => void listeners.current.delete(listener)
      }
    }),
    [connection]
  )
  return <Context value={value}>{children}</Context>
}
