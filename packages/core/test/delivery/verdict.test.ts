/** What is kept of a receiver's answer: never a secret that it echoes. */
import { Redacted } from "effect"
import { expect, test } from "vitest"
import { verdictOfResponse } from "../../src/delivery/verdict.ts"

const token = "shop/token+0123456789"
const signature = "abcd/efgh+ijkl0123456789="
const secret = "whsec_P8iRGz1fTvb8/H5w4aHs0kW51D6B+7tSGSuc1j9NaMI="
const sent = {
  authorization: Redacted.make(`Bearer ${token}`),
  headers: { "webhook-signature": `v1,${signature}` },
  secrets: [Redacted.make(secret), Redacted.make("whsec_b2xkZXIsIHJvdGF0ZWQgYXdheQ==")]
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

test("the secret that signs isn't kept where a receiver's error page prints its settings", () => {
  expect(kept(`WEBHOOK_SECRET=${secret}\nDEBUG=1`)).toBe("WEBHOOK_SECRET=whsec_…\nDEBUG=1")
  expect(kept(`WEBHOOK_KEY=${secret.replace("whsec_", "")}`)).toBe("WEBHOOK_KEY=…")
  expect(kept(`{"secret":"${secret.replaceAll("/", "\\/")}"}`)).toBe('{"secret":"whsec_…"}')
  expect(kept(`?secret=${encodeURIComponent(secret)}`)).toBe("?secret=whsec_…")
  expect(kept("before it was rotated: whsec_b2xkZXIsIHJvdGF0ZWQgYXdheQ")).toBe("before it was rotated: whsec_…")
  expect(kept(secret.slice(0, 20))).toBe("whsec_…")
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
