/** The frames of a WebSocket server, which are not masked: RFC 6455, section 5.2. */
const text = 0x1
const ping = 0x9

/** An empty pong, masked with zeros as a client's frames must be. */
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

const none: Buffer = Buffer.alloc(0)

/** Takes chunks as they come; hands over each text, and a pong for each ping. */
export const frameReader = (onText: (message: string) => void, reply: (pong: Buffer) => void) => {
  let rest = none
  return (chunk: Buffer): void => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (;;) {
      const size = sizeOf(rest)
      if (size === undefined || rest.length < size.head + size.body) return
      const body = rest.subarray(size.head, size.head + size.body)
      const kind = rest.readUInt8(0) & 0xf
      if (kind === text) onText(body.toString("latin1"))
      else if (kind === ping) reply(pong)
      rest = rest.subarray(size.head + size.body)
    }
  }
}

const sizeOf = (bytes: Buffer): { readonly head: number; readonly body: number } | undefined => {
  if (bytes.length < 2) return undefined
  const short = bytes.readUInt8(1) & 0x7f
  if (short < 126) return { head: 2, body: short }
  if (short === 126) return bytes.length < 4 ? undefined : { head: 4, body: bytes.readUInt16BE(2) }
  return bytes.length < 10 ? undefined : { head: 10, body: Number(bytes.readBigUInt64BE(2)) }
}
