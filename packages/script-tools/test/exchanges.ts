import type { Exchange } from "@counterfoil/browser"

/** An exchange of a recording; the body's type decides how its fields are read. */
export const exchangeOf = (
  method: string,
  url: string,
  {
    answer = "",
    body,
    headers = [],
    status = 200,
    type = "application/x-www-form-urlencoded"
  }: {
    readonly answer?: string | Buffer
    readonly body?: string
    readonly headers?: Exchange["responseHeaders"]
    readonly status?: number
    readonly type?: string
  } = {}
): Exchange => ({
  startedAt: 0,
  method,
  url,
  requestHeaders: body === undefined ? [] : [["content-type", type]],
  requestBody: body === undefined ? null : Buffer.from(body),
  status,
  statusText: "OK",
  responseHeaders: [["content-type", "text/html"], ...headers],
  responseBody: Buffer.from(answer),
  resource: "document"
})
