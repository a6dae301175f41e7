/** What is kept of a receiver's answer: never a secret that it echoes. */
import { Redacted } from "effect"
import { expect, test } from "vitest"
import { verdictOfResponse } from "../../src/delivery/verdict.ts"

const token = "shop/token+0123456789"
const signature = "abcd/efgh+ijkl0123456789="
const sent = {
  authorization: Redacted.make(`Bearer ${token}`),
  headers: { "webhook-signature": `v1,${signature}` }
}

const kept = (answer: string) =>
  verdictOfResponse({ status: 500, headers: {}, body: new TextEncoder().encode(answer) }, sent, 0).end.response

test("an echoed token or signature isn't kept, however the receiver writes it", () => {
  const echoed = [token, signature].map((secret) => JSON.stringify({ secret }))
  expect(echoed.map(kept)).toEqual(['{"secret":"…"}', '{"secret":"…"}'])
  const escapedByPhp = echoed.map((json) => json.replaceAll("/", "\\/"))
  expect(escapedByPhp.map(kept)).toEqual(['{"secret":"…"}', '{"secret":"…"}'])
  expect(kept(`token=${encodeURIComponent(token)}&ok=1`)).toBe("token=…&ok=1")
})

test("of a secret that the longest answer ends in the middle of, nothing is kept either", () => {
  for (const secret of [token, signature, token.replace("/", "\\/")]) {
    for (let length = 4; length < secret.length; length++) {
      expect(kept(`no such order: ${secret.slice(0, length)}`)).toBe("no such order: …")
    }
  }
})

test("the rest of an answer is kept as it is", () => {
  expect(kept("no such order: 17, see shop.example/help")).toBe("no such order: 17, see shop.example/help")
})
