/**
 * Everything that a browser context asked for and was answered, kept in memory: what a recording is made of. It is read
 * from the browser itself, so that the bank sees the browser's own TLS and nothing stands between the two.
 */
import { readFile } from "node:fs/promises"
import type { BrowserContext, Download, Request, Response } from "playwright-core"
import type { KeptDocuments } from "./keptDocuments.ts"
import { makeDeadline, within } from "../within.ts"

export type Headers = ReadonlyArray<readonly [name: string, value: string]>

/** One request that was answered; bodies are as the page sees them, unpacked. */
export interface Exchange {
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly method: string
  readonly url: string
  readonly requestHeaders: Headers
  /** Null: the request had none. */
  readonly requestBody: Buffer | null
  readonly status: number
  readonly statusText: string
  readonly responseHeaders: Headers
  readonly responseBody: Buffer
  /** `document`, `script`, `fetch` …, in the browser's words. */
  readonly resource: string
}

export interface Traffic {
  /** In the order in which they were asked for. */
  readonly exchanges: ReadonlyArray<Exchange>
  /** Addresses, without the query, of answers whose body could not be read: a recording would lack them. */
  readonly unread: ReadonlyArray<string>
  readonly hasWebSockets: boolean
}

export interface TrafficRecorder {
  /** What there is when everything under way has ended, or `patience` milliseconds have passed. */
  readonly read: (patience: number) => Promise<Traffic>
}

const headersOf = (headers: ReadonlyArray<{ readonly name: string; readonly value: string }>): Headers =>
  headers.map(({ name, value }) => [name.toLowerCase(), value] as const)

const isRedirect = (response: Response): boolean => response.status() >= 300 && response.status() < 400

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, "")

/** `documents`: those of pages that forward themselves at once, and data that no page looks at; to be kept before the context has a page. */
export const recordTraffic = (context: BrowserContext, documents?: KeptDocuments): TrafficRecorder => {
  const underWay: Array<{ readonly url: string; readonly exchange: Promise<Exchange | undefined> }> = []
  const downloads = new Map<string, Download>()
  const isOver = Promise.withResolvers<void>()
  let hasWebSockets = false

  /** A download's bytes are in its file: the browser doesn't keep them as a response. */
  const downloaded = async (url: string): Promise<Buffer> => {
    const download = downloads.get(url)
    if (download === undefined) throw new Error("neither a response nor a download")
    return readFile(await download.path())
  }

  const bodyOf = async (response: Response, kept?: () => Promise<Buffer> | undefined): Promise<Buffer> => {
    if (isRedirect(response) || response.status() === 204) return Buffer.alloc(0)
    const read = response.body().catch(() => kept?.() ?? downloaded(response.url()))
    // What the page never looks at is never whole in the browser.
    const unlooked = isOver.promise.then(() => kept?.() ?? read)
    return Promise.race([read, unlooked])
  }

  const take = async (request: Request): Promise<Exchange | undefined> => {
    const kept = documents?.expect(request)
    const startedAt = Date.now()
    const response = await request.response().catch(() => null)
    if (response === null) return undefined
    const responseBody = await bodyOf(response, kept)
    const [requestHeaders, responseHeaders] = await Promise.all([request.headersArray(), response.headersArray()])
    return {
      startedAt,
      method: request.method(),
      url: request.url(),
      requestHeaders: headersOf(requestHeaders),
      requestBody: request.postDataBuffer(),
      status: response.status(),
      statusText: response.statusText(),
      responseHeaders: headersOf(responseHeaders),
      responseBody,
      resource: request.resourceType()
    }
  }

  context.on("request", (request) => {
    const exchange = take(request)
    exchange.catch(() => undefined)
    underWay.push({ url: request.url(), exchange })
  })
  context.on("page", (page) => {
    page.on("download", (download) => downloads.set(download.url(), download))
    page.on("websocket", () => {
      hasWebSockets = true
    })
  })

  return {
    read: async (patience) => {
      isOver.resolve()
      const deadline = makeDeadline(patience)
      const exchanges: Array<Exchange> = []
      const unread: Array<string> = []
      for (const { exchange, url } of underWay) {
        try {
          const done = await within(exchange, deadline, "An answer of the bank")
          if (done !== undefined) exchanges.push(done)
        } catch {
          unread.push(withoutQuery(url))
        }
      }
      return { exchanges, unread, hasWebSockets }
    }
  }
}
