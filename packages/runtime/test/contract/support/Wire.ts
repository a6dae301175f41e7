/** A TCP connection that sends what no client should. */
import { connect, type Socket } from "node:net"
import { service } from "./shared.ts"

export class Wire {
  readonly #socket: Socket
  received = ""
  #ended = false
  readonly #watchers = new Set<() => void>()

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on("data", (bytes) => {
      this.received += bytes.toString("latin1")
      this.#tell()
    })
    socket.on("error", () => {})
    socket.on("close", () => {
      this.#ended = true
      this.#tell()
    })
  }

  static open(url = service().url): Promise<Wire> {
    const { hostname, port } = new URL(url)
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => resolve(new Wire(socket)))
    })
  }

  /** Sends bytes; ends when they are handed to the system. */
  write(data: string | Uint8Array): Promise<void> {
    const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : data
    return new Promise((resolve) => this.#socket.write(bytes, () => resolve()))
  }

  /** Waits until the text has come, or the server has hung up; gives all that came. */
  async until(text: string | undefined): Promise<string> {
    while (!this.#ended && (text === undefined || !this.received.includes(text))) {
      await new Promise<void>((resolve) => this.#watchers.add(resolve))
    }
    return this.received
  }

  /** Without a farewell. */
  cut(): void {
    this.#socket.resetAndDestroy()
  }

  #tell(): void {
    const watchers = [...this.#watchers]
    this.#watchers.clear()
    for (const watcher of watchers) watcher()
  }
}

export const head = (line: string, ...fields: ReadonlyArray<string>): string =>
  [`${line} HTTP/1.1`, "Host: counterfoil.test", ...fields, "", ""].join("\r\n")

/** Sends the bytes and reads until the server hangs up. */
export const exchange = async (data: string | Uint8Array): Promise<string> => {
  const wire = await Wire.open()
  await wire.write(data)
  return wire.until(undefined)
}
