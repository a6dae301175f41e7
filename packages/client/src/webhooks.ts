/**
 * Whether a webhook comes from the Counterfoil that knows the account's secret, and what it says. Standard Webhooks, by the
 * Web Crypto of Node, browsers and workers; without a library.
 */
import type { Schemas } from "./generated.ts"

/** Why a webhook is refused: answer 401 and forget it. */
export class WebhookRefused extends Error {
  override readonly name = "WebhookRefused"
}

interface Bodies {
  readonly matched: Schemas["OrderResultWebhook"]
  readonly ambiguous: Schemas["OrderResultWebhook"]
  readonly expired: Schemas["OrderResultWebhook"]
  readonly movement: Schemas["MovementWebhook"]
  readonly assistance_required: Schemas["NotificationWebhookAssistanceRequired"]
  readonly login_failed: Schemas["NotificationWebhookLoginFailed"]
  readonly scrape_failed: Schemas["NotificationWebhookScrapeFailed"]
  readonly movements_removed: Schemas["NotificationWebhookMovementsRemoved"]
  readonly script_changed: Schemas["NotificationWebhookScriptChanged"]
  readonly test: Schemas["TestWebhook"]
}

interface Envelope {
  /** Handle each id once: retries and replays have the same. */
  readonly id: string
  /** Rises over all that is told of the account; of an order's results the highest holds. A test has none. */
  readonly sequence: number | undefined
  /** The account's id. Not signed: choose the secret by it, among accounts that you know. */
  readonly account: string | undefined
}

type Known = { [E in keyof Bodies]: Envelope & { readonly event: E; readonly body: Bodies[E] } }[keyof Bodies]

/** Whatever is told: `event` says what `body` is. "other" is of a later version: ignore it, and answer 2xx. */
export type Webhook = Known | (Envelope & { readonly event: "other"; readonly body: unknown })

/** As Node's `request.headers` are, as `Request.headers` (the platform's or another's), or any record with small names. */
export type WebhookHeaders = HeaderList | { readonly [name: string]: string | ReadonlyArray<string> | undefined }
interface HeaderList {
  readonly get: (name: string) => string | null
}

export interface VerifyOptions {
  /** `whsec_…` */
  readonly secret: string
  readonly headers: WebhookHeaders
  /** As it arrived: parsed and written anew it is another one. */
  readonly body: string | Uint8Array
  /** Seconds that a message may be old. (Default: 300) */
  readonly tolerance?: number
  /** Milliseconds since 1970. (Default: now) */
  readonly now?: number
}

const isList = (headers: WebhookHeaders): headers is HeaderList => typeof headers.get === "function"

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (isList(headers)) return headers.get(name) ?? undefined
  const value = headers[name]
  return typeof value === "string" ? value : value?.join(" ")
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Programs without types give none too: of a variable that isn't set, say. */
const keyOf = async (secret: string | undefined) => {
  const bytes = bytesOf(secret?.replace(/^whsec_/, "") ?? "")
  if (bytes === undefined || bytes.length === 0) throw new TypeError("the secret isn't one of Counterfoil's (whsec_…)")
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
}

const signedBytes = (id: string, timestamp: string, body: string | Uint8Array) => {
  const text = new TextEncoder()
  const [head, tail] = [text.encode(`${id}.${timestamp}.`), typeof body === "string" ? text.encode(body) : body]
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

const events: { readonly [E in keyof Bodies]: true } = {
  matched: true,
  ambiguous: true,
  expired: true,
  movement: true,
  assistance_required: true,
  login_failed: true,
  scrape_failed: true,
  movements_removed: true,
  script_changed: true,
  test: true
}

const isKnown = (event: string): event is keyof Bodies => Object.hasOwn(events, event)

const read = (body: string | Uint8Array) => JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body))

const isRaw = (body: unknown): boolean => typeof body === "string" || body instanceof Uint8Array

/** Rejects with `WebhookRefused` unless the message is genuine and recent; with a `TypeError` where it was called wrongly. */
export const verifyWebhook = async (options: VerifyOptions): Promise<Webhook> => {
  const { body, headers, now = Date.now(), secret, tolerance = 300 } = options
  const key = await keyOf(secret)
  if (!isRaw(body)) throw new TypeError("body must be the text or the bytes that arrived, before any parser of JSON")
  const id = headerOf(headers, "webhook-id")
  const timestamp = headerOf(headers, "webhook-timestamp")
  const signatures = headerOf(headers, "webhook-signature")
  if (id === undefined || timestamp === undefined || signatures === undefined) {
    throw new WebhookRefused("The message isn't signed")
  }
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) {
    throw new WebhookRefused("The message is too old, or this machine's clock is wrong")
  }
  const signed = signedBytes(id, timestamp, body)
  // Several while a secret is being rotated.
  const candidates = signatures
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") ? (bytesOf(one.slice(3)) ?? []) : []))
  const genuine = await Promise.all(candidates.map((one) => crypto.subtle.verify("HMAC", key, one, signed)))
  if (!genuine.includes(true)) throw new WebhookRefused("The signature doesn't fit the secret")
  const event = headerOf(headers, "counterfoil-event") ?? "other"
  const sequence = headerOf(headers, "counterfoil-sequence")
  return {
    event: isKnown(event) ? event : "other",
    body: read(body),
    id,
    sequence: sequence === undefined ? undefined : Number(sequence),
    account: headerOf(headers, "counterfoil-account")
  }
}
