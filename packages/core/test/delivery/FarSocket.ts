/** A socket to nowhere: it says that it is connected, counts what it is sent, and answers as a web server would; or refuses. */
import { Socket } from "node:net"

export class FarSocket extends Socket {
  bytesReceived = 0
  private readonly redirects: boolean

  constructor(remoteAddress: string, behaviour: { readonly redirects: boolean; readonly refuses: boolean }) {
    super()
    this.redirects = behaviour.redirects
    Object.defineProperty(this, "remoteAddress", { value: remoteAddress })
    setImmediate(() => (behaviour.refuses ? this.destroy() : this.emit("connect")))
  }

  override _read() {}

  override _write(chunk: Buffer, _: string, done: (error?: Error) => void) {
    this.bytesReceived += chunk.length
    if (chunk.toString("latin1").startsWith("POST ")) this.answer()
    done()
  }

  override _writev(chunks: Array<{ chunk: Buffer; encoding: BufferEncoding }>, done: (error?: Error | null) => void) {
    for (const { chunk } of chunks) this._write(chunk, "", () => undefined)
    done()
  }

  override _final(done: (error?: Error | null) => void) {
    done()
  }

  private answer() {
    const status = this.redirects ? "302 Found\r\nlocation: http://127.0.0.1/" : "200 OK"
    this.push(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`)
  }
}
