/** The two ways to say no: `{ error }` on the dashboard API, `{ error: { code, message } }` on `/v1`. */
import { codeHeader, fieldsHeader, refusalCodeOf, refusedFields } from "@counterfoil/api"
import { Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { isPage, waitingPage } from "./waitingPage.ts"

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

const codeOf = (status: number) => codes[status] ?? "INVALID_REQUEST"

const bodyOf = (surface: Surface, { message, status }: Pick<Refusal, "message" | "status">) => ({
  error: surface === "v1" ? { code: codeOf(status), message } : message
})

export const envelope = (surface: Surface, { headers, message, status }: Refusal) =>
  HttpServerResponse.jsonUnsafe(bodyOf(surface, { message, status }), {
    status,
    ...(headers === undefined ? {} : { headers })
  })

/** The same for what the server answers before a request reaches the app, and while there is none. */
export const refusalBody = (refusal: {
  readonly status: number
  readonly path: string
  readonly sentence: string
  readonly accept: string
}) =>
  refusal.status === 503 && isPage(refusal.path) && refusal.accept.includes("text/html")
    ? { body: waitingPage, contentType: "text/html; charset=utf-8" }
    : inEnvelope(surfaceOf(refusal.path), { message: refusal.sentence, status: refusal.status })

const inEnvelope = (surface: Surface, refusal: Refusal) => ({
  body: JSON.stringify(bodyOf(surface, refusal)),
  contentType: "application/json",
  headers: {
    [codeHeader]:
      surface === "v1" ? codeOf(refusal.status).toLowerCase() : refusalCodeOf(refusal.status, refusal.message)
  }
})

const Envelope = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Union([Schema.String, Schema.Struct({ code: Schema.String, message: Schema.String })])
  })
)
const decodeEnvelope = Schema.decodeUnknownOption(Envelope)

/** What an answer in an envelope says. */
const saidIn = ({ body }: HttpServerResponse.HttpServerResponse) =>
  Option.map(decodeEnvelope(body._tag === "Uint8Array" ? body.text : undefined), ({ error }) =>
    typeof error === "string" ? { code: undefined, message: error } : error
  )

/** What an answer in an envelope says to the caller. */
export const publicMessage = (answer: HttpServerResponse.HttpServerResponse): string | undefined =>
  Option.getOrUndefined(Option.map(saidIn(answer), ({ message }) => message.slice(0, 300)))

/** The code of a refusal, and the fields that it is about: on `/v1` the code of its body, in small letters. */
export const codeHeaders = (answer: HttpServerResponse.HttpServerResponse): Readonly<Record<string, string>> => {
  const { code, message } = Option.getOrElse(saidIn(answer), () => ({ code: undefined, message: "" }))
  const fields = answer.status === 400 ? refusedFields(message).slice(0, 20).join(",") : ""
  return {
    [codeHeader]: code?.toLowerCase() ?? refusalCodeOf(answer.status, message),
    ...(fields === "" ? {} : { [fieldsHeader]: fields.slice(0, 500) })
  }
}
