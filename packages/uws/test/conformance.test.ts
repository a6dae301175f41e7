/** The same requests to Effect's Node server and to ours: the answers must be the same. */
import { NodeHttpServer } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { createServer, request as nodeRequest } from "node:http"
import { sampleApp } from "./sampleApp.ts"
import { fetched, portOfServer, server } from "./support.ts"

interface Ports {
  readonly node: number
  readonly uws: number
}

class Both extends Context.Service<Both, Ports>()("test/Both") {
  static readonly layer = Layer.effect(
    Both,
    Effect.gen(function* () {
      const node = yield* portOf(NodeHttpServer.layerServer(createServer, { port: 0, host: "127.0.0.1" }))
      const uws = yield* portOf(server())
      return { node, uws }
    })
  )
}

const portOf = <E>(platform: Layer.Layer<HttpServer.HttpServer, E>) =>
  Layer.build(HttpServer.serve(sampleApp).pipe(Layer.provideMerge(platform))).pipe(
    Effect.flatMap((context) => Effect.provideContext(portOfServer, context))
  )

interface Ask {
  readonly method?: string
  readonly path: string
  readonly headers?: Record<string, string | Array<string>>
  readonly body?: string | Uint8Array
  /** Send the body in chunks, without saying its length. */
  readonly chunked?: boolean
  /** The connection ends without a whole answer. */
  readonly isCut?: boolean
}

/**
 * An answer without what servers may choose: its date, how it keeps connections, how it frames "nothing". Node's
 * keeps the reason "OK" for a 500 that replaces a broken answer.
 */
const ask = (port: number, { body, chunked = false, headers = {}, method = "GET", path }: Ask) =>
  Effect.callback<object>((resume) => {
    const length = body === undefined || chunked ? {} : { "content-length": Buffer.byteLength(body) }
    const outgoing = nodeRequest(
      { host: "127.0.0.1", port, method, path, agent: false, headers: { ...headers, ...length } },
      (incoming) => {
        const pieces: Array<Buffer> = []
        const { headers, statusCode, statusMessage } = incoming
        const { connection: _, date: __, "keep-alive": ___, ...fields } = headers
        const done = (complete: boolean) => {
          const body = Buffer.concat(pieces).toString("latin1")
          if (body === "" && complete && method !== "HEAD") {
            delete fields["transfer-encoding"]
            if (fields["content-length"] === "0") delete fields["content-length"]
          }
          const reason = statusCode === 500 ? "" : statusMessage
          resume(Effect.succeed({ status: statusCode, reason, fields, body, complete }))
        }
        incoming.on("data", (piece) => pieces.push(piece))
        incoming.on("error", () => done(false))
        incoming.on("end", () => done(true))
      }
    )
    outgoing.on("error", (error) => resume(Effect.succeed({ failed: error.message })))
    outgoing.end(body)
  })

const facts: Record<string, Ask> = {
  text: { path: "/text" },
  "text beyond ASCII": { path: "/unicode" },
  JSON: { path: "/json" },
  "HEAD of text": { method: "HEAD", path: "/text" },
  "HEAD of a stream": { method: "HEAD", path: "/chunks" },
  "HEAD of an empty answer": { method: "HEAD", path: "/status/200" },
  "an empty 200": { path: "/status/200" },
  "204": { path: "/status/204" },
  "205": { path: "/status/205" },
  "304 with a body": { path: "/not-modified" },
  "a redirect": { path: "/redirect" },
  "its own reason phrase": { path: "/teapot" },
  "a status without a name": { path: "/status/299" },
  "several cookies": { path: "/cookies" },
  "a field beyond ASCII": { path: "/latin1" },
  "a field that would split the answer": { path: "/split" },
  "a field beyond Latin-1": { path: "/wide" },
  "a status that isn't final": { path: "/status/101" },
  "an unknown path": { path: "/nothing/here?x=1" },
  "the wrong method": { method: "DELETE", path: "/text" },
  "a method of one's own": { method: "PROPFIND", path: "/method" },
  "the query": { path: "/url?a=1&b=%20&a=2" },
  "an encoded path": { path: "/url/%7Euser%2Fx" },
  "repeated fields": {
    path: "/headers",
    headers: { "x-one": ["a", "b"], cookie: ["a=1", "b=2"], referer: ["first", "second"] }
  },
  "cookies read": { path: "/cookies-read", headers: { cookie: "a=1; b=%22x%22" } },
  "a JSON body": { method: "POST", path: "/echo-json", body: `{"a":[1,"ü"]}` },
  "a broken JSON body": { method: "POST", path: "/echo-json", body: `{"a":` },
  "an empty JSON body": { method: "POST", path: "/echo-json" },
  "a text body": { method: "PUT", path: "/echo-text", body: "grüße" },
  "a body that isn't UTF-8": { method: "POST", path: "/echo-text", body: Buffer.from([0x61, 0xff, 0xfe]) },
  bytes: { method: "POST", path: "/echo-bytes", body: Buffer.from([0, 1, 2, 255]) },
  "a body read twice": { method: "POST", path: "/twice", body: "again" },
  "a chunked body": { method: "POST", path: "/echo-text", body: "in chunks", chunked: true },
  "a body of 300 KiB as a stream": { method: "POST", path: "/echo-stream", body: "0123456789".repeat(30_000) },
  "a form": {
    method: "POST",
    path: "/echo-form",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "a=1&b=x+y&a=2"
  },
  "a multipart form": {
    method: "POST",
    path: "/echo-multipart",
    headers: { "content-type": "multipart/form-data; boundary=B" },
    body: '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\none\r\n--B--\r\n'
  },
  "a body that nobody reads": { method: "POST", path: "/unread", body: "x".repeat(300_000) },
  chunks: { path: "/chunks" },
  "an empty stream": { path: "/no-chunks" },
  "a stream of known length": { path: "/sized" },
  "a stream shorter than it said": { path: "/short", isCut: true },
  "a stream that fails after a chunk": { path: "/fails-late", isCut: true },
  "3 MB": { path: "/large" },
  "a raw stream": { path: "/raw" },
  "raw text": { path: "/raw-text" },
  "a failure": { path: "/fail" },
  "a defect": { path: "/die" },
  "a response thrown": { path: "/die-response" }
}

layer(Both.layer)("UwsHttpServer answers as NodeHttpServer does:", (it) => {
  it.effect.each(Object.entries(facts))("%s", ([, fact]) =>
    Effect.gen(function* () {
      const { node, uws } = yield* Both

      const expected = yield* ask(node, fact)
      const answer = yield* ask(uws, fact)

      assert.strictEqual("failed" in expected, fact.isCut ?? false)
      assert.deepStrictEqual(answer, expected)
    })
  )

  it.effect("a form, apart from its boundary", () =>
    Effect.gen(function* () {
      const { uws } = yield* Both

      const form = yield* Effect.promise(() =>
        fetch(`http://127.0.0.1:${uws}/form`).then((answer) => answer.formData())
      )
      const file = form.get("file")

      assert.strictEqual(form.get("name"), "ü")
      assert.strictEqual(file instanceof Blob && (yield* Effect.promise(() => file.text())), "content")
    })
  )

  it.effect("a stream of the Web, which Node's takes for a defect", () =>
    Effect.gen(function* () {
      const { uws } = yield* Both

      assert.strictEqual((yield* fetched(uws, "/web-stream")).text, "ab")
    })
  )

  it.effect("a stream that fails before its first chunk, where Node's hangs up", () =>
    Effect.gen(function* () {
      const { uws } = yield* Both

      assert.strictEqual((yield* fetched(uws, "/fails-early")).status, 500)
    })
  )
})
