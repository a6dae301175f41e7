/**
 * Tells a WebSocket from ordinary requests by the first bytes that a browser sends into a tunnel.
 *
 * Chromium offers HTTP/2 in the TLS handshake of everything but WebSockets, which need HTTP/1.1. The offer (ALPN, RFC 7301)
 * is in clear, so nothing has to be decrypted.
 */

const handshakeRecord = 22
const recordHeader = 5
const clientHello = 1
const alpn = 16

/** Reads past the end give no bytes: the message is cut off there. */
const reader = (bytes: Buffer) => {
  let at = 0
  const number = (size: number): number => {
    const end = at + size
    const value = end <= bytes.length ? bytes.readUIntBE(at, size) : 0
    at = end
    return value
  }
  const take = (size: number): Buffer => {
    const taken = bytes.subarray(at, at + size)
    at += size
    return taken
  }
  return { number, take, isAtEnd: () => at >= bytes.length }
}

const protocolsIn = (extension: Buffer): ReadonlyArray<string> => {
  const list = reader(extension)
  list.number(2)
  const names: Array<string> = []
  while (!list.isAtEnd()) names.push(list.take(list.number(1)).toString("latin1"))
  return names
}

const protocolsOffered = (hello: Buffer): ReadonlyArray<string> => {
  const message = reader(hello)
  if (message.number(1) !== clientHello) return []
  message.number(3)
  // Version and random.
  message.take(34)
  message.take(message.number(1))
  message.take(message.number(2))
  message.take(message.number(1))
  const extensions = reader(message.take(message.number(2)))
  while (!extensions.isAtEnd()) {
    const type = extensions.number(2)
    const body = extensions.take(extensions.number(2))
    if (type === alpn) return protocolsIn(body)
  }
  return []
}

export type TunnelUse = "requests" | "socket" | "unknown"

/**
 * What a tunnel that begins with `bytes` is for; `unknown`: more of them are needed. In clear, a tunnel through a proxy is
 * a WebSocket's too: Chromium asks for `http:` addresses without one.
 */
export const useOf = (bytes: Buffer): TunnelUse => {
  if (bytes.length === 0) return "unknown"
  if (bytes[0] !== handshakeRecord) return "socket"
  if (bytes.length < recordHeader) return "unknown"
  const end = recordHeader + bytes.readUInt16BE(3)
  if (bytes.length < end) return "unknown"
  return protocolsOffered(bytes.subarray(recordHeader, end)).includes("h2") ? "requests" : "socket"
}
