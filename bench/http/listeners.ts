/**
 * Thousands of realtime clients in one process: handshakes by hand on raw sockets, frames counted, pings answered. Tells
 * when the last of them had an event, on the clock that all processes of the machine share.
 */
import { randomBytes } from "node:crypto"
import { connect, type Socket } from "node:net"
import { frameReader } from "./frames.ts"

export type Command =
  /** Asks for tickets that nobody uses: what they leave behind shall not be charged to the connections. */
  | { readonly _tag: "warm"; readonly url: string; readonly token: string; readonly count: number }
  | { readonly _tag: "open"; readonly url: string; readonly token: string; readonly count: number }
  | { readonly _tag: "await"; readonly nth: number }
  | { readonly _tag: "close" }

export interface Arrival {
  /** Of process.hrtime, in nanoseconds, as text. */
  readonly first: string
  readonly last: string
  readonly count: number
  /** Connections that are still open. */
  readonly open: number
}

const sockets = new Set<Socket>()
const arrivals = new Map<number, { count: number; first: bigint; last: bigint }>()
let waiting: { readonly nth: number; readonly done: () => void } | undefined
let lost = 0

/** The event's number is in its data. */
const arrived = (message: string): void => {
  const nth = Number(/"movements_new":(\d+)/.exec(message)?.[1])
  const now = process.hrtime.bigint()
  const arrival = arrivals.get(nth) ?? { count: 0, first: now, last: now }
  arrival.count++
  arrival.last = now
  arrivals.set(nth, arrival)
  if (waiting?.nth === nth && arrival.count >= sockets.size) waiting.done()
}

const ticketFrom = async (url: string, token: string): Promise<string> => {
  const response = await fetch(`${url}/realtime/ticket`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` }
  })
  const answer: unknown = await response.json()
  return String(Object(answer).ticket)
}

const openOne = async (url: string, token: string): Promise<void> => {
  const ticket = await ticketFrom(url, token)
  const { hostname, port } = new URL(url)
  await new Promise<void>((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const read = frameReader(
      (text) => arrived(text),
      (pong) => socket.write(pong)
    )
    socket.on("connect", () =>
      socket.write(
        [
          "GET /realtime HTTP/1.1",
          `Host: ${hostname}`,
          "Upgrade: websocket",
          "Connection: Upgrade",
          `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
          "Sec-WebSocket-Version: 13",
          `Sec-WebSocket-Protocol: realtime.v1, ${ticket}`,
          "\r\n"
        ].join("\r\n")
      )
    )
    let head = Buffer.alloc(0)
    // It may come in pieces.
    const takeHead = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf("\r\n\r\n")
      if (end === -1) return
      if (!head.toString("latin1", 0, 12).endsWith("101")) return reject(new Error(head.toString("latin1")))
      socket.off("data", takeHead)
      sockets.add(socket)
      socket.on("data", read)
      if (head.length > end + 4) read(head.subarray(end + 4))
      resolve()
    }
    socket.on("data", takeHead)
    socket.on("error", reject)
    socket.on("close", () => {
      if (sockets.delete(socket)) lost++
    })
  })
}

const manyTimes = async (count: number, once: () => Promise<unknown>): Promise<void> => {
  let begun = 0
  const worker = async () => {
    while (begun < count) {
      begun++
      await once()
    }
  }
  await Promise.all(Array.from({ length: 32 }, worker))
}

const openAll = async (url: string, token: string, count: number): Promise<object> => {
  await manyTimes(count, () => openOne(url, token))
  return { opened: sockets.size }
}

const awaitAll = (nth: number): Promise<Arrival> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(overdue)
      waiting = undefined
      const { count, first, last } = arrivals.get(nth) ?? { count: 0, first: 0n, last: 0n }
      arrivals.delete(nth)
      resolve({ count, first: String(first), last: String(last), open: sockets.size })
    }
    const overdue = setTimeout(done, 10_000)
    if ((arrivals.get(nth)?.count ?? 0) >= sockets.size) done()
    else waiting = { nth, done }
  })

const closeAll = async (): Promise<object> => {
  const all = [...sockets]
  sockets.clear()
  await Promise.all(
    all.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.once("close", () => resolve())
          socket.destroy()
        })
    )
  )
  return { lost }
}

const obey = (command: Command): Promise<object> => {
  switch (command._tag) {
    case "warm":
      return manyTimes(command.count, () => ticketFrom(command.url, command.token)).then(() => ({}))
    case "open":
      return openAll(command.url, command.token, command.count)
    case "await":
      return awaitAll(command.nth)
    case "close":
      return closeAll()
  }
}

process.on("message", (command: Command) => {
  obey(command).then(
    (answer) => process.send?.(answer),
    (cause: unknown) => {
      console.error(cause)
      process.exit(1)
    }
  )
})
process.once("disconnect", () => process.exit())
