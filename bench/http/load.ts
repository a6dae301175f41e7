/**
 * The load: so many connections over raw sockets, one request at a time on each, for so long. Raw sockets, since a client
 * as heavy as the server would measure itself.
 */
import { connect, type Socket } from "node:net"

export interface Order {
  readonly port: number
  /** Whole requests as they go over the wire; the connections share them out. */
  readonly requests: ReadonlyArray<string>
  readonly connections: number
  readonly milliseconds: number
}

export interface Result {
  readonly answered: number
  readonly failed: number
  /** Milliseconds, growing. */
  readonly latencies: ReadonlyArray<number>
}

const headEnd = Buffer.from("\r\n\r\n")

/** One connection: sends, reads the whole answer, sends again. */
const drive = (
  port: number,
  sent: string,
  until: number,
  onAnswer: (ok: boolean, began: number) => void
): Promise<void> =>
  new Promise((resolve) => {
    const request = Buffer.from(sent)
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true })
    let head: Buffer = Buffer.alloc(0)
    let missing = -1
    let ok = false
    let began = performance.now()

    const next = () => {
      head = Buffer.alloc(0)
      missing = -1
      if (performance.now() >= until) return socket.end()
      began = performance.now()
      socket.write(request)
    }

    const takeHead = (chunk: Buffer) => {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(headEnd)
      if (end === -1) return
      const text = head.toString("latin1", 0, end)
      ok = text.startsWith("HTTP/1.1 200")
      missing = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - headEnd.length)
    }

    socket.on("connect", next)
    socket.on("data", (chunk: Buffer) => {
      if (missing === -1) takeHead(chunk)
      else missing -= chunk.length
      if (missing !== 0 || head.length === 0) return
      onAnswer(ok, began)
      next()
    })
    socket.on("error", () => onAnswer(false, began))
    socket.on("close", () => resolve())
  })

const run = async (order: Order): Promise<Result> => {
  const latencies: Array<number> = []
  let failed = 0
  const until = performance.now() + order.milliseconds
  const onAnswer = (ok: boolean, began: number) => {
    if (ok) latencies.push(performance.now() - began)
    else failed++
  }
  const { connections, port, requests } = order
  await Promise.all(
    Array.from({ length: connections }, (_, nth) => drive(port, requests[nth % requests.length] ?? "", until, onAnswer))
  )
  return { answered: latencies.length, failed, latencies: latencies.sort((a, b) => a - b) }
}

process.on("message", (order: Order) => void run(order).then((result) => process.send?.(result)))
process.once("disconnect", () => process.exit())
