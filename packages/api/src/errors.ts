/** How refusals look: `{ error }` on the dashboard API, `{ error: { code, message } }` on `/v1`. */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

const sentence = { error: Schema.String.annotate({ description: "One sentence: what is wrong" }) }

export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(sentence, {
  httpApiStatus: 400,
  description: "Missing or invalid request content"
}) {}
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(sentence, {
  httpApiStatus: 401,
  description: "Token missing, expired or invalid; or wrong credentials"
}) {}
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(sentence, {
  httpApiStatus: 403,
  description: "Not allowed"
}) {}
/** Absent, or another user's: the answers are equal to the byte. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(sentence, {
  httpApiStatus: 404,
  description: "Absent, or another user's"
}) {}
export class Conflict extends Schema.Error<Conflict>("Conflict")(sentence, {
  httpApiStatus: 409,
  description: "In conflict with what is there"
}) {}

const retryAfter = { "retry-after": Schema.Int.annotate({ description: "Seconds to wait" }) }

/** Over a limit. Says how long to wait in `Retry-After`. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()(
  "TooManyRequests",
  {
    retryAfterSeconds: Schema.Int,
    error: Schema.optionalKey(Schema.String)
  },
  { description: "Over a limit" }
) {}

export const TooManyRequestsAnswer = TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(sentence).pipe(HttpApiSchema.status(429)),
      headers: retryAfter
    },
    {
      decode: ({ body, headers }) =>
        new TooManyRequests({
          retryAfterSeconds: headers["retry-after"],
          error: body.error
        }),
      encode: (refusal) => ({
        body: { error: refusal.error ?? "Too many requests" },
        headers: { "retry-after": refusal.retryAfterSeconds }
      })
    }
  )
)

/** Too much work of this kind waits already. Says how long to wait in `Retry-After`. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()(
  "ServiceUnavailable",
  { retryAfterSeconds: Schema.Int },
  { description: "Busy: too much work of this kind waits already" }
) {}

export const ServiceUnavailableAnswer = ServiceUnavailable.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(sentence).pipe(HttpApiSchema.status(503)),
      headers: retryAfter
    },
    {
      decode: ({ headers }) => new ServiceUnavailable({ retryAfterSeconds: headers["retry-after"] }),
      encode: (refusal) => ({
        body: { error: "The service is busy, try again shortly" },
        headers: { "retry-after": refusal.retryAfterSeconds }
      })
    }
  )
)

const coded = <const Codes extends ReadonlyArray<string>>(codes: Codes) => ({
  error: Schema.Struct({
    code: Schema.Literals(codes),
    message: Schema.String.annotate({ description: "One sentence: what is wrong" })
  })
})

export class V1BadRequest extends Schema.Error<V1BadRequest>("V1BadRequest")(coded(["INVALID_REQUEST"]), {
  httpApiStatus: 400,
  description: "It can't be understood, or the code doesn't fit what the login asks for"
}) {}
export class V1Unauthorized extends Schema.Error<V1Unauthorized>("V1Unauthorized")(
  coded(["UNAUTHORIZED", "INVALID_API_KEY"]),
  { httpApiStatus: 401, description: "No API key was sent; or it is unknown, malformed or revoked" }
) {}
export class V1Forbidden extends Schema.Error<V1Forbidden>("V1Forbidden")(coded(["FORBIDDEN"]), {
  httpApiStatus: 403,
  description: "The key lacks the scope or is not allowed for this account"
}) {}
export class V1NotFound extends Schema.Error<V1NotFound>("V1NotFound")(coded(["NOT_FOUND"]), {
  httpApiStatus: 404,
  description: "The account does not exist or is not the key owner's"
}) {}
export class V1Conflict extends Schema.Error<V1Conflict>("V1Conflict")(coded(["NO_PENDING_ASSISTANCE"]), {
  httpApiStatus: 409,
  description: "No login of the account waits for a code"
}) {}

const overLimit = "Too many requests: "

const waitSaid = /; try again in \d+ s$/

const saidOfLimit = ({ limit, retryAfterSeconds }: { readonly limit: string; readonly retryAfterSeconds: number }) =>
  `${overLimit}${limit}; try again in ${retryAfterSeconds} s`

/** `/v1`: over a limit, which it names, and how long to wait: in its words, and in `Retry-After`. */
export class V1TooManyRequests extends Schema.TaggedError<V1TooManyRequests>()(
  "V1TooManyRequests",
  { retryAfterSeconds: Schema.Int, limit: Schema.String },
  { description: "Over a limit" }
) {}

export const V1TooManyRequestsAnswer = V1TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(coded(["RATE_LIMITED"])).pipe(HttpApiSchema.status(429)),
      headers: retryAfter
    },
    {
      decode: ({ body, headers }) =>
        new V1TooManyRequests({
          retryAfterSeconds: headers["retry-after"],
          limit: body.error.message.replace(overLimit, "").replace(waitSaid, "")
        }),
      encode: (refusal) => ({
        body: { error: { code: "RATE_LIMITED" as const, message: saidOfLimit(refusal) } },
        headers: { "retry-after": refusal.retryAfterSeconds }
      })
    }
  )
)
