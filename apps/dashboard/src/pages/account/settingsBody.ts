/** From the form's texts to what `PUT …/config` replaces the settings with. */
import type { Settings, SettingsWrite } from "../../api/types.ts"
import { oneOf } from "../../ui/oneOf.ts"

type Fields = Readonly<Record<string, string>>

const orNull = (text: string | undefined): string | null =>
  text === undefined || text.trim() === "" ? null : text.trim()

const scheme = (text: string | undefined) => oneOf(["bearer", "api_key"], text) ?? null

/** Undefined: it is no JSON object. */
export const extraFieldsOf = (text: string): Readonly<Record<string, unknown>> | null | undefined => {
  if (text.trim() === "") return null
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === "object" && found !== null && !Array.isArray(found) ? { ...found } : undefined
  } catch {
    return undefined
  }
}

export const noticeKinds = [
  "assistance_required",
  "login_failed",
  "scrape_failed",
  "movements_removed",
  "script_changed"
] as const

/** Both or neither: a user name without a password keeps what is saved only where it is the saved one. */
const credentialsOf = (fields: Fields, saved: Settings | null) => {
  const username = (fields["bank_username"] ?? "").trim()
  const password = fields["bank_password"] ?? ""
  if (password !== "") return { bank_username: username, bank_password: password }
  return username === (saved?.bank_username ?? "") ? {} : { bank_username: username }
}

/** As many write a decimal in Europe. */
const feeOf = (text: string): string | null => orNull(text)?.replace(",", ".") ?? null

export const settingsBody = (fields: Fields, saved: Settings | null): SettingsWrite => ({
  pending_orders_endpoint: orNull(fields["pending_orders_endpoint"]),
  polling_method: oneOf(["GET", "POST"], fields["polling_method"]) ?? saved?.polling_method ?? "GET",
  polling_body: saved?.polling_body ?? null,
  auth_type: scheme(fields["auth_type"]),
  auth_token: orNull(fields["auth_token"]),
  webhook_url: fields["webhook_url"]?.trim() ?? "",
  webhook_auth_type: scheme(fields["webhook_auth_type"]),
  webhook_auth_token: orNull(fields["webhook_auth_token"]),
  notify_on_expired: fields["notify_on_expired"] === "on",
  silent_ingestion: fields["silent_ingestion"] === "on",
  webhook_extra_fields: extraFieldsOf(fields["webhook_extra_fields"] ?? "") ?? null,
  notification_endpoint_url: orNull(fields["notification_endpoint_url"]),
  notification_auth_type: scheme(fields["notification_auth_type"]),
  notification_auth_token: orNull(fields["notification_auth_token"]),
  notification_events: noticeKinds.filter((kind) => fields[kind] === "on"),
  retry_limit: Number(fields["retry_limit"] ?? saved?.retry_limit ?? 3),
  // A field that is not shown keeps what is saved.
  fee_tolerance:
    fields["fee_tolerance"] === undefined ? (saved?.fee_tolerance ?? null) : feeOf(fields["fee_tolerance"]),
  login_mode: oneOf(["simple", "assisted"], fields["login_mode"]) ?? "simple",
  bank_account: orNull(fields["bank_account"]),
  session_type: oneOf(["one-shot", "persistent"], fields["session_type"]) ?? "one-shot",
  ...credentialsOf(fields, saved)
})
