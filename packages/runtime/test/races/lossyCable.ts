/** The way to the database as a proxy, which can lose the answer to a commit: what it wrote is there, and nobody is told. */
import { connect, createServer, type Socket } from "node:net"

const textAt = (message: Buffer, at: number): string => message.toString("latin1", at, message.indexOf(0, at))

/** The statements that a client sends, in order: Postgres's protocol, version 3. */
const statementsOf = () => {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let hasBegun = false
  const statementIn = (message: Buffer): string | undefined => {
    const first = textAt(message, 5)
    const second = 5 + first.length + 1
    switch (String.fromCharCode(message[0] ?? 0)) {
      case "Q":
        return first
      case "P":
        prepared.set(first, textAt(message, second))
        return undefined
      case "B":
        return prepared.get(textAt(message, second))
      default:
        return undefined
    }
  }
  return (bytes: Buffer): ReadonlyArray<string> => {
    rest = Buffer.concat([rest, bytes])
    const found: Array<string> = []
    for (;;) {
      // The first message has no kind.
      const at = hasBegun ? 1 : 0
      if (rest.length < at + 4 || rest.length < at + rest.readInt32BE(at)) return found
      const message = rest.subarray(0, at + rest.readInt32BE(at))
      rest = rest.subarray(message.length)
      const statement = hasBegun ? statementIn(message) : undefined
      hasBegun = true
      if (statement !== undefined) found.push(statement)
    }
  }
}

export class LossyCable {
  /** The next commit of a transaction with such a statement is not answered, and its connection is reset. */
  of: RegExp | null = null

  async through(url: string): Promise<string> {
    const { hostname, port } = new URL(url)
    const server = createServer((client) => this.#join(client, connect(Number(port), hostname)))
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
    server.unref()
    const address = server.address()
    const to = new URL(url)
    to.hostname = "127.0.0.1"
    to.port = String(typeof address === "object" && address !== null ? address.port : 0)
    return to.href
  }

  #join(client: Socket, upstream: Socket): void {
    const read = statementsOf()
    let isMeant = false
    let isLost = false
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end)
    client.on("data", (bytes) => {
      for (const statement of read(bytes)) {
        if (statement === "COMMIT" && isMeant) {
          isLost = true
          this.of = null
        }
        isMeant = !/^(BEGIN|COMMIT|ROLLBACK)/.test(statement) && (isMeant || this.of?.test(statement) === true)
      }
      upstream.write(bytes)
    })
    upstream.on("data", (bytes) => {
      if (!isLost) client.write(bytes)
      else client.resetAndDestroy()
    })
  }
}
