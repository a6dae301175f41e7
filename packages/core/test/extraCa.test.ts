import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:https"
import { faultOf, listening, send, text } from "./delivery/servers.ts"
import { testCertificate, testKey } from "./delivery/testCertificate.ts"

const resolve = () => Promise.resolve(["127.0.0.1"])

describe("OutboundHttp with an authority of the operator's own", () => {
  it.live("trusts it, for the names it certifies, and nobody trusts it without", () =>
    Effect.gen(function* () {
      const server = yield* listening(
        createServer({ key: testKey, cert: testCertificate }, (_, response) => response.end("here"))
      )
      const url = `https://shop.test:${server.port}/`

      const stranger = yield* faultOf({ url }, { resolve })
      const answer = yield* send({ url }, { resolve, extraCa: [testCertificate] })
      const other = yield* faultOf(
        { url: `https://other.test:${server.port}/` },
        { resolve, extraCa: [testCertificate] }
      )

      assert.strictEqual(
        stranger.message,
        `no TLS connection to shop.test:${server.port} (DEPTH_ZERO_SELF_SIGNED_CERT)`
      )
      assert.strictEqual(text(answer.body), "here")
      assert.include(other.message, "ERR_TLS_CERT_ALTNAME_INVALID")
    })
  )

  it.live("never takes the environment's word that certificates need no check", () =>
    Effect.gen(function* () {
      const server = yield* listening(
        createServer({ key: testKey, cert: testCertificate }, (_, response) => response.end("here"))
      )
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0"
        }),
        () =>
          Effect.sync(() => {
            delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]
          })
      )

      const fault = yield* faultOf({ url: `https://shop.test:${server.port}/` }, { resolve })

      assert.strictEqual(fault.kind, "tls_failed")
    })
  )
})
