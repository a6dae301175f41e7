/** The two ways to say no: `{ error }` on the dashboard API, `{ error: { code, message } }` on `/v1`. */
import { Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"

export type Surface = "dashboard" | "v1"

export const surfaceOf = (path: string): Surface => (path === "/v1" || path.startsWith("/v1/") ? "v1" : "dashboard")

const codes: Readonly<Record<number, string>> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  429: "RATE_LIMITED",
  500: "INTERNAL",
  503: "UNAVAILABLE"
}

export interface Refusal {
  readonly status: number
  readonly message: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export const envelope = (surface: Surface, { headers, message, status }: Refusal) =>
  HttpServerResponse.jsonUnsafe(
    { error: surface === "v1" ? { code: codes[status] ?? "INVALID_REQUEST", message } : message },
    { status, ...(headers === undefined ? {} : { headers }) }
  )

const Envelope = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Union([Schema.String, Schema.Struct({ message: Schema.String })]) })
)
const decodeEnvelope = Schema.decodeUnknownOption(Envelope)

/** What an answer in an envelope says to the caller. */
export const publicMessage = ({ body }: HttpServerResponse.HttpServerResponse): string | undefined =>
  Option.match(decodeEnvelope(body._tag === "Uint8Array" ? body.text : undefined), {
    onNone: () => undefined,
    onSome: ({ error }) => (typeof error === "string" ? error : error.message).slice(0, 300)
  })
