/** `GET /metrics` for who has its token. */
import { Effect, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash, timingSafeEqual } from "node:crypto"
import { envelope } from "./Surface.ts"

export interface ServedMetrics {
  readonly token: Redacted.Redacted<string>
  /** In Prometheus' text format. */
  readonly text: Effect.Effect<string>
}

const digest = (text: string) => createHash("sha256").update(text).digest()

const refusal = { status: 401, message: "METRICS_TOKEN is wanted as a bearer token" }

export const metricsPage = ({ text, token }: ServedMetrics) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const given = digest(headers["authorization"] ?? "")
    const isRight = timingSafeEqual(given, digest(`Bearer ${Redacted.value(token)}`))
    if (!isRight) return envelope("dashboard", refusal)
    return HttpServerResponse.text(yield* text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  })
