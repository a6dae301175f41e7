import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import fc from "fast-check"
import { clientAddress, formatPeer, parseTrustedProxies } from "../src/clientAddress.ts"
import { fetched, serving } from "./support.ts"

const trusted = Effect.runSync(parseTrustedProxies(["10.0.0.0/8", "192.0.2.1", "2001:db8::/32"]))

describe("the client's address", () => {
  it.each([
    ["is the peer without the header", "10.0.0.1", undefined, "10.0.0.1"],
    ["is the peer if that isn't a trusted proxy", "198.51.100.1", "203.0.113.9", "198.51.100.1"],
    ["is what a trusted proxy says", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["is the right-most that isn't trusted", "10.0.0.1", "1.1.1.1, 203.0.113.9, 10.9.9.9", "203.0.113.9"],
    ["is the left-most if all are trusted", "192.0.2.1", "10.1.1.1,10.2.2.2", "10.1.1.1"],
    ["is the peer if an entry is no address", "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"],
    ["may come with a port", "10.0.0.1", "203.0.113.9:5000", "203.0.113.9"],
    ["may be IPv6", "2001:db8::5", "2a00::1", "2a00::1"],
    ["may be IPv6 in brackets with a port", "10.0.0.1", "[2a00::1]:5000", "2a00::1"],
    ["reads a mapped IPv4 address as IPv4", "10.0.0.1", "203.0.113.9, ::ffff:10.0.0.7", "203.0.113.9"]
  ] as const)("%s", (_, peer, header, expected) => {
    assert.strictEqual(clientAddress(peer, header, trusted), expected)
  })

  it("can't be chosen by the client, whatever it writes before what the proxy appends", () => {
    fc.assert(
      fc.property(fc.string(), (written) => {
        assert.strictEqual(clientAddress("10.0.0.1", `${written}, 203.0.113.9`, trusted), "203.0.113.9")
      })
    )
  })

  it("is the peer for all who trust nobody", () => {
    assert.strictEqual(clientAddress("10.0.0.1", "203.0.113.9", []), "10.0.0.1")
  })

  it("of a dual-stack socket's IPv4 peer reads as IPv4", () => {
    const mapped = new Uint8Array([...new Uint8Array(10), 255, 255, 192, 0, 2, 1])

    assert.strictEqual(formatPeer(mapped), "192.0.2.1")
    assert.strictEqual(formatPeer(new Uint8Array([127, 0, 0, 1])), "127.0.0.1")
    assert.strictEqual(formatPeer(new Uint8Array(0)), undefined)
  })

  it.effect.each(["10.0.0.0/33", "10.0.0.1/8", "example.test", ""])("refuses to trust %s", (network) =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        serving(Effect.succeed(HttpServerResponse.empty()), { trustedProxies: [network] })
      )

      assert.strictEqual(
        error.message,
        `Trusted proxy "${network}" is neither an IP address nor a network such as 10.0.0.0/8`
      )
    })
  )

  it.effect("reaches the app beside the peer's", () =>
    Effect.gen(function* () {
      const app = Effect.map(HttpServerRequest.HttpServerRequest, ({ peerAddress, remoteAddress }) =>
        HttpServerResponse.text([peerAddress, remoteAddress].map(Option.getOrNull).join(" "))
      )
      const headers = { "x-forwarded-for": "203.0.113.9" }

      const trusting = yield* fetched(yield* serving(app, { trustedProxies: ["127.0.0.0/8"] }), "/", { headers })
      const careful = yield* fetched(yield* serving(app), "/", { headers })

      assert.strictEqual(trusting.text, "127.0.0.1 203.0.113.9")
      assert.strictEqual(careful.text, "127.0.0.1 127.0.0.1")
    })
  )
})
