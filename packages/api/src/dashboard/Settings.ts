/** An account's settings ("config"): what is read, and what a PUT replaces it with. */
import { NotificationEvent, notificationEvents } from "@counterfoil/domain"
import { Effect, Schema } from "effect"
import { body, Id, isPlainHttpUrl, said } from "../fields.ts"

export const AuthType = Schema.Literals(["bearer", "api_key"])
export const SessionType = Schema.Literals(["one-shot", "persistent"])
export const LoginMode = Schema.Literals(["simple", "assisted"])
export const PollingMethod = Schema.Literals(["GET", "POST"])
const ExtraFields = Schema.Record(Schema.String, Schema.Json)

/** Everything but the bank password. What was never set reads as null. */
export const Settings = Schema.Struct({
  id: Id,
  account_id: Id,
  pending_orders_endpoint: Schema.NullOr(Schema.String),
  webhook_url: Schema.String,
  webhook_auth_type: Schema.NullOr(AuthType),
  webhook_auth_token: Schema.NullOr(Schema.String),
  notification_endpoint_url: Schema.NullOr(Schema.String),
  notification_auth_type: Schema.NullOr(AuthType),
  notification_auth_token: Schema.NullOr(Schema.String),
  notification_events: Schema.Array(NotificationEvent),
  retry_limit: Schema.Int,
  polling_method: PollingMethod,
  polling_body: Schema.Json,
  auth_type: Schema.NullOr(AuthType),
  auth_token: Schema.NullOr(Schema.String),
  bank_username: Schema.NullOr(Schema.String),
  bank_account: Schema.NullOr(Schema.String),
  notify_on_expired: Schema.Boolean,
  webhook_extra_fields: Schema.NullOr(ExtraFields),
  session_type: SessionType,
  login_mode: LoginMode,
  silent_ingestion: Schema.Boolean,
  same_bank_account: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Id, name: Schema.String })))
}).annotate({ identifier: "Settings" })

const url = (name: string) =>
  Schema.NullOr(
    Schema.String.check(
      Schema.makeFilter((text: string) => text === "" || isPlainHttpUrl(text), { message: urlMessage(name) })
    )
  ).annotate({ message: urlMessage(name) })

const urlMessage = (name: string) => `${name} must be an absolute http or https URL without credentials`

const authType = (name: string) =>
  Schema.optionalKey(said(Schema.NullOr(AuthType), `${name} must be bearer, api_key or null`))

const text = (name: string) =>
  Schema.optionalKey(said(Schema.NullOr(Schema.String), `${name} must be a string or null`))

const flag = (name: string) =>
  said(Schema.Boolean, `${name} must be true or false`).pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))

const notificationsMessage = `notification_events must be a list of ${notificationEvents.join(", ")}`
const retryMessage = "retry_limit must be a whole number from 0 to 100"

/** PUT replaces all settings: a field that is absent takes its default. Fields that the read adds are ignored.
 * What each means is said in `openApi/settings.ts`. */
export const SettingsWrite = body(
  {
    // Null is refused in the words of what is missing; the document says that it is none.
    webhook_url: said(url("webhook_url"), urlMessage("webhook_url")).annotateKey({
      messageMissingKey: "webhook_url is required"
    }),
    pending_orders_endpoint: Schema.optionalKey(url("pending_orders_endpoint")),
    webhook_auth_type: authType("webhook_auth_type"),
    webhook_auth_token: text("webhook_auth_token"),
    notification_endpoint_url: Schema.optionalKey(url("notification_endpoint_url")),
    notification_auth_type: authType("notification_auth_type"),
    notification_auth_token: text("notification_auth_token"),
    notification_events: said(Schema.Array(NotificationEvent), notificationsMessage).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed([]))
    ),
    retry_limit: said(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 })), retryMessage).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed(3))
    ),
    polling_method: said(PollingMethod, "polling_method must be GET or POST").pipe(
      Schema.withDecodingDefaultKey(Effect.succeed("GET" as const))
    ),
    polling_body: Schema.Json.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
    auth_type: authType("auth_type"),
    auth_token: text("auth_token"),
    bank_username: text("bank_username"),
    bank_password: text("bank_password"),
    bank_account: text("bank_account"),
    notify_on_expired: flag("notify_on_expired"),
    webhook_extra_fields: Schema.optionalKey(
      said(Schema.NullOr(ExtraFields), "webhook_extra_fields must be a JSON object or null")
    ),
    session_type: said(SessionType, "session_type must be one-shot or persistent").pipe(
      Schema.withDecodingDefaultKey(Effect.succeed("one-shot" as const))
    ),
    login_mode: said(LoginMode, "login_mode must be simple or assisted").pipe(
      Schema.withDecodingDefaultKey(Effect.succeed("simple" as const))
    ),
    silent_ingestion: flag("silent_ingestion")
  },
  "webhook_url is required"
).annotate({ identifier: "SettingsWrite" })
export type SettingsWrite = typeof SettingsWrite.Type
