/** Exchanges as HAR 1.2, which a browser's developer tools open; and back. */
import type { Exchange } from "@counterfoil/browser"
import { Schema } from "effect"

const NameValue = Schema.Struct({ name: Schema.String, value: Schema.String })
const Content = Schema.Struct({
  size: Schema.Number,
  mimeType: Schema.String,
  text: Schema.optionalKey(Schema.String),
  encoding: Schema.optionalKey(Schema.Literal("base64"))
})

const Entry = Schema.Struct({
  startedDateTime: Schema.String,
  time: Schema.Number,
  _resourceType: Schema.String,
  request: Schema.Struct({
    method: Schema.String,
    url: Schema.String,
    httpVersion: Schema.String,
    headers: Schema.Array(NameValue),
    queryString: Schema.Array(NameValue),
    cookies: Schema.Array(NameValue),
    headersSize: Schema.Number,
    bodySize: Schema.Number,
    postData: Schema.optionalKey(
      Schema.Struct({
        mimeType: Schema.String,
        text: Schema.String,
        /** Set where the text is base64 of bytes that are no text. */
        _encoding: Schema.optionalKey(Schema.Literal("base64"))
      })
    )
  }),
  response: Schema.Struct({
    status: Schema.Number,
    statusText: Schema.String,
    httpVersion: Schema.String,
    headers: Schema.Array(NameValue),
    cookies: Schema.Array(NameValue),
    content: Content,
    redirectURL: Schema.String,
    headersSize: Schema.Number,
    bodySize: Schema.Number
  }),
  cache: Schema.Struct({}),
  timings: Schema.Struct({ send: Schema.Number, wait: Schema.Number, receive: Schema.Number })
})

/** A HAR 1.2 document with what a replay needs. */
export const Har = Schema.Struct({
  log: Schema.Struct({
    version: Schema.Literal("1.2"),
    creator: Schema.Struct({ name: Schema.String, version: Schema.String }),
    entries: Schema.Array(Entry)
  })
})
export type Har = typeof Har.Type

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The text that these bytes are in UTF-8, or undefined: they are no text. */
export const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}

const headerOf = (headers: Exchange["requestHeaders"], name: string): string =>
  headers.find(([key]) => key === name)?.[1] ?? ""

const pairs = (headers: Exchange["requestHeaders"]) => headers.map(([name, value]) => ({ name, value }))

const postDataOf = ({ requestBody, requestHeaders }: Exchange) => {
  if (requestBody === null) return {}
  const text = textOf(requestBody)
  const mimeType = headerOf(requestHeaders, "content-type")
  return {
    postData:
      text === undefined
        ? { mimeType, text: requestBody.toString("base64"), _encoding: "base64" as const }
        : { mimeType, text }
  }
}

const contentOf = ({ responseBody, responseHeaders }: Exchange): typeof Content.Type => {
  const mimeType = headerOf(responseHeaders, "content-type")
  const text = textOf(responseBody)
  return {
    size: responseBody.length,
    mimeType,
    ...(text === undefined ? { text: responseBody.toString("base64"), encoding: "base64" } : { text })
  }
}

const entryOf = (exchange: Exchange): typeof Entry.Type => ({
  startedDateTime: new Date(exchange.startedAt).toISOString(),
  time: 0,
  _resourceType: exchange.resource,
  request: {
    method: exchange.method,
    url: exchange.url,
    httpVersion: "HTTP/1.1",
    headers: pairs(exchange.requestHeaders),
    queryString: [...new URL(exchange.url).searchParams].map(([name, value]) => ({ name, value })),
    cookies: [],
    headersSize: -1,
    bodySize: exchange.requestBody?.length ?? 0,
    ...postDataOf(exchange)
  },
  response: {
    status: exchange.status,
    statusText: exchange.statusText,
    httpVersion: "HTTP/1.1",
    headers: pairs(exchange.responseHeaders),
    cookies: [],
    content: contentOf(exchange),
    redirectURL: headerOf(exchange.responseHeaders, "location"),
    headersSize: -1,
    bodySize: exchange.responseBody.length
  },
  cache: {},
  timings: { send: 0, wait: 0, receive: 0 }
})

export const toHar = (exchanges: ReadonlyArray<Exchange>): Har => ({
  log: { version: "1.2", creator: { name: "counterfoil", version: "1" }, entries: exchanges.map(entryOf) }
})

const bytesOf = (text: string | undefined, encoding: string | undefined): Buffer =>
  Buffer.from(text ?? "", encoding === "base64" ? "base64" : "utf8")

export const fromHar = (har: Har): ReadonlyArray<Exchange> =>
  har.log.entries.map(({ _resourceType, request, response, startedDateTime }) => ({
    startedAt: Date.parse(startedDateTime),
    method: request.method,
    url: request.url,
    requestHeaders: request.headers.map(({ name, value }) => [name, value] as const),
    requestBody: request.postData === undefined ? null : bytesOf(request.postData.text, request.postData._encoding),
    status: response.status,
    statusText: response.statusText,
    responseHeaders: response.headers.map(({ name, value }) => [name, value] as const),
    responseBody: bytesOf(response.content.text, response.content.encoding),
    resource: _resourceType
  }))
