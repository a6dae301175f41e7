import { OutboundHttp, outboundHttpLayer } from "@counterfoil/core"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { createServer as createHttpsServer } from "node:https"
import { setDefaultCACertificates } from "node:tls"
import { faultOf, httpServer, listening, rawServer, send, text } from "./servers.ts"
import { testCertificate, testKey } from "./testCertificate.ts"

describe("OutboundHttp, reaching addresses", () => {
  it.live("connects to the address it checked and keeps the name as Host", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((request, response) => response.end(request.headers.host))

      const response = yield* send(
        { url: `http://shop.test:${server.port}/` },
        {
          resolve: () => Promise.resolve(["127.0.0.1"])
        }
      )

      assert.strictEqual(text(response.body), `shop.test:${server.port}`)
    })
  )

  it.live("asks for the name in TLS and takes only a certificate of that name", () =>
    Effect.gen(function* () {
      setDefaultCACertificates([testCertificate])
      const server = yield* listening(
        createHttpsServer({ key: testKey, cert: testCertificate }, (request, response) =>
          response.end(request.headers.host)
        )
      )
      const options = { resolve: () => Promise.resolve(["127.0.0.1"]) }

      const response = yield* send({ url: `https://shop.test:${server.port}/` }, options)
      const fault = yield* faultOf({ url: `https://other.test:${server.port}/` }, options)

      assert.strictEqual(text(response.body), `shop.test:${server.port}`)
      assert.strictEqual(fault.kind, "tls_failed")
      assert.strictEqual(fault.message, `no TLS connection to other.test:${server.port} (ERR_TLS_CERT_ALTNAME_INVALID)`)
    })
  )

  it.live("tries the next address when one refuses", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((_, response) => response.end("here"))

      const response = yield* send(
        { url: `http://shop.test:${server.port}/` },
        {
          resolve: () => Promise.resolve(["127.0.0.9", "127.0.0.1"])
        }
      )

      assert.strictEqual(text(response.body), "here")
    })
  )

  it.live("refuses a loopback address in every spelling, without a connection", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((_, response) => response.end())
      const hosts = [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "017700000001",
        "127.0.0.1.",
        "0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "１２７.0.0.1",
        "%31%32%37.0.0.1"
      ]

      const faults = yield* Effect.forEach(hosts, (host) =>
        faultOf({ url: `http://${host}:${server.port}/` }, { allow: [] })
      )

      assert.deepStrictEqual(
        faults.map(({ kind }) => kind),
        hosts.map(() => "egress_refused")
      )
      assert.strictEqual(server.seen.connections, 0)
    })
  )

  it.live("refuses metadata and link-local addresses whatever is allowed", () =>
    Effect.gen(function* () {
      const urls = ["http://169.254.169.254/latest", "http://[fe80::1]/", "http://[::ffff:a9fe:a9fe]/"]

      const faults = yield* Effect.forEach(urls, (url) => faultOf({ url }, { allow: ["0.0.0.0/0", "::/0"] }))

      assert.deepStrictEqual(
        faults.map(({ kind }) => kind),
        urls.map(() => "egress_refused")
      )
    })
  )

  it.live("refuses a name if only one of its addresses is forbidden", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((_, response) => response.end())

      const fault = yield* faultOf(
        { url: `http://shop.test:${server.port}/` },
        {
          resolve: () => Promise.resolve(["127.0.0.1", "10.0.0.8"])
        }
      )

      assert.strictEqual(fault.kind, "egress_refused")
      assert.strictEqual(
        fault.message,
        "shop.test may not be called: 10.0.0.8 is a private address (EGRESS_ALLOW, a setting of the server, opens such ranges)"
      )
      assert.strictEqual(server.seen.connections, 0)
    })
  )

  it.live("refuses other schemes, relative addresses and credentials in the address", () =>
    Effect.gen(function* () {
      const urls = [
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "/hook",
        "https:hook",
        "http://user:hunter2@127.0.0.1/",
        ""
      ]

      const faults = yield* Effect.forEach(urls, (url) => faultOf({ url }))

      assert.deepStrictEqual(
        faults.map(({ kind }) => kind),
        urls.map(() => "egress_refused")
      )
      assert.notInclude(faults.map(({ message }) => message).join(), "hunter2")
    })
  )

  it.live("says which name has no address", () =>
    Effect.gen(function* () {
      const url = "http://shop.test/?key=hunter2"

      const unknown = yield* faultOf(
        { url },
        {
          resolve: () => Promise.reject(Object.assign(new Error("no such name"), { code: "ENOTFOUND" }))
        }
      )
      const empty = yield* faultOf({ url }, { resolve: () => Promise.resolve([]) })

      assert.deepStrictEqual(
        [unknown.kind, unknown.message],
        ["dns_failed", "the name shop.test could not be resolved (ENOTFOUND)"]
      )
      assert.deepStrictEqual([empty.kind, empty.message], ["dns_failed", "the name shop.test has no address"])
    })
  )

  it.live("looks a name up once for all requests that wait for it", () =>
    Effect.gen(function* () {
      const server = yield* httpServer((_, response) => response.end())
      const asked: Array<string> = []
      const { promise, resolve } = Promise.withResolvers<ReadonlyArray<string>>()
      const http = yield* OutboundHttp.pipe(
        Effect.provide(
          outboundHttpLayer({
            allow: ["127.0.0.0/8"],
            resolve: (name) => {
              // The second name is asked for last, so all who want the first one wait by now.
              asked.push(name)
              if (name === "last.test") resolve(["127.0.0.1"])
              return promise
            }
          })
        )
      )
      const call = (name: string) =>
        http.send({
          method: "GET",
          url: `http://${name}:${server.port}/`,
          headers: {},
          authorization: null,
          body: null,
          deadline: Duration.seconds(5),
          maxBytes: 10,
          overflow: "cut"
        })

      yield* Effect.forEach(["shop.test", "shop.test", "shop.test", "last.test"], call, { concurrency: "unbounded" })

      assert.deepStrictEqual(asked, ["shop.test", "last.test"])
      assert.strictEqual(server.seen.connections, 4)
    })
  )

  it.live("keeps the deadline while a name or a TLS handshake hangs", () =>
    Effect.gen(function* () {
      const silent = yield* rawServer(() => undefined)
      const deadline = Duration.millis(50)

      const resolving = yield* faultOf(
        { url: "http://shop.test/", deadline },
        { resolve: () => new Promise(() => undefined) }
      )
      const shaking = yield* faultOf({ url: `https://127.0.0.1:${silent.port}/`, deadline })

      assert.deepStrictEqual([resolving.kind, shaking.kind], ["timeout", "timeout"])
    })
  )
})
