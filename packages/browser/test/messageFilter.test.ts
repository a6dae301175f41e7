import * as fc from "fast-check"
import { expect, it } from "vitest"
import { makeMessageFilter } from "../src/pipe/messageFilter.ts"

const unread = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown"]

const event = (method: string, params: string) => JSON.stringify({ method, params })
const message = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }).map((text) => text.replaceAll("\0", "")),
  fc.constantFrom(
    '{"method":"Runtime.consoleAPICalle',
    '{"method":"Runtime.',
    "{",
    '{"method":"Runtime.consoleAPICalledTwice"}'
  ),
  fc
    .tuple(
      fc.constantFrom(...unread, "Page.frameNavigated", "Runtime.executionContextCreated"),
      fc.string({ maxLength: 200 })
    )
    .map(([method, params]) => event(method, params))
)

const isUnread = (text: string) => unread.some((name) => text.startsWith(`{"method":"${name}"`))

const cut = (bytes: Buffer, sizes: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const chunks: Array<Buffer> = []
  let from = 0
  for (let nth = 0; from < bytes.length; nth += 1) {
    const size = sizes[nth % sizes.length] ?? bytes.length
    chunks.push(bytes.subarray(from, from + size))
    from += size
  }
  return chunks
}

it("every message but those that nobody reads comes through byte by byte, wherever the chunks end", () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), sizes, (messages, each) => {
      const bytes = Buffer.from(messages.map((text) => `${text}\0`).join(""))
      const filter = makeMessageFilter(unread)

      const kept = Buffer.concat(cut(bytes, each).map((chunk) => Buffer.from(filter(chunk))))

      expect(kept.toString()).toBe(
        messages
          .filter((text) => !isUnread(text))
          .map((text) => `${Buffer.from(text).toString()}\0`)
          .join("")
      )
    })
  )
})

it("a message is handed on once it is whole", () => {
  const filter = makeMessageFilter(unread)

  expect(filter(Buffer.from('{"id":1,"result":"aaa')).toString()).toBe("")
  expect(filter(Buffer.from('"}\0{"method":"Runt')).toString()).toBe('{"id":1,"result":"aaa"}\0')
  expect(filter(Buffer.from('ime.bindingCalled"}\0')).toString()).toBe('{"method":"Runtime.bindingCalled"}\0')
})

/** What is handed on of a message with so much in its middle, and of another one after it. */
const handedOn = (begin: string, kibibytes: number, end: string): string => {
  const filter = makeMessageFilter(unread)
  const middle = Buffer.alloc(64 * 1024, "\\u0001")
  const early = [Buffer.from(begin), ...Array.from({ length: kibibytes / 64 }, () => middle)].map(filter)
  expect(early.every(({ length }) => length === 0)).toBe(true)
  return filter(Buffer.from(`${end}\0{"id":2}\0`)).toString()
}

it("a request with a long body is told without it, whatever the body is", () => {
  const url = String.raw`http://bank.test/a?\"method\":\"GET\",`
  const begin = `{"method":"Fetch.requestPaused","params":{"requestId":"interception-job-2.0","request":{"url":"${url}","urlFragment":"#x","method":"POST",`
  const frame = '"frameId":"FBC2","resourceType":"XHR","networkId":"5433.2"},"sessionId":"D458"}'
  const forged = String.raw`\"},\"frameId\":\"BAD\",\"resourceType\":\"Image\"},\"sessionId\":\"BAD\"}`
  const told = handedOn(
    `${begin}"headers":{"Accept":"*/*"},"postData":"`,
    320,
    `${forged}","initialPriority":"High"},${frame}`
  )

  expect(told).toBe(`${begin}"headers":{}},${frame}\0{"id":2}\0`)
  expect(JSON.parse(told.split("\0")[0] ?? "")).toMatchObject({ params: { frameId: "FBC2" }, sessionId: "D458" })
})

it("so is one whose answer is held back", () => {
  const begin = `{"method":"Fetch.requestPaused","params":{"requestId":"interception-job-2.0","request":{"url":"http://bank.test/","method":"POST",`
  const headers = String.raw`[{"name":"x","value":"\"}],\"frameId\":\"BAD\""},{"name":"Content-Type","value":"text/html"}]`
  const frame = `"frameId":"FBC2","resourceType":"Document","responseStatusCode":200,"responseStatusText":"O \\"K\\"","responseHeaders":${headers},"networkId":"5433.2"},"sessionId":"D458"}`

  const told = handedOn(`${begin}"headers":{"Accept":"*/*"},"postData":"`, 320, `","initialPriority":"High"},${frame}`)

  expect(told).toBe(`${begin}"headers":{}},${frame}\0{"id":2}\0`)
})

it("a download is told without its address where that is too long, and by another name where that is", () => {
  const begin = '{"method":"Browser.downloadWillBegin","params":{"frameId":"F401","guid":"9681-6b45",'
  const name = String.raw`"suggestedFilename":"a \"b\" ñ.csv"}}`

  expect(handedOn(`${begin}"url":"data:`, 4160, `",${name}`)).toBe(`${begin}"url":"",${name}\0{"id":2}\0`)
  expect(handedOn(`${begin}"url":"http://bank.test/","suggestedFilename":"`, 4160, '"}}')).toBe(
    `${begin}"url":"","suggestedFilename":"download"}}\0{"id":2}\0`
  )
})

it("an answer that is too long is told as a failure, in its session", () => {
  const begin = '{"id":7,"result":{"result":{"type":"string","value":"'

  const [told, next] = handedOn(begin, 17 * 1024, '"}},"sessionId":"D458"}').split("\0")

  expect(JSON.parse(told ?? "")).toEqual({
    id: 7,
    error: { code: -32000, message: "The browser's answer has more than 16 MiB" },
    sessionId: "D458"
  })
  expect(next).toBe('{"id":2}')
  expect(handedOn(begin, 15 * 1024, '"}},"sessionId":"D458"}')).toHaveLength(15 * 1024 * 1024 + 86)
})

it("another event that is too long isn't told, and no more of it is kept than that", () => {
  const begin = '{"method":"Network.webSocketFrameReceived","params":{"response":{"payloadData":"'

  expect(handedOn(begin, 600 * 1024, '"}},"sessionId":"D458"}')).toBe('{"id":2}\0')
})
