/** Receivers that do what a receiver shouldn't, and what their attempts are recorded as. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { createServer as createHttpServer } from "node:http"
import { createServer as createHttpsServer } from "node:https"
import { createServer, type Server, type Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { badKey, expiredCertificate, selfSignedCertificate } from "@counterfoil/testing/badCertificates"

export interface Hostile {
  readonly title: string
  readonly server: () => Server
  readonly secure?: boolean
  /** What vouches for it, so that only one thing is wrong. */
  readonly trusts?: string
  /** Another name than the certificate's. */
  readonly name?: string
  readonly recorded: {
    readonly outcome: string
    readonly httpStatus: number | null
    /** Of the fault. */
    readonly says?: RegExp
  }
  /** Of the answer, kept at most. */
  readonly keeps?: number
}

const web = (answer: (response: ServerResponse, request: IncomingMessage) => void) => () =>
  createHttpServer((request, response) => {
    request.resume()
    request.on("end", () => answer(response, request))
  })

/** Speaks after the first bytes of the request; everything it does may hit a closed socket. */
const raw = (speak: (socket: Socket) => void) => () =>
  createServer((socket) => socket.on("error", () => undefined).once("data", () => speak(socket)))

/** As fast as the client takes it, until it leaves. */
const pour = (stream: Socket | ServerResponse, chunk: string | Buffer) => {
  const more = () => {
    while (!stream.destroyed && stream.write(chunk));
  }
  stream.on("drain", more)
  more()
}

const plain = (text: string) => `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n${text}`
const mebibyte = Buffer.alloc(1024 * 1024, "x")
const kept = 16 * 1024

const timeout = { outcome: "timeout", httpStatus: null, says: /no complete answer within/ }
const broken = { outcome: "broken", httpStatus: null, says: /closed the connection|did not answer in HTTP/ }
const untrusted = (code: RegExp) => ({ outcome: "tls_failed", httpStatus: null, says: code })

const withCertificate = (cert: string) => () =>
  createHttpsServer({ key: badKey, cert }, (_, response) => response.end())

export const hostileReceivers: ReadonlyArray<Hostile> = [
  {
    title: "answers 500",
    server: web((response) => response.writeHead(500).end("no")),
    recorded: { outcome: "rejected", httpStatus: 500 }
  },
  {
    title: "answers after the deadline",
    server: web((response) => void setTimeout(() => response.end(), 2_000).unref()),
    recorded: timeout
  },
  { title: "hangs after it accepted the connection", server: () => createServer(() => undefined), recorded: timeout },
  {
    title: "hangs in the middle of its headers",
    server: raw((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-le")),
    recorded: timeout
  },
  {
    title: "hangs in the middle of its body",
    server: raw((socket) => socket.write(plain("content-length: 10\r\n\r\nhalf"))),
    recorded: timeout
  },
  {
    title: "resets the connection",
    server: raw((socket) => socket.resetAndDestroy()),
    recorded: broken
  },
  {
    title: "resets the connection in the middle of its body",
    server: raw((socket) => socket.write(plain("content-length: 10\r\n\r\nhalf"), () => socket.resetAndDestroy())),
    recorded: broken
  },
  {
    title: "redirects to a metadata service",
    server: web((response) => response.writeHead(301, { location: "http://169.254.169.254/latest" }).end()),
    recorded: { outcome: "redirected", httpStatus: 301 }
  },
  {
    title: "announces a body of 10 GB and sends it",
    server: raw((socket) => {
      socket.write(plain("content-length: 10000000000\r\n\r\n"))
      pour(socket, mebibyte)
    }),
    recorded: { outcome: "delivered", httpStatus: 200 },
    keeps: kept
  },
  {
    title: "never ends its body",
    server: web((response) => pour(response, mebibyte)),
    recorded: { outcome: "delivered", httpStatus: 200 },
    keeps: kept
  },
  {
    title: "sends a gzip bomb that nobody asked for",
    server: web((response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(8 * 1024 * 1024)))
    ),
    recorded: { outcome: "delivered", httpStatus: 200 },
    keeps: kept
  },
  {
    title: "sends headers without end",
    server: raw((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n")
      pour(socket, "x-more: and more\r\n".repeat(1000))
    }),
    recorded: broken
  },
  {
    title: "sends interim answers without end",
    server: raw((socket) => pour(socket, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100))),
    recorded: { outcome: "broken", httpStatus: null, says: /over 32 interim answers/ }
  },
  {
    title: "sends a few interim answers first",
    server: raw((socket) =>
      socket.end(`${"HTTP/1.1 102 Processing\r\n\r\n".repeat(3)}${plain("content-length: 0\r\n\r\n")}`)
    ),
    recorded: { outcome: "delivered", httpStatus: 200 }
  },
  {
    title: "announces more than it sends",
    server: raw((socket) => socket.end(plain("content-length: 10\r\n\r\nhalf"))),
    recorded: broken
  },
  {
    title: "sends more than it announces",
    server: raw((socket) => socket.end(plain("content-length: 2\r\n\r\nok and more"))),
    recorded: broken
  },
  {
    title: "announces two lengths",
    server: raw((socket) => socket.end(plain("content-length: 2\r\ncontent-length: 4\r\n\r\nokok"))),
    recorded: broken
  },
  {
    title: "announces a length below zero",
    server: raw((socket) => socket.end(plain("content-length: -1\r\n\r\n"))),
    recorded: broken
  },
  {
    title: "upgrades to another protocol",
    server: raw((socket) =>
      socket.end("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")
    ),
    recorded: broken
  },
  {
    title: "has a certificate that expired",
    server: withCertificate(expiredCertificate),
    secure: true,
    trusts: expiredCertificate,
    recorded: untrusted(/CERT_HAS_EXPIRED/)
  },
  {
    title: "has a certificate that nobody vouches for",
    server: withCertificate(selfSignedCertificate),
    secure: true,
    recorded: untrusted(/SELF_SIGNED_CERT/)
  },
  {
    title: "has a certificate of another name",
    server: withCertificate(selfSignedCertificate),
    secure: true,
    trusts: selfSignedCertificate,
    name: "other.test",
    recorded: untrusted(/ALTNAME_INVALID/)
  },
  {
    title: "speaks plain text where TLS is expected",
    server: web((response) => response.end()),
    secure: true,
    recorded: { outcome: "tls_failed", httpStatus: null }
  },
  {
    title: "hangs in the TLS handshake",
    server: () => createServer(() => undefined),
    secure: true,
    recorded: timeout
  }
]

/** Retry-After of a 429, and the seconds from and to which the next attempt may be: 5 s ± 20 %, or an hour at most. */
export const oddRetryAfters: ReadonlyArray<readonly [value: string, least: number, most: number]> = [
  ["-5", 4, 6],
  ["0", 4, 6],
  ["7.5", 4, 6],
  ["soon", 4, 6],
  ["", 4, 6],
  ["1e9", 4, 6],
  ["999999999", 3_600, 3_600],
  [`1${"0".repeat(400)}`, 3_600, 3_600],
  ["Thu, 01 Jan 1970 00:00:00 GMT", 4, 6],
  ["Fri, 31 Dec 9999 23:59:59 GMT", 3_600, 3_600],
  ["Thu, 99 Foo 2026 00:00:00 GMT", 4, 6]
]
