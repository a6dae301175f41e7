/**
 * What stands before the router: the size of bodies, the surface's envelope for every refusal, one log line per request.
 * Of an internal fault the caller learns the request's id, and nothing else.
 */
import { ByteSize, Cause, Clock, Effect, Tracer } from "effect"
import { HttpIncomingMessage, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { issueMessage } from "./issueMessage.ts"
import { RequestRefused } from "./RequestRefused.ts"
import type { RouteTable } from "./RouteTable.ts"
import { envelope, type Refusal, surfaceOf } from "./Surface.ts"

const KIB = 1024

/** The longest body in bytes: 256 KiB, for publishing a script 2 MiB. */
export const maxBodyBytes = (path: string, method: string): number =>
  method === "POST" && /^\/banks\/[^/]+\/scripts\/?$/.test(path) ? 2048 * KIB : 256 * KIB

type Answer<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

export const gateway = <E, R>(
  app: Answer<E, R>,
  routes: RouteTable
): Answer<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const path = pathOf(request.url)
    const requestId = randomUUID()
    const startedAt = yield* Clock.currentTimeMillis
    const surface = surfaceOf(path)

    const response = yield* app.pipe(
      Effect.provideService(
        HttpIncomingMessage.MaxBodySize,
        ByteSize.fromInputUnsafe(maxBodyBytes(path, request.method))
      ),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.map(refusalOf(cause, { method: request.method, path, requestId, routes }), (refusal) =>
              envelope(surface, refusal)
            )
      ),
      Effect.map((answer) => withEnvelope(answer, (refusal) => envelope(surface, refusal))),
      Effect.map((answer) => withHeaders(answer, surface)),
      Effect.annotateLogs({ requestId })
    )

    const milliseconds = (yield* Clock.currentTimeMillis) - startedAt
    const line = { requestId, method: request.method, path: path.slice(0, 200), status: response.status, milliseconds }
    yield* Effect.annotateLogs(quiet.has(path) ? Effect.logDebug("request") : Effect.logInfo("request"), line)
    return response
  }).pipe(untracedByDefault)

/** Spans that nobody collects are a tenth of what a small request costs. */
const untracedByDefault = <A, E, R>(request: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.tracer, (tracer) =>
    tracer === Tracer.nativeTracer ? Effect.withTracerEnabled(request, false) : request
  )

const quiet: ReadonlySet<string> = new Set(["/health", "/ready"])

const pathOf = (url: string): string => url.replace(/[?#].*$/s, "")

interface Situation {
  readonly method: string
  readonly path: string
  readonly requestId: string
  readonly routes: RouteTable
}

const refusalOf = (cause: Cause.Cause<unknown>, situation: Situation): Effect.Effect<Refusal> => {
  for (const reason of cause.reasons) {
    const refusal =
      reason._tag === "Interrupt" ? undefined : known(reason._tag === "Fail" ? reason.error : reason.defect, situation)
    if (refusal !== undefined) return Effect.succeed(refusal)
  }
  const message = `Internal error, request ${situation.requestId}`
  return Effect.logError("request failed", cause).pipe(Effect.as({ status: 500, message }))
}

const known = (error: unknown, { method, path, routes }: Situation): Refusal | undefined => {
  if (error instanceof RequestRefused) return error
  if (HttpApiError.HttpApiSchemaError.is(error)) return schemaRefusal(error)
  if (!(error instanceof HttpServerError.HttpServerError)) return undefined
  switch (error.reason._tag) {
    case "RouteNotFound": {
      const methods = routes(path)
      // A known path and method that the router still doesn't find holds what can't be decoded.
      if (methods.length === 0 || methods.includes(method)) return RequestRefused.notFound
      return {
        status: 405,
        message: `${method.slice(0, 20)} is not allowed here`,
        headers: { allow: methods.join(", ") }
      }
    }
    case "RequestParseError":
      return error.reason.reason === "BodyTooLarge" ? RequestRefused.tooLarge : RequestRefused.unreadable
    default:
      return undefined
  }
}

const schemaRefusal = (error: HttpApiError.HttpApiSchemaError): Refusal | undefined => {
  if (error.kind === "Body" || error.kind === "ResponseHeaders") return undefined
  const { issue } = error.cause
  // The only issue of a payload without a place or a schema: its text was no JSON.
  if (error.kind === "Payload" && issue._tag === "InvalidValue") return RequestRefused.notJson
  return { status: 400, message: issueMessage(issue) }
}

/** Answers of the framework itself have no body of ours: 415 is a plain text, 413 is empty. */
const withEnvelope = (
  answer: HttpServerResponse.HttpServerResponse,
  refuse: (refusal: Refusal) => HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if (answer.status < 400 || answer.headers["content-type"]?.startsWith("application/json") === true) return answer
  switch (answer.status) {
    case 413:
      return refuse(RequestRefused.tooLarge)
    case 415:
      return refuse(RequestRefused.contentType)
    default:
      return refuse({ status: answer.status, message: "The request could not be served" })
  }
}

const challenge = { dashboard: "Bearer", v1: "Api-Key" }

// Answers hold tokens and other people's money: nobody keeps them.
const withHeaders = (answer: HttpServerResponse.HttpServerResponse, surface: "dashboard" | "v1") =>
  HttpServerResponse.setHeaders(answer, {
    "cache-control": answer.headers["cache-control"] ?? "no-store",
    "x-content-type-options": "nosniff",
    ...(answer.status === 401 ? { "www-authenticate": challenge[surface] } : {})
  })
