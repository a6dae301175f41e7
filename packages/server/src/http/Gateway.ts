/**
 * What stands before the router: the size of bodies, the surface's envelope for every refusal, one log line per request.
 * Of an internal fault the caller learns the request's id, and nothing else.
 */
import {
  cooperatively,
  countRequest,
  DatabaseTakesNoWrites,
  databaseUnavailable,
  KeyErased,
  LoginUnreachable,
  observeRequest,
  StatementReaderUnavailable
} from "@counterfoil/core"
import { type JsonBounds, lookingWithin } from "@counterfoil/domain"
import { BodyTextCheck } from "@counterfoil/uws"
import { ByteSize, Cause, Clock, Effect, Tracer } from "effect"
import { HttpIncomingMessage, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { usualBodyBytes } from "./bodyArrived.ts"
import { issueMessage } from "./issueMessage.ts"
import { isOfOtherSite } from "./pageRule.ts"
import { RequestRefused } from "./RequestRefused.ts"
import type { RouteTable } from "./RouteTable.ts"
import { codeHeaders, envelope, publicMessage, type Refusal, type Surface, surfaceOf } from "./Surface.ts"

const KIB = 1024

/** The longest body in bytes: 256 KiB, for publishing a script 2 MiB, for a statement 6 MiB. */
export const maxBodyBytes = (path: string, method: string): number => {
  if (method === "POST" && /^\/banks\/[^/]+\/scripts\/?$/.test(path)) return 2048 * KIB
  return method === "POST" && /^\/accounts\/[^/]+\/statements\/?$/.test(path) ? 6144 * KIB : usualBodyBytes
}

/** What is shorter is parsed in no time, whatever it holds. */
const shortText = 16 * KIB
const bounds: JsonBounds = { values: 20_000, names: 2_000, depth: 64 }

/** A parser that is kept busy by brackets or names keeps everybody waiting: such texts don't come to it. */
const withinBounds = (text: string): Effect.Effect<void> =>
  text.length <= shortText
    ? Effect.void
    : Effect.flatMap(cooperatively(lookingWithin(text, bounds)), (isWithin) =>
        isWithin ? Effect.void : Effect.die(RequestRefused.tooManyValues)
      )

/** What forwards SMS writes them as it likes: a code is found in it all the same. */
const isOfForwarder = (path: string): boolean => /^\/v1\/accounts\/[^/]+\/sms\/?$/.test(path)

/** A password whose letters were replaced would be saved, and be wrong at the bank. */
const readable = ({ headers, url }: HttpServerRequest.HttpServerRequest, wasUtf8: boolean): Effect.Effect<void> => {
  // Others are misused: `Content-Encoding: UTF-8` compresses nothing.
  if (/\b(?:gzip|compress|deflate|br|zstd)\b/i.test(headers["content-encoding"] ?? ""))
    return Effect.die(RequestRefused.encoded)
  return wasUtf8 || isOfForwarder(pathOf(url)) ? Effect.void : Effect.die(RequestRefused.notUtf8)
}

type Answer<E, R> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>

/**
 * The short way to an answer that is asked for all the time. Undefined at once: it doesn't lead there; undefined in the end:
 * it leads nowhere this time. The request goes the ordinary way then.
 */
export type ShortWay = (
  request: HttpServerRequest.HttpServerRequest
) => Effect.Effect<HttpServerResponse.HttpServerResponse | undefined> | undefined

export const gateway = <E, R>(
  app: Answer<E, R>,
  routes: RouteTable,
  shortWay: ShortWay,
  origins: ReadonlyArray<string> = []
): Answer<E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const path = pathOf(request.url)
    const surface = surfaceOf(path)
    const requestId = randomUUID()
    const refuse = (refusal: Refusal) => envelope(surface, refusal)
    const ordinary = app.pipe(
      Effect.provideService(
        HttpIncomingMessage.MaxBodySize,
        ByteSize.fromInputUnsafe(maxBodyBytes(path, request.method))
      ),
      Effect.provideService(BodyTextCheck, (text, wasUtf8) =>
        Effect.andThen(readable(request, wasUtf8), withinBounds(text))
      ),
      Effect.annotateLogs({ requestId })
    )
    const short = shortWay(request)
    const answer = isOfOtherSite(request, origins)
      ? Effect.die(RequestRefused.otherSite)
      : short === undefined
        ? ordinary
        : Effect.flatMap(short, (found) => (found === undefined ? ordinary : Effect.succeed(found)))

    return Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
      answer.pipe(
        Effect.catchCause((cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.map(refusalOf(cause, { method: request.method, path, requestId, routes }), refuse)
        ),
        Effect.flatMap((given) => {
          const response = withHeaders(withEnvelope(given, refuse), surface)
          return Effect.as(
            noted({ requestId, method: request.method, path, surface, routes, startedAt }, response),
            response
          )
        })
      )
    )
  })

