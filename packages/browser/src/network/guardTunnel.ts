/** Carries what goes through a tunnel to the bank, unless it is a socket that may not be open. */
import type { Duplex } from "node:stream"
import { type TunnelUse, useOf } from "./clientHello.ts"
import type { RequestRules } from "./RequestRules.ts"

export interface Tunnel {
  /** `host:port`, as the browser named it. */
  readonly target: string
  readonly client: Duplex
  readonly upstream: Duplex
  /** What came with the request for the tunnel. */
  readonly head: Buffer
}

/** No TLS record is longer: who sends more has not begun with one. */
const longestRecord = 5 + 16 * 1024

const join = (a: Duplex, b: Duplex) => {
  const end = () => {
    a.destroy()
    b.destroy()
  }
  for (const side of [a, b]) side.on("error", end).on("close", end)
  a.pipe(b)
  b.pipe(a)
}

const originOf = (target: string, begin: Buffer): string =>
  begin[0] === 22 ? `wss://${target.replace(/:443$/, "")}` : `ws://${target.replace(/:80$/, "")}`

/** One for each context: when a phase begins, open sockets that it doesn't allow are cut. */
export const makeTunnelGuard = (requests: RequestRules): ((tunnel: Tunnel) => void) => {
  const open = new Map<Duplex, string>()
  requests.onEnter(() => {
    for (const [client, origin] of open) if (!requests.admitsSocket(origin)) client.destroy()
  })

  const decide = ({ client, head: _, target, upstream }: Tunnel, begin: Buffer, use: TunnelUse) => {
    if (use === "socket") {
      const origin = originOf(target, begin)
      if (!requests.admitsSocket(origin)) {
        client.destroy()
        upstream.destroy()
        return
      }
      open.set(client, origin)
      client.on("close", () => open.delete(client))
    }
    upstream.write(begin)
    join(client, upstream)
  }

  return (tunnel) => {
    const { client, upstream } = tunnel
    let begin = tunnel.head
    const look = (chunk: Buffer) => {
      begin = Buffer.concat([begin, chunk])
      const use = begin.length > longestRecord ? "socket" : useOf(begin)
      if (use === "unknown") return
      client.off("data", look)
      decide(tunnel, begin, use)
    }
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    // It left while its bank was dialled.
    if (client.destroyed || client.readableEnded) return end()
    for (const side of [client, upstream]) side.on("error", end).on("close", end)
    // A browser that says no more has gone; a bank could stay for ever.
    client.on("end", end).on("data", look)
    look(Buffer.alloc(0))
  }
}
