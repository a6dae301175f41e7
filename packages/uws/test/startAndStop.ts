/** A whole life of a server, run as a process of its own. */
import { Effect, Layer } from "effect"
import { HttpServer, HttpServerResponse } from "effect/http"
import { RealtimeHub, UwsHttpServer } from "../src/index.ts"

const stream = RealtimeHub.serve({
  path: "/realtime",
  protocol: "test.v1",
  authenticate: () => Effect.succeed({ topics: ["all"] })
})

const life = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const url = HttpServer.formatAddress(address)
  const answer = yield* Effect.promise(() => fetch(url).then((response) => response.text()))
  const socket = new WebSocket(`${url.replace("http", "ws")}/realtime`, "test.v1")
  yield* Effect.promise(() => new Promise((resolve) => socket.addEventListener("open", resolve)))
  console.log(`answered ${answer}`)
}).pipe(
  Effect.provide(
    Layer.mergeAll(HttpServer.serve(Effect.succeed(HttpServerResponse.text("hello"))), stream).pipe(
      Layer.provideMerge(UwsHttpServer.layer({ port: 0 }))
    )
  )
)

await Effect.runPromise(life)
console.log("stopped")
