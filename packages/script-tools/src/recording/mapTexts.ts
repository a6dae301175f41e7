/** The texts of what a browser sent and was answered. */
import type { Exchange } from "@counterfoil/browser"
import { answerText } from "./answerText.ts"
import { textOf } from "./har.ts"

export const typeOf = ({ responseHeaders }: Exchange): string =>
  (responseHeaders.find(([name]) => name === "content-type")?.[1] ?? "").toLowerCase()

/** It is the same for every customer. */
export const isCode = (exchange: Exchange): boolean => /javascript|text\/css/.test(typeOf(exchange))

/** Does `change` to each of its texts. */
export const mapTexts = (exchange: Exchange, change: (text: string) => string): Exchange => {
  const answer = answerText(exchange)
  const bytes = (body: Buffer): Buffer => {
    const text = textOf(body)
    return text === undefined ? body : Buffer.from(change(text))
  }
  const headers = (list: Exchange["requestHeaders"]) => list.map(([name, value]) => [name, change(value)] as const)
  return {
    ...exchange,
    url: change(exchange.url),
    requestHeaders: headers(exchange.requestHeaders),
    requestBody: exchange.requestBody === null ? null : bytes(exchange.requestBody),
    responseHeaders: headers(exchange.responseHeaders),
    responseBody: answer === undefined ? exchange.responseBody : answer.bytesOf(change(answer.text))
  }
}