interface Visit {
  readonly requestId: string
  readonly method: string
  readonly path: string
  readonly surface: Surface
  readonly routes: RouteTable
  readonly startedAt: number
}

/** Counted, timed and logged. */
const noted = (
  { method, path, requestId, routes, startedAt, surface }: Visit,
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    countRequest({ route: routes.shapeOf(path), status: String(response.status) }).pipe(
      Effect.andThen(observeRequest({ surface }, now - startedAt)),
      Effect.andThen(
        Effect.annotateLogs(isQuiet(path) ? Effect.logDebug("request") : Effect.logInfo("request"), {
          requestId,
          method: method.slice(0, longestMethod),
          path: loggedPath(path),
          status: response.status,
          milliseconds: now - startedAt,
          ...(response.status === 400 ? { reason: withoutQuotes(publicMessage(response)) } : {})
        })
      )
    )
  )

/** Spans that nobody collects are a tenth of what a small request costs. For what runs the requests, not for each. */
export const untracedByDefault = <A, E, R>(server: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.flatMap(Effect.tracer, (tracer) =>
    tracer === Tracer.nativeTracer ? Effect.withTracerEnabled(server, false) : server
  )

/** For the log: a refusal may quote what the caller sent, such as a cell of a bank statement, which only the caller may see. */
const withoutQuotes = (reason: string | undefined): string | undefined =>
  reason?.replaceAll(/"(?:[^"\\]|\\.)*"?/gs, '"…"')

const longestMethod = 20

/**
 * What is longer than an id may be a key or a token that somebody put into the address: its beginning tells them apart. Control
 * characters would be obeyed by the terminal of whoever reads the log.
 */
const loggedPath = (path: string): string =>
  path
    .replaceAll(/[^/]{37,}/g, (long) => `${long.slice(0, 4)}…`)
    .replaceAll(/\p{Cc}/gu, "\u{fffd}")
    .slice(0, 200)

const quiet: ReadonlySet<string> = new Set(["/health", "/ready"])
const isQuiet = (path: string): boolean => quiet.has(path) || path.startsWith("/app/")

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
  // What was not answered may have been done: only of what surely was not is the caller told to try again.
  if (databaseUnavailable(cause)?.outcome === "undone") return Effect.succeed(RequestRefused.databaseAway)
  const message = `Internal error, request ${situation.requestId}`
  return Effect.logError("request failed", cause).pipe(
    Effect.annotateLogs({ requestId: situation.requestId }),
    Effect.as({ status: 500, message })
  )
}

const known = (error: unknown, { method, path, routes }: Situation): Refusal | undefined => {
  if (error instanceof RequestRefused) return error
  if (error instanceof KeyErased) return RequestRefused.accountNotFound
  if (error instanceof DatabaseTakesNoWrites) return RequestRefused.databaseReadOnly
  if (error instanceof LoginUnreachable) return RequestRefused.loginUnreachable
  if (error instanceof StatementReaderUnavailable) return RequestRefused.filesUnreadable
  if (HttpApiError.HttpApiSchemaError.is(error)) return schemaRefusal(error)
  if (!(error instanceof HttpServerError.HttpServerError)) return undefined
  switch (error.reason._tag) {
    case "RouteNotFound": {
      const methods = routes(path)
      // A known path and method that the router still doesn't find holds what can't be decoded.
      if (methods.length === 0 || methods.includes(method)) return RequestRefused.notFound
      return {
        status: 405,
        message: `${method.slice(0, longestMethod)} is not allowed here`,
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
const withHeaders = (answer: HttpServerResponse.HttpServerResponse, surface: Surface) =>
  HttpServerResponse.setHeaders(answer, {
    "cache-control": answer.headers["cache-control"] ?? "no-store",
    "x-content-type-options": "nosniff",
    ...(answer.status >= 400 ? codeHeaders(answer) : {}),
    ...(answer.status === 503 ? { "retry-after": answer.headers["retry-after"] ?? "5" } : {}),
    ...(answer.status === 401 ? { "www-authenticate": challenge[surface] } : {})
  })
