/** What is counted for whoever runs the service. Labels are words of ours: no account, no address, no secret. */
import { Cause, Clock, Effect, Exit, Metric, Option } from "effect"

type Labels = Readonly<Record<string, string>>

/** One series for each combination of labels, made once. */
const counting = (name: string, description: string) => {
  const counter = Metric.counter(name, { description, incremental: true })
  const series = new Map<string, Effect.Effect<void>>()
  return (labels: Labels): Effect.Effect<void> => {
    const key = Object.values(labels).join("\0")
    const known = series.get(key) ?? Metric.update(Metric.withAttributes(counter, labels), 1)
    series.set(key, known)
    return known
  }
}

const notices = { name: "operator_notices_total", description: "What operators were told of" }

/** Reads 0 from the start: an alert on its rate must see the first notice. */
export const noticesOf = (kind: string): Effect.Effect<void> =>
  Metric.update(
    Metric.withAttributes(Metric.counter(notices.name, { description: notices.description, incremental: true }), {
      kind
    }),
    0
  )

export const countNotice: (labels: { readonly kind: string }) => Effect.Effect<void> = counting(
  notices.name,
  notices.description
)
export const countDelivery: (labels: { readonly lane: string; readonly outcome: string }) => Effect.Effect<void> =
  counting("delivery_attempts_total", "Attempts to deliver webhooks and notifications that ended")
/** Banks and versions are made by users, and a series is never forgotten: what comes beyond so many is told as `other`. */
const mostSeries = 500

/** How long things take, in seconds: one series for each combination of labels, made once. */
const timing = (name: string, description: string, boundaries: ReadonlyArray<number>) => {
  const histogram = Metric.histogram(name, { description, boundaries })
  const series = new Map<string, (seconds: number) => Effect.Effect<void>>()
  const keyOf = (labels: Labels) => Object.values(labels).join("\0")
  const bounded = (labels: Labels): Labels =>
    "bank" in labels && series.size >= mostSeries && !series.has(keyOf(labels))
      ? { ...labels, bank: "other", version: "other" }
      : labels
  return (given: Labels, milliseconds: number): Effect.Effect<void> => {
    const labels = bounded(given)
    const key = keyOf(labels)
    const known = series.get(key) ?? ((seconds) => Metric.update(Metric.withAttributes(histogram, labels), seconds))
    series.set(key, known)
    return known(Math.max(0, milliseconds) / 1_000)
  }
}

const deliverySeconds = timing(
  "delivery_seconds",
  "How long an attempt to deliver took",
  [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
)
const scrapeSeconds = timing(
  "scrape_seconds",
  "How long a scrape took from its beginning to its end, waiting for codes included",
  [0.5, 1, 2, 5, 10, 20, 40, 60, 120, 300, 600]
)

/** `surface`: `dashboard` or `v1`. */
export const observeRequest: (labels: { readonly surface: string }, milliseconds: number) => Effect.Effect<void> =
  timing(
    "http_request_seconds",
    "How long requests took to answer",
    [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  )

const loginSeconds = timing(
  "login_seconds",
  "How long a login took, waiting for codes included",
  [0.5, 1, 2, 5, 10, 20, 40, 60, 120, 300, 600]
)
const codeSeconds = timing(
  "code_wait_seconds",
  "How long a login waited for a code, from the question to the answer",
  [1, 5, 10, 20, 40, 60, 120, 180, 300, 600]
)
const passSeconds = timing(
  "pass_seconds",
  "How long a matching pass took, waiting for its turn included",
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
)

/** In one word: `done`, the kind of the failure, or the name of the error. */
const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "done"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Option.getOrNull(Cause.findErrorOption(exit.cause))
  if (typeof error !== "object" || error === null) return "defect"
  if ("kind" in error && typeof error.kind === "string") return error.kind
  return "_tag" in error ? String(error._tag) : "error"
}

/** By bank and script version, so that a new version that is slower than the one before is seen. */
type OfScript = Readonly<Record<"bank" | "version", string>>

const byOutcome =
  (observe: (labels: Labels, milliseconds: number) => Effect.Effect<void>) =>
  ({ bank, version }: OfScript) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Clock.currentTimeMillis, (began) =>
      Effect.onExit(effect, (exit) =>
        Effect.flatMap(Clock.currentTimeMillis, (ended) =>
          observe({ bank, version, outcome: outcomeOf(exit) }, ended - began)
        )
      )
    )

/** The effect, and how long it took, however it ends. */
export const timed = {
  login: byOutcome(loginSeconds),
  codeWait: byOutcome(codeSeconds),
  pass: byOutcome(passSeconds)
}

/** `outcome`: as the delivery log names it. */
export const observeDelivery = (
  { bank, lane, version }: OfScript & { readonly lane: string },
  outcome: string,
  milliseconds: number
): Effect.Effect<void> => deliverySeconds({ bank, version, lane, outcome }, milliseconds)

const scrapes = counting("scrapes_total", "Scrapes that ended, failed logins among them")

/** `outcome`: `complete`, or the kind of its failure. */
export const countScrape = Effect.fnUntraced(function* (scrape: {
  readonly outcome: string
  readonly bank: string
  readonly version: string
  readonly beganAt: number
}) {
  const { bank, beganAt, outcome, version } = scrape
  yield* Effect.annotateCurrentSpan({
    "counterfoil.bank": bank,
    "counterfoil.version": version,
    "counterfoil.outcome": outcome
  })
  yield* scrapes({ outcome })
  yield* scrapeSeconds({ bank, version, outcome }, (yield* Clock.currentTimeMillis) - beganAt)
})
/** `route`: the path as the API declares it. */
export const countRequest: (labels: { readonly route: string; readonly status: string }) => Effect.Effect<void> =
  counting("http_requests_total", "Requests that were answered")
