/** What an attempt ended with, for its record and for what happens next. */
import { honoursRetryAfter, parseRetryAfter, verdictOfStatus } from "@counterfoil/domain"
import { Option, Redacted } from "effect"
import type { AttemptEnd } from "../outbox/DeliveryRows.ts"
import type { OutboundFault, OutboundRequest, OutboundResponse } from "../outbound/OutboundHttp.ts"

export interface Verdict {
  readonly kind: "delivered" | "gone" | "failed"
  readonly end: AttemptEnd
  readonly retryAfterMs: number | undefined
}

interface Sent extends Pick<OutboundRequest, "authorization" | "headers"> {
  /** What it was signed with: the error page of a receiver may print its settings, and the secret with them. */
  readonly secrets: ReadonlyArray<Redacted.Redacted<string>>
}

/** A token shorter than this hides in any text. */
const shortestMasked = 4

/** Must not appear in the delivery log: the token, each signature with and without its version, each key with and without `=`. */
const secretsOf = ({ authorization, headers, secrets }: Sent): ReadonlyArray<string> => [
  authorization === null ? "" : Redacted.value(authorization).replace(/^(Bearer|Api-Key) /, ""),
  ...(headers["webhook-signature"] ?? "").split(" ").map((signed) => signed.replace(/^v1,/, "")),
  ...secrets.flatMap((secret) => {
    const key = Redacted.value(secret).replace(/^whsec_/, "")
    return [key, key.replace(/=+$/, "")]
  })
]

/** The forms in which an endpoint may repeat a secret: as it was sent, with PHP's JSON escapes, percent-encoded. */
const writings = (secret: string): ReadonlyArray<string> => [
  ...new Set([secret, secret.replaceAll("/", "\\/"), encodeURIComponent(secret)])
]

/** An answer is kept up to a length: of a secret that the cut went through, its beginning is the end of the text. */
const withoutCutSecret = (text: string, secret: string): string => {
  for (let length = Math.min(secret.length - 1, text.length); length >= shortestMasked; length--) {
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}…`
  }
  return text
}

/** The answer as text; a receiver that echoes our request must not bring its secrets into our tables. */
const readable = (body: Uint8Array, sent: Sent): string => {
  const secrets = secretsOf(sent)
    .filter((secret) => secret.length >= shortestMasked)
    .flatMap(writings)
  const masked = secrets.reduce((text, secret) => text.replaceAll(secret, "…"), new TextDecoder().decode(body))
  return secrets.reduce(withoutCutSecret, masked)
}

const outcomeOf = (status: number): string => {
  const verdict = verdictOfStatus(status)
  return verdict === "retry" ? (status >= 300 && status < 400 ? "redirected" : "rejected") : verdict
}

export const verdictOfResponse = (response: OutboundResponse, sent: Sent, nowMs: number): Verdict => {
  const verdict = verdictOfStatus(response.status)
  const header = honoursRetryAfter(response.status) ? response.headers["retry-after"] : undefined
  return {
    kind: verdict === "retry" ? "failed" : verdict,
    end: {
      outcome: outcomeOf(response.status),
      httpStatus: response.status,
      response: readable(response.body, sent),
      fault: null
    },
    retryAfterMs: header === undefined ? undefined : Option.getOrUndefined(parseRetryAfter(header, nowMs))
  }
}

export const verdictOfFault = (fault: OutboundFault): Verdict => ({
  kind: "failed",
  end: { outcome: fault.kind, httpStatus: null, response: null, fault: fault.message },
  retryAfterMs: undefined
})
