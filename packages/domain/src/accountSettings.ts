/**
 * The settings of an account, each defined once: its name in the API and in the tables, what it means, what is read, what may be
 * written, and its default. The API's bodies and documentation, core's types and rules, the columns and the tests' fixtures
 * follow from this list; a new setting is an entry here, and a column.
 */
import { Effect, Schema } from "effect"
import { NotificationEvent, notificationEvents } from "./events.ts"
import { withMessage, urlForm } from "./fieldMessages.ts"
import { feeTolerancePattern } from "./matching/facts/tolerance.ts"

export const AuthType = Schema.Literals(["bearer", "api_key"])
export type AuthType = typeof AuthType.Type

const NullableText = Schema.NullOr(Schema.String)

/** Sealed, and shown to the account's owner. */
const Secret = Schema.NullOr(Schema.Redacted(Schema.String))

/** Of a greater whole number the last digits are gone as soon as JSON is read: another one would be sent. */
const hasExactNumbers = (value: Schema.Json): boolean => {
  const left: Array<Schema.Json> = [value]
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (Number.isInteger(one) && !Number.isSafeInteger(one)) return false
    if (one !== null && typeof one === "object") for (const inner of Object.values(one)) left.push(inner)
  }
  return true
}

const exact = (name: string) =>
  Schema.makeFilter(hasExactNumbers, {
    message: `${name} must have no whole number beyond 9007199254740991, of which readers of JSON change the last digits: write it as a text`
  })

/** A message for a schema with checks belongs to the last of them; an earlier check keeps its own. */
const isAny = Schema.makeFilter(() => true)

const ExtraFields = Schema.NullOr(Schema.Record(Schema.String, Schema.Json))

const textForm = (name: string) => Schema.optionalKey(withMessage(NullableText, `${name} must be a string or null`))

const url = <const N extends string>(name: N, about: string) => ({
  name,
  about,
  kind: "url" as const,
  read: NullableText,
  write: Schema.optionalKey(urlForm(name)),
  value: NullableText,
  standard: null
})

const authType = <const N extends string>(name: N, about: string) => ({
  name,
  about,
  kind: "plain" as const,
  read: Schema.NullOr(AuthType),
  write: Schema.optionalKey(withMessage(Schema.NullOr(AuthType), `${name} must be bearer, api_key or null`)),
  value: Schema.NullOr(AuthType),
  standard: null
})

/** `token`: becomes part of a header. `bank`: is kept when a write leaves it out, by rules of its own. */
const secret = <const N extends string, const K extends "token" | "bank">(name: N, kind: K, about: string) => ({
  name,
  about,
  kind,
  read: NullableText,
  write: textForm(name),
  value: Secret,
  standard: null
})

const choice = <const N extends string, const V extends readonly [string, ...Array<string>]>(
  name: N,
  values: V,
  about: string
) => {
  const standard: V[number] = values[0]
  const form = Schema.Literals(values)
  return {
    name,
    about,
    kind: "plain" as const,
    read: form,
    write: withMessage(form, `${name} must be ${values.join(" or ")}`).pipe(
      Schema.withDecodingDefaultKey<Schema.Literals<V>>(Effect.succeed(standard))
    ),
    value: form,
    standard,
    leftOut: standard
  }
}

const flag = <const N extends string>(name: N, about: string) => ({
  name,
  about,
  kind: "plain" as const,
  read: Schema.Boolean,
  write: withMessage(Schema.Boolean, `${name} must be true or false`).pipe(
    Schema.withDecodingDefaultKey(Effect.succeed(false))
  ),
  value: Schema.Boolean,
  standard: false,
  leftOut: false
})

const retries = { least: 0, most: 100, standard: 3 } as const

export const retryLimitMessage = `retry_limit must be a whole number from ${retries.least} to ${retries.most}`
export const RetryLimit = Schema.Int.check(Schema.isBetween({ minimum: retries.least, maximum: retries.most }))

/** By its form alone; what it comes to for an order: `toleratedFee`. */
const FeeTolerance = Schema.NullOr(Schema.String.check(Schema.isPattern(feeTolerancePattern)))

const noEvents: ReadonlyArray<NotificationEvent> = []

/**
 * In the order in which they are read. `standard`: the value where nothing was saved. `leftOut`: the value
 * that a write means by leaving the field out; where there is none, that is null, or what is stored is kept.
 */
