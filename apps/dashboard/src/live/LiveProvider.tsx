/** Whether the page is live, and what happens meanwhile: the stream's messages say which of what was read is stale. */
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query"
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react"
import { queries } from "../api/queries.ts"
import type { Assistance } from "../api/types.ts"
import { type Connection, keepConnected, type LiveMessage } from "./connection.ts"

interface Live {
  readonly connection: Connection
  readonly listen: (listener: (message: LiveMessage) => void) => () => void
}

const Context = createContext<Live>({ connection: { state: "connecting" }, listen: () => () => {} })

export const useConnection = (): Connection => use(Context).connection

export const useLiveMessages = (onMessage: (message: LiveMessage) => void) => {
  const { listen } = use(Context)
  const latest = useRef(onMessage)
  useEffect(() => {
    latest.current = onMessage
  })
  useEffect(() => listen((message) => latest.current(message)), [listen])
}

const staleAfter = (type: string): ReadonlyArray<QueryKey> => {
  if (type.startsWith("orders.")) return [["orders"]]
  if (type === "movements.stored") return [["movements"]]
  if (type.startsWith("delivery.") || type.startsWith("endpoint.")) return [["deliveries"], ["endpoint"]]
  if (type === "scrape.succeeded") return [["accounts"], ["activity"], ["movements"], ["orders"], ["deliveries"]]
  return [["accounts"], ["activity"]]
}

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
      for (const queryKey of gathered) void client.invalidateQueries({ queryKey })
    }, 200)
  }
}

const isAssistance = (data: unknown): data is Assistance =>
  typeof data === "object" && data !== null && "id" in data && "descriptor" in data && "attempts" in data

/** A code's question is shown with the message itself: nobody waits for another answer first. */
const showAssistance = (client: QueryClient, { accountId, data, type }: LiveMessage) => {
  if (!type.startsWith("assistance.")) return
  const pending = type === "assistance.requested" && isAssistance(data) ? data : null
  client.setQueryData(queries.accounts().queryKey, (accounts) =>
    accounts?.map((account) => (account.id === accountId ? { ...account, pending_assistance: pending } : account))
  )
}

export const LiveProvider = ({ children }: { readonly children: ReactNode }) => {
  const client = useQueryClient()
  const [connection, setConnection] = useState<Connection>({ state: "connecting" })
  const listeners = useRef(new Set<(message: LiveMessage) => void>())

  useEffect(() => {
    const markStale = gatherStale(client)
    return keepConnected({
      onChange: setConnection,
      // What happened while there was no stream is only known by asking.
      onOpen: () => void client.invalidateQueries(),
      onMessage: (message) => {
        showAssistance(client, message)
        for (const listener of listeners.current) listener(message)
        markStale(staleAfter(message.type))
      }
    })
  }, [client])

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
