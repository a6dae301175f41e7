/**
 * How far this machine's clock is from a bank's, by the `Date` of an answer: codes of an authenticator secret are right for some
 * seconds only.
 */
import { Clock, Duration, Effect } from "effect"
import { OutboundHttp } from "../outbound/OutboundHttp.ts"

/** `ahead`: whole seconds that our clock is ahead (negative: behind); null: the bank didn't say. */
export interface ClockSkew {
  readonly host: string
  readonly ahead: number | null
}

const deadline = Duration.seconds(10)

export const clockSkewOf = Effect.fn("clockSkewOf")(function* (url: string) {
  const http = yield* OutboundHttp
  const began = yield* Clock.currentTimeMillis
  const answer = yield* Effect.option(
    http.send({
      method: "GET",
      url,
      headers: {},
      authorization: null,
      body: null,
      deadline,
      maxBytes: 1024,
      overflow: "cut"
    })
  )
  const ended = yield* Clock.currentTimeMillis
  const said = answer._tag === "Some" ? Date.parse(answer.value.headers["date"] ?? "") : Number.NaN
  // The header has whole seconds: on average it is half of one behind.
  const ahead = Math.round(((began + ended) / 2 - (said + 500)) / 1000)
  const skew: ClockSkew = { host: URL.parse(url)?.host ?? url, ahead: Number.isFinite(ahead) ? ahead : null }
  return skew
})
