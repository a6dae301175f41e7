/** A schema-first app, served as apps are served. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option, Schema } from "effect"
import { FetchHttpClient, HttpRouter, HttpServer, HttpServerResponse } from "effect/http"
import { HttpApi, HttpApiBuilder, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { RequestBodyTooLarge } from "../src/index.ts"
import { fetched, portOfServer, server } from "./support.ts"

class Absent extends Schema.TaggedError<Absent>()("Absent", { name: Schema.String }, { httpApiStatus: 404 }) {}

const Note = Schema.Struct({ name: Schema.String, words: Schema.Array(Schema.String) })

const Notes = HttpApi.make("notes").add(
  HttpApiGroup.make("notes").add(
    HttpApiEndpoint.post("echo", "/notes/:count", {
      params: { count: Schema.FiniteFromString },
      payload: Note,
      success: Schema.Struct({ count: Schema.Number, note: Note })
    }),
    HttpApiEndpoint.get("find", "/notes/:name", { params: { name: Schema.String }, success: Note, error: Absent })
  )
)

const handlers = HttpApiBuilder.group(Notes, "notes", (handlers) =>
  handlers
    .handle("echo", ({ params, payload }) => Effect.succeed({ count: params.count, note: payload }))
    .handle("find", ({ params }) => Effect.fail(new Absent({ name: params.name })))
)

// An HttpApi takes a body that can't be read for a defect: the app's wording of 413 is a middleware on the router.
const wording = HttpRouter.middleware(
  (app) =>
    Effect.catchCause(app, (cause) =>
      Option.match(RequestBodyTooLarge.find(cause), {
        onNone: () => Effect.failCause(cause),
        onSome: ({ limit }) =>
          Effect.orDie(HttpServerResponse.json({ error: `More than ${limit} bytes` }, { status: 413 }))
      })
    ),
  { global: true }
)

const app = HttpRouter.serve(
  HttpApiBuilder.layer(Notes).pipe(
    Layer.provide(handlers),
    Layer.provide(HttpServer.layerServices),
    Layer.merge(wording)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(server({ maxBodyBytes: 1000 })))

layer(Layer.mergeAll(app, FetchHttpClient.layer))("an HttpApi", (it) => {
  const client = Effect.flatMap(portOfServer, (port) =>
    HttpApiClient.make(Notes, { baseUrl: `http://127.0.0.1:${port}` })
  )

  it.effect("takes and gives JSON", () =>
    Effect.gen(function* () {
      const note = { name: "ü", words: ["a", "b"] }
      const { notes } = yield* client

      assert.deepStrictEqual(yield* notes.echo({ params: { count: 3 }, payload: note }), { count: 3, note })
    })
  )

  it.effect("gives its typed errors", () =>
    Effect.gen(function* () {
      const { notes } = yield* client

      assert.deepStrictEqual(yield* Effect.flip(notes.find({ params: { name: "x" } })), new Absent({ name: "x" }))
    })
  )

  it.effect("answers what its schema doesn't know with 400, and what it doesn't have with 404", () =>
    Effect.gen(function* () {
      const port = yield* portOfServer
      const post = { method: "POST", headers: { "content-type": "application/json" } }

      assert.strictEqual((yield* fetched(port, "/notes/1", { ...post, body: `{"name":1}` })).status, 400)
      assert.strictEqual((yield* fetched(port, "/nothing")).status, 404)
    })
  )

  it.effect("can word its answer to a body that is too large", () =>
    Effect.gen(function* () {
      const port = yield* portOfServer
      const body = JSON.stringify({ name: "x".repeat(2000), words: [] })

      const answer = yield* fetched(port, "/notes/1", {
        method: "POST",
        body,
        headers: { "content-type": "application/json" }
      })

      assert.deepStrictEqual([answer.status, answer.text], [413, `{"error":"More than 1000 bytes"}`])
    })
  )
})
