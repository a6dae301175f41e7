/** Reads a JSON body where an endpoint has to look at something else first. */
import { Effect, Schema } from "effect"
import type { HttpServerRequest } from "effect/http"
import { RequestRefused } from "./RequestRefused.ts"
import { issueMessage } from "./issueMessage.ts"

/** Refuses like all other endpoints do: the gateway puts the refusal into the surface's envelope. */
export const jsonBody = Effect.fnUntraced(function* <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  request: HttpServerRequest.HttpServerRequest
) {
  const contentType = request.headers["content-type"] ?? "application/json"
  if (!/^application\/json\s*(;|$)/i.test(contentType)) return yield* Effect.die(RequestRefused.contentType)
  const text = yield* Effect.orDie(request.text)
  const json =
    text === ""
      ? undefined
      : yield* Effect.try({ try: (): unknown => JSON.parse(text), catch: () => RequestRefused.notJson }).pipe(
          Effect.orDie
        )
  return yield* Schema.decodeUnknownEffect(schema, { errors: "all" })(json).pipe(
    Effect.catch((error) => Effect.die(new RequestRefused({ status: 400, message: issueMessage(error.issue) })))
  )
})
