/** Sends what operators are told to a URL of theirs. Not durable: the log and the metrics have it too. */
import { DateTime, Duration, Effect, Layer, Queue, type Redacted, Redacted as Secret, Schedule } from "effect"
import { OutboundFault, OutboundHttp } from "../outbound/OutboundHttp.ts"
import { makeOperatorNotices, type OperatorNotice, OperatorNotices } from "./OperatorNotices.ts"

/** Of notices that wait while the URL doesn't answer; the oldest go first. */
const mostWaiting = 100

const attempts = Schedule.max([Schedule.exponential("1 second"), Schedule.recurs(6)])

const post = (http: OutboundHttp["Service"], url: Redacted.Redacted<string>, body: string) =>
  http
    .send({
      method: "POST",
      url: Secret.value(url),
      headers: { "content-type": "application/json" },
      authorization: null,
      body: new TextEncoder().encode(body),
      deadline: Duration.seconds(15),
      maxBytes: 1024,
      overflow: "cut"
    })
    .pipe(
      Effect.filterOrFail(
        ({ status }) => status >= 200 && status < 300,
        ({ status }) => new OutboundFault({ kind: "broken", message: `it answered ${status}` })
      ),
      Effect.retry(attempts),
      Effect.catch(({ message }) =>
        Effect.logWarning(`an operator notice did not reach OPERATOR_WEBHOOK_URL: ${message}`)
      )
    )

/** The URL may hold a token. Its body: `type` (`operator_notice`), `kind`, `message`, `about`, `occurred_at`. */
export const operatorWebhookLayer = (url: Redacted.Redacted<string>): Layer.Layer<never, never, OutboundHttp> =>
  Layer.effect(
    OperatorNotices,
    Effect.gen(function* () {
      const http = yield* OutboundHttp
      const waiting = yield* Queue.sliding<string>(mostWaiting)
      yield* Queue.take(waiting).pipe(
        Effect.flatMap((body) => post(http, url, body)),
        Effect.forever,
        Effect.forkScoped
      )
      return makeOperatorNotices(
        Effect.fnUntraced(function* (notice: OperatorNotice) {
          const occurredAt = DateTime.formatIso(yield* DateTime.now)
          yield* Queue.offer(waiting, JSON.stringify({ type: "operator_notice", ...notice, occurred_at: occurredAt }))
        })
      )
    })
  )
