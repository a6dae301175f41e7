/** Connections that an answer left open, for the next request to the same URL. */
import { Duration } from "effect"
import type { Socket } from "node:net"
import type { OutboundTarget } from "./outboundTarget.ts"

export interface KeptConnection {
  readonly target: OutboundTarget
  readonly socket: Socket
  /** In its canonical spelling. */
  readonly address: string
  /** Milliseconds, of `performance.now()`. */
  readonly openedAt: number
}

export interface KeptConnections {
  /** One to one of these addresses. */
  readonly take: (url: string, addresses: ReadonlyArray<string>) => KeptConnection | undefined
  /** Closes it instead if it may not be kept. `keepAlive`: the answer's header of that name. */
  readonly give: (url: string, connection: KeptConnection, keepAlive: string | undefined) => void
  readonly closeAll: (url?: string) => void
}

const ageMs = 30_000
const perUrl = 4
const most = 256

/** What the receiver grants, less what a request may be under way. */
const grantedMs = (keepAlive: string | undefined): number => {
  const [, seconds] = /\btimeout=(\d{1,6})\b/.exec(keepAlive ?? "") ?? []
  return seconds === undefined ? Number.POSITIVE_INFINITY : (Number(seconds) - 1) * 1_000
}

export const makeKeptConnections = (keepFor: Duration.Duration): KeptConnections => {
  const idle = new Map<string, Array<KeptConnection & { readonly forget: () => void }>>()
  let count = 0

  const remove = (url: string, socket: Socket) => {
    const kept = idle.get(url) ?? []
    const found = kept.findIndex((one) => one.socket === socket)
    const [connection] = found === -1 ? [] : kept.splice(found, 1)
    if (connection === undefined) return
    connection.forget()
    count -= 1
    if (kept.length === 0) idle.delete(url)
  }

  const closeAll = (url?: string) => {
    const kept = url === undefined ? [...idle] : [[url, idle.get(url) ?? []] as const]
    for (const [each, connections] of kept) {
      for (const { socket } of connections.toReversed()) {
        remove(each, socket)
        socket.destroy()
      }
    }
  }

  return {
    take: (url, addresses) => {
      const newest = idle.get(url)?.findLast(({ address }) => addresses.includes(address))
      if (newest !== undefined) remove(url, newest.socket)
      return newest
    },

    give: (url, connection, keepAlive) => {
      const { socket } = connection
      const stay = Math.min(
        Duration.toMillis(keepFor),
        grantedMs(keepAlive),
        connection.openedAt + ageMs - performance.now()
      )
      if (stay <= 0 || socket.destroyed || count >= most || (idle.get(url)?.length ?? 0) >= perUrl) {
        socket.destroy()
        return
      }
      // A kept connection that sends or closes without a request is closed and not used again.
      const close = () => {
        remove(url, socket)
        socket.destroy()
      }
      const overdue = setTimeout(close, stay).unref()
      const forget = () => {
        clearTimeout(overdue)
        for (const event of ["data", "end", "error", "close"]) socket.off(event, close)
      }
      for (const event of ["data", "end", "error", "close"]) socket.on(event, close)
      idle.set(url, [...(idle.get(url) ?? []), { ...connection, forget }])
      count += 1
    },

    closeAll
  }
}