export const accountSettings = {
  pendingOrdersEndpoint: url(
    "pending_orders_endpoint",
    "Your list of pending orders. Required when the operation mode is reconcile, ignored in passthrough"
  ),
  webhookUrl: {
    name: "webhook_url" as const,
    about: "Where results are sent. Always required",
    kind: "url" as const,
    read: Schema.String,
    // Null is refused with the message of a missing field; in the OpenAPI document the field takes no null.
    write: urlForm("webhook_url").annotateKey({
      messageMissingKey: "webhook_url is required"
    }),
    value: Schema.String,
    standard: ""
  },
  webhookAuthType: authType("webhook_auth_type", "As auth_type, for webhook_url"),
  webhookAuthToken: secret("webhook_auth_token", "token", "Without it, auth_type and auth_token are used"),
  notificationEndpointUrl: url(
    "notification_endpoint_url",
    "Where operational notifications are sent. Empty disables them"
  ),
  notificationAuthType: authType("notification_auth_type", "As auth_type, for notification_endpoint_url"),
  notificationAuthToken: secret("notification_auth_token", "token", "Sent to notification_endpoint_url"),
  notificationEvents: {
    name: "notification_events" as const,
    about: "Which operational notifications are sent (`movements_removed` and `script_changed` are ours)",
    kind: "plain" as const,
    read: Schema.Array(NotificationEvent),
    write: withMessage(
      Schema.Array(NotificationEvent),
      `notification_events must be a list of ${notificationEvents.join(", ")}`
    ).pipe(Schema.withDecodingDefaultKey(Effect.succeed([]))),
    value: Schema.Array(NotificationEvent),
    standard: noEvents,
    leftOut: noEvents
  },
  retryLimit: {
    name: "retry_limit" as const,
    about: "How many times matching is tried again before an order is not_found",
    kind: "plain" as const,
    read: Schema.Int,
    write: withMessage(RetryLimit, retryLimitMessage).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed(retries.standard))
    ),
    value: Schema.Int,
    standard: retries.standard,
    leftOut: retries.standard
  },
  feeTolerance: {
    name: "fee_tolerance" as const,
    about:
      "How much less than an order's amount a payment of its payer may be and still match, in the order's currency, for banks that keep a fee (extension): a decimal as text, counted up to a fifth of the order; null: nothing",
    kind: "plain" as const,
    read: NullableText,
    write: Schema.optionalKey(
      withMessage(FeeTolerance, 'fee_tolerance must be a decimal below 10000 as text, such as "1.50", or null')
    ),
    value: NullableText,
    standard: null
  },
  pollingMethod: choice("polling_method", ["GET", "POST"], "How the pending orders are asked for"),
  pollingBody: {
    name: "polling_body" as const,
    about: "Sent as JSON when polling_method is POST",
    kind: "json" as const,
    read: Schema.Json,
    write: Schema.Json.check(exact("polling_body")).pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
    value: Schema.Json,
    standard: null,
    leftOut: null
  },
  authType: authType("auth_type", "`Authorization: Bearer <auth_token>` or `Authorization: Api-Key <auth_token>`"),
  authToken: secret(
    "auth_token",
    "token",
    "Sent to pending_orders_endpoint, and to webhook_url where that has no token of its own"
  ),
  bankUsername: secret(
    "bank_username",
    "bank",
    "The online banking login. Leaving out both bank_username and bank_password keeps what is stored"
  ),
  /** Never read. */
  bankPassword: secret("bank_password", "bank", "Stored encrypted, never shown"),
  /** Which of the login's accounts to read, as its owner named it; null: the only one. */
  bankAccount: secret(
    "bank_account",
    "bank",
    "Which account of the login to read (extension): an IBAN or what else the bank's script knows it by; null: its only one. Leaving it out keeps what is stored"
  ),
  notifyOnExpired: flag("notify_on_expired", "Whether an expired webhook is sent for stale orders"),
  webhookExtraFields: {
    name: "webhook_extra_fields" as const,
    about:
      "Merged into every webhook, but for the keys external_id, status, amount, currency, name, id and received_at, and in notifications their own",
    kind: "json" as const,
    read: ExtraFields,
    write: Schema.optionalKey(
      withMessage(
        ExtraFields.check(exact("webhook_extra_fields"), isAny),
        "webhook_extra_fields must be a JSON object or null"
      )
    ),
    value: ExtraFields,
    standard: null
  },
  sessionType: choice(
    "session_type",
    ["one-shot", "persistent"],
    "one-shot: log in, read, log out. persistent: stay logged in and keep reading"
  ),
  loginMode: choice("login_mode", ["simple", "assisted"], "assisted: the bank asks a person for a one-time code"),
  silentIngestion: flag(
    "silent_ingestion",
    "Passthrough only: transactions are taken in without a webhook, for backfills"
  )
}
