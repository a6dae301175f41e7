/** Opens streams one after the other and prints how many stayed; in a process of its own, for how its memory is set up. */
import { Effect, Layer } from "effect"
import { HttpServer, HttpServerResponse } from "effect/http"
import { RealtimeHub, UwsHttpServer } from "../src/index.ts"

const wanted = 60

const stream = RealtimeHub.serve({
  path: "/realtime",
  protocol: "test.v1",
  // As a look at the database does, it lets go of the request's own turn.
  authenticate: () => Effect.as(Effect.yieldNow, { topics: ["all"] })
})

const opened = (url: string) =>
  new Promise<WebSocket>((resolve, reject) => {
    const socket = new WebSocket(url, "test.v1")
    socket.addEventListener("open", () => resolve(socket))
    socket.addEventListener("error", () => reject(new Error("not opened")))
  })

const heard = (socket: WebSocket) =>
  new Promise<boolean>((resolve) => {
    socket.addEventListener("message", () => resolve(true))
    socket.addEventListener("close", () => resolve(false))
  })

const life = Effect.gen(function* () {
  const { address } = yield* HttpServer.HttpServer
  const hub = yield* RealtimeHub
  const url = `${HttpServer.formatAddress(address).replace("http", "ws")}/realtime`
  const answers: Array<Promise<boolean>> = []
  for (let nth = 0; nth < wanted; nth += 1) answers.push(heard(yield* Effect.promise(() => opened(url))))
  yield* hub.publish("all", "hello")
  const stayed = yield* Effect.promise(() => Promise.all(answers))
  console.log(`${stayed.filter(Boolean).length} of ${wanted} heard it`)
}).pipe(
  Effect.provide(
    Layer.mergeAll(HttpServer.serve(Effect.succeed(HttpServerResponse.text("hello"))), stream).pipe(
      Layer.provideMerge(UwsHttpServer.layer({ port: 0 }))
    )
  )
)

await Effect.runPromise(life)
