/** Clients that leave. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Stream } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { RequestBodyCut } from "../src/index.ts"
import { fetched, request, serving, wireTo } from "./support.ts"

const { HttpServerRequest: Current } = HttpServerRequest

/** Waits for the end of `work` and tells how it ended; other paths answer at once. */
const watched = Effect.fnUntraced(function* <A extends HttpServerResponse.HttpServerResponse>(
  work: (request: HttpServerRequest.HttpServerRequest, started: Effect.Effect<unknown>) => Effect.Effect<A, unknown>
) {
  const started = yield* Deferred.make<void>()
  const ended = yield* Deferred.make<Exit.Exit<unknown, unknown>>()
  const port = yield* serving(
    Effect.flatMap(Current, (request) =>
      request.url === "/other"
        ? Effect.succeed(HttpServerResponse.text("alive"))
        : work(request, Deferred.succeed(started, undefined)).pipe(
            Effect.onExit((exit) => Deferred.succeed(ended, exit)),
            Effect.interruptible
          )
    )
  )
  return { port, started: Deferred.await(started), ended: Deferred.await(ended) }
})

const isClientAbort = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) &&
  exit.cause.reasons.some(
    (reason) => reason._tag === "Interrupt" && reason.annotations.has(HttpServerError.ClientAbort.key)
  )

describe("a client that leaves", () => {
  it.effect("interrupts the handler that works for it", () =>
    Effect.gen(function* () {
      const { ended, port, started } = yield* watched((_, started) => Effect.andThen(started, Effect.never))
      const wire = yield* wireTo(port)

      wire.write(request("GET /task"))
      yield* started
      wire.socket.destroy()

      assert.isTrue(isClientAbort(yield* ended))
      assert.strictEqual((yield* fetched(port, "/other")).text, "alive")
    })
  )

  it.effect("in the middle of its upload interrupts the handler that reads it", () =>
    Effect.gen(function* () {
      const { ended, port, started } = yield* watched(({ text }, started) =>
        Effect.andThen(
          started,
          Effect.map(text, (body) => HttpServerResponse.text(body))
        )
      )
      const wire = yield* wireTo(port)

      wire.write(request("POST /task", "Content-Length: 100") + "part")
      yield* started
      wire.socket.destroy()

      assert.isTrue(isClientAbort(yield* ended))
    })
  )

  it.effect("doesn't leave a handler waiting that can't be interrupted", () =>
    Effect.gen(function* () {
      const { ended, port, started } = yield* watched(({ text }, started) =>
        Effect.andThen(
          started,
          Effect.map(text, (body) => HttpServerResponse.text(body))
        ).pipe(Effect.uninterruptible)
      )
      const wire = yield* wireTo(port)

      wire.write(request("POST /task", "Content-Length: 100") + "part")
      yield* started
      wire.socket.destroy()
      const exit = yield* ended

      const error = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
      assert.isTrue(HttpServerError.isHttpServerError(error) && error.cause instanceof RequestBodyCut)
    })
  )

  it.effect.each(["", "sized"])("in the middle of a download ends the stream: %s", (kind) =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const body = Stream.fromEffectRepeat(Effect.succeed(new Uint8Array(100_000))).pipe(
        Stream.ensuring(Deferred.succeed(closed, undefined))
      )
      const options = kind === "sized" ? { contentLength: 1e12 } : {}
      const port = yield* serving(Effect.succeed(HttpServerResponse.stream(body, options)))
      const wire = yield* wireTo(port)

      wire.write(request("GET /"))
      yield* wire.until("\r\n\r\n")
      wire.socket.destroy()

      yield* Deferred.await(closed)
    })
  )

  it.effect("before a large answer is taken lets its request end", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const port = yield* serving(
        Effect.addFinalizer(() => Deferred.succeed(closed, undefined)).pipe(
          Effect.as(HttpServerResponse.uint8Array(new Uint8Array(50_000_000)))
        )
      )
      const wire = yield* wireTo(port)

      wire.write(request("GET /"))
      yield* wire.until("\r\n\r\n")
      wire.socket.destroy()

      yield* Deferred.await(closed)
    })
  )
})
