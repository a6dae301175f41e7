/** Turns the API key of a `/v1` request into what it may do. A JWT counts as no key. */
import { ApiKeyAuthentication, CurrentApiKey, V1Unauthorized } from "@counterfoil/api"
import { type ApiKey, ApiKeys } from "@counterfoil/core"
import { readBy } from "@counterfoil/uws"
import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { bodyArrived } from "../http/bodyArrived.ts"
import { RequestShare } from "../limits/RequestShare.ts"

export const ApiKeyAuthenticationLive = Layer.effect(
  ApiKeyAuthentication,
  Effect.gen(function* () {
    const apiKeys = yield* ApiKeys
    const share = yield* RequestShare
    return ApiKeyAuthentication.of({
      apiKey: Effect.fnUntraced(function* (handler) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const sent = sentApiKey(request)
        if (sent === undefined) {
          return yield* unauthorized("UNAUTHORIZED", whereKeyBelongs(request))
        }
        const authenticated = apiKeys
          .authenticate(Redacted.make(sent))
          .pipe(
            Effect.catchTag("InvalidApiKey", () =>
              unauthorized("INVALID_API_KEY", "API key unknown, malformed or revoked")
            )
          )
        const handled = (key: ApiKey) =>
          Effect.andThen(readBy(key.userId), Effect.provideService(handler, CurrentApiKey, key))
        // A stranger's body isn't waited for.
        const first = yield* authenticated
        // A key that is revoked while the request comes in, or waits for its turn, is good for nothing any more.
        const key = (yield* bodyArrived) ? yield* authenticated : first
        return yield* share.inTurn(key.userId)(handled(key), Effect.flatMap(authenticated, handled))
      })
    })
  })
)

const unauthorized = (code: "UNAUTHORIZED" | "INVALID_API_KEY", message: string) =>
  Effect.fail(new V1Unauthorized({ error: { code, message } }))

/** The likeliest slips: the key is sent as other services take it, or without a scheme. */
const whereKeyBelongs = ({ headers }: HttpServerRequest.HttpServerRequest): string => {
  const slip = /^(bearer +)?svc_/i.exec(headers["authorization"] ?? "")
  if (slip === null) return "API key required"
  const how = "API key required: send it as Authorization: Api-Key <key> or x-api-key: <key>"
  return slip[1] === undefined ? `${how}, not alone` : `${how}, not as Bearer`
}

/** The API key that came with a request. */
export const sentApiKey = ({ headers, url }: HttpServerRequest.HttpServerRequest): string | undefined =>
  schemeKey(headers["authorization"]) ??
  nonEmpty(headers["x-api-key"]) ??
  (takesPasswords.test(url) ? passwordKey(headers["authorization"]) : undefined)

/** SMS gateways can often be given an address with a password in it, but no header. */
const takesPasswords = /^\/v1\/accounts\/[^/?]*\/sms(?:[/?]|$)/

const passwordKey = (authorization: string | undefined): string | undefined => {
  const credentials = /^basic +([\w+/=-]+)$/i.exec(authorization ?? "")?.[1]
  return credentials === undefined
    ? undefined
    : nonEmpty(/^[^:]*:(.*)$/s.exec(Buffer.from(credentials, "base64").toString("utf8"))?.[1])
}

/** The credential of `Authorization: Api-Key …`; scheme names have no case. */
const schemeKey = (authorization: string | undefined): string | undefined =>
  nonEmpty(/^api-key +(.*)$/i.exec(authorization ?? "")?.[1])

const nonEmpty = (text: string | undefined): string | undefined => {
  const trimmed = text?.trim()
  return trimmed === "" ? undefined : trimmed
}
