/** An app that shows every kind of answer. */
import { Effect, Stream } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse, UrlParams } from "effect/http"
import { Readable } from "node:stream"

const { HttpServerRequest: Current } = HttpServerRequest
const { empty, json, raw, stream, text, uint8Array } = HttpServerResponse
const bytes = (...parts: ReadonlyArray<string>) =>
  Stream.rechunk(Stream.fromIterable(parts.map((part) => Buffer.from(part))), 1)

const form = new FormData()
form.set("name", "ü")
form.set("file", new Blob(["content"]), "a.txt")

const routes = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const get = (path: `/${string}`, answer: HttpServerResponse.HttpServerResponse) => router.add("GET", path, answer)

    yield* get("/text", text("hello"))
    yield* get("/unicode", text("grüße, 世界 👋", { contentType: "text/plain; charset=utf-8" }))
    yield* router.add("GET", "/json", Effect.orDie(json({ a: [1, null, "ü"] })))
    yield* get("/not-modified", text("never sent", { status: 304, headers: { etag: '"1"' } }))
    yield* get("/redirect", HttpServerResponse.redirect("/elsewhere?a=1"))
    yield* get("/teapot", text("short and stout", { status: 418, statusText: "Short And Stout" }))
    yield* get(
      "/cookies",
      text("", { headers: { "set-cookie": "raw=1" } }).pipe(
        HttpServerResponse.setCookieUnsafe("a", "1"),
        HttpServerResponse.setCookieUnsafe("b", "two words", { httpOnly: true, path: "/" })
      )
    )
    yield* get("/latin1", text("", { headers: { "x-name": "Grüße" } }))
    yield* get("/split", text("", { headers: { "x-name": "a\r\nset-cookie: stolen=1" } }))
    yield* get("/wide", text("", { headers: { "x-name": "世界" } }))
    yield* get("/chunks", stream(bytes("one,", "", "two,", "three"), { contentType: "text/plain" }))
    yield* get("/no-chunks", stream(Stream.empty, { contentType: "text/plain" }))
    yield* get("/sized", stream(bytes("one,", "two"), { contentLength: 7 }))
    yield* get("/short", stream(bytes("one"), { contentLength: 7 }))
    yield* get("/fails-early", stream(Stream.fail("early")))
    yield* get("/fails-late", stream(Stream.concat(bytes("one"), Stream.fail("late"))))
    yield* get("/large", uint8Array(Buffer.alloc(3_000_000, "0123456789")))
    yield* router.add("GET", "/raw", () => Effect.sync(() => raw(Readable.from([Buffer.from("a"), Buffer.from("b")]))))
    yield* router.add("GET", "/web-stream", () => Effect.sync(() => raw(new Blob(["a", "b"]).stream())))
    yield* router.add("GET", "/form", () => Effect.sync(() => HttpServerResponse.formData(form)))
    yield* get("/raw-text", raw("as it is", { contentType: "text/plain", contentLength: 8 }))
    yield* router.add("GET", "/fail", Effect.fail("a failure"))
    yield* router.add("GET", "/die", Effect.die(new Error("a defect")))
    yield* router.add("GET", "/die-response", Effect.die(text("thrown", { status: 409 })))

    yield* router.add("GET", "/status/:status", (request) =>
      Effect.succeed(empty({ status: Number(request.url.split("/").at(-1)) }))
    )
    yield* router.add(
      "*",
      "/method",
      Effect.map(Current, ({ method }) => text(method))
    )
    yield* router.add(
      "GET",
      "/url*",
      Effect.map(Current, ({ url }) => text(url))
    )
    yield* router.add(
      "GET",
      "/headers",
      Effect.flatMap(Current, ({ headers }) =>
        Effect.orDie(json({ one: headers["x-one"], cookie: headers["cookie"], referer: headers["referer"] }))
      )
    )
    yield* router.add(
      "GET",
      "/cookies-read",
      Effect.flatMap(Current, ({ cookies }) => Effect.orDie(json(cookies)))
    )

    yield* router.add(
      "POST",
      "/echo-json",
      Effect.flatMap(Current, ({ json: body }) => Effect.flatMap(body, json))
    )
    yield* router.add(
      "*",
      "/echo-text",
      Effect.flatMap(Current, (request) => Effect.map(request.text, (body) => text(body)))
    )
    yield* router.add(
      "POST",
      "/echo-bytes",
      Effect.flatMap(Current, ({ arrayBuffer }) => Effect.map(arrayBuffer, (body) => uint8Array(new Uint8Array(body))))
    )
    yield* router.add(
      "POST",
      "/echo-stream",
      Effect.map(Current, (request) => stream(request.stream))
    )
    yield* router.add(
      "POST",
      "/twice",
      Effect.flatMap(Current, (request) =>
        Effect.map(Effect.all([request.text, request.arrayBuffer]), ([body, again]) => text(body + again.byteLength))
      )
    )
    yield* router.add(
      "POST",
      "/echo-form",
      Effect.flatMap(Current, ({ urlParamsBody }) =>
        Effect.map(urlParamsBody, (form) => text(UrlParams.toString(form)))
      )
    )
    yield* router.add(
      "POST",
      "/echo-multipart",
      Effect.flatMap(Current, ({ multipartStream }) =>
        Effect.map(Stream.runCollect(multipartStream), (parts) =>
          text(parts.map((part) => (part._tag === "Field" ? `${part.key}=${part.value}` : "file")).join())
        )
      )
    )
    yield* router.add("POST", "/unread", text("not read"))
  })
)

export const sampleApp = Effect.flatten(HttpRouter.toHttpEffect(routes))
