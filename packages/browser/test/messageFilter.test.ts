import * as fc from "fast-check"
import { expect, it } from "vitest"
import { makeMessageFilter } from "../src/messageFilter.ts"

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

it("what has come of a message that is wanted isn't kept back", () => {
  const filter = makeMessageFilter(unread)

  expect(filter(Buffer.from('{"id":1,"result":"aaa')).toString()).toBe('{"id":1,"result":"aaa')
  expect(filter(Buffer.from('"}\0{"method":"Runt')).toString()).toBe('"}\0')
  expect(filter(Buffer.from("ime.bindingCalled")).toString()).toBe('{"method":"Runtime.bindingCalled')
})
