/** What is counted for whoever runs the service. Labels are words of ours: no account, no address, no secret. */
import { type Effect, Metric } from "effect"

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
/** `outcome`: `complete`, or the kind of its failure. */
export const countScrape: (labels: { readonly outcome: string }) => Effect.Effect<void> = counting(
  "scrapes_total",
  "Scrapes that ended, failed logins among them"
)
/** `route`: the path as the API declares it. */
export const countRequest: (labels: { readonly route: string; readonly status: string }) => Effect.Effect<void> =
  counting("http_requests_total", "Requests that were answered")
