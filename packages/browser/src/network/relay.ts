/** How a request of the browser's goes on to a site, and the site's answer back. */
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http"
import { inLargePieces } from "./inLargePieces.ts"

/** Marks the proxy's own answers; taken out of every answer that comes from a site. */
export const verdictHeader = "counterfoil-proxy"

const hopByHop = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  verdictHeader
])

export const forwardedHeaders = (message: IncomingMessage): Array<string> => {
  const named = new Set((message.headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()))
  const kept: Array<string> = []
  for (let index = 0; index + 1 < message.rawHeaders.length; index += 2) {
    const name = message.rawHeaders[index] ?? ""
    const lower = name.toLowerCase()
    if (!hopByHop.has(lower) && !named.has(lower)) kept.push(name, message.rawHeaders[index + 1] ?? "")
  }
  return kept
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined

/** Below it is nothing that a browser could be given as an answer. */
const lowestStatus = 200

/**
 * Node reads what it refuses to write: any three digits as a status, control characters in the words after it. The words are
 * let fall, nobody reads them; what can't be written all the same throws here.
 */
const writeHeadOf = (answer: IncomingMessage, response: ServerResponse) => {
  const status = answer.statusCode ?? 0
  if (status < lowestStatus) throw new Error(`${status} is no answer`)
  response.writeHead(status, forwardedHeaders(answer))
}

/** Interim answers (1xx) before an answer: a browser has one or two. */
const mostInterim = 32

/** Sends what the browser asks, and gives it the site's answer. */
export const relay = (incoming: IncomingMessage, response: ServerResponse, outgoing: ClientRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    outgoing.on("error", reject)
    outgoing.on("response", (answer) => {
      answer.on("error", reject)
      // Whatever is thrown in an event ends the whole service.
      try {
        writeHeadOf(answer, response)
      } catch (cause) {
        answer.destroy()
        return reject(cause)
      }
      answer.on("end", resolve).pipe(inLargePieces()).pipe(response)
    })
    let interim = 0
    outgoing.on("information", () => {
      interim += 1
      if (interim > mostInterim) outgoing.destroy(new Error("Interim answers without end"))
    })
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy()
      reject(new Error("Nobody asked for another protocol"))
    })
    response.on("close", () => {
      if (!response.writableFinished) outgoing.destroy()
    })
    if (hasBody(incoming)) incoming.pipe(outgoing)
    else outgoing.end()
  })
