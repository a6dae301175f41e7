/** The rules of an account's settings: how they are tidied, and all that are broken, in the words of the API. */
import { plainUrlProblem, RetryLimit, retryLimitMessage, settingNames, settingsOf, valuesOf } from "@counterfoil/domain"
import { Redacted, Schema } from "effect"
import { isStorableText, jsonProblem } from "../storable.ts"
import { parsePlainUrl } from "../urls.ts"
import type { OperationMode } from "../users/User.ts"
import type { SettingsInput } from "./Account.ts"

const filled = (text: string | null): string | null => (text === null || text.trim() === "" ? null : text.trim())

const filledSecret = (secret: Redacted.Redacted<string> | null | undefined): Redacted.Redacted<string> | null =>
  secret === null || secret === undefined || Redacted.value(secret) === "" ? null : secret

/** People copy it from a page. */
const trimmedSecret = (secret: Redacted.Redacted<string> | null): Redacted.Redacted<string> | null =>
  filledSecret(secret === null ? null : Redacted.make(Redacted.value(secret).trim()))

export interface TidySettings extends Omit<SettingsInput, "bankUsername" | "bankPassword" | "bankAccount"> {
  readonly bankUsername: Redacted.Redacted<string> | null
  readonly bankPassword: Redacted.Redacted<string> | null
  /** Undefined: the stored one is kept. */
  readonly bankAccount: Redacted.Redacted<string> | null | undefined
}

const tokenFields = settingsOf("token")
const jsonFields = settingsOf("json")

/** An empty text is a text that isn't there. */
export const tidySettings = (input: SettingsInput): TidySettings => ({
  ...input,
  webhookUrl: input.webhookUrl.trim(),
  pendingOrdersEndpoint: filled(input.pendingOrdersEndpoint),
  notificationEndpointUrl: filled(input.notificationEndpointUrl),
  notificationEvents: [...new Set(input.notificationEvents)],
  ...valuesOf(tokenFields, (field) => filledSecret(input[field])),
  bankUsername: filledSecret(input.bankUsername),
  bankPassword: filledSecret(input.bankPassword),
  bankAccount: input.bankAccount === undefined ? undefined : trimmedSecret(input.bankAccount)
})

/** Of the longest that browsers and servers take for granted. */
const longestUrl = 2_000
const longestExtraFields = 16 * 1024
/** Longer than any bank's. */
export const longestCredential = 256

/** In characters, as people count them. */
const lengthProblem = (field: string, text: string, longest: number): string | undefined =>
  text.length > longest * 2 || [...text].length > longest ? `${field} must be at most ${longest} characters` : undefined

const urlProblem = (field: string, url: string | null): string | undefined =>
  url === null
    ? undefined
    : parsePlainUrl(url) === undefined
      ? `${field} ${plainUrlProblem(url)}`
      : lengthProblem(field, url, longestUrl)

/** It becomes part of a header. */
const tokenProblem = (field: string, token: Redacted.Redacted<string> | null): string | undefined =>
  token === null || /^[\x21-\x7e]([\x20-\x7e]{0,4094}[\x21-\x7e])?$/.test(Redacted.value(token))
    ? undefined
    : `${field} must be 1 to 4096 printable ASCII characters`

/**
 * Banks accept almost any text. Text that has no UTF-8 form is refused: it would be stored as something else. Every text of a bank
 * is searched for each spelling of a credential: of one without an end that takes the process, or can't be done at all.
 */
const credentialProblem = (
  field: string,
  secret: Redacted.Redacted<string> | null,
  longest = longestCredential
): string | undefined => {
  if (secret === null) return undefined
  return isStorableText(Redacted.value(secret))
    ? lengthProblem(field, Redacted.value(secret), longest)
    : `${field} must not contain control characters`
}

const longestBankAccount = 200

const bankAccountProblem = (account: TidySettings["bankAccount"]): string | undefined =>
  credentialProblem("bank_account", account ?? null, longestBankAccount)

/** Each message to the shop is kept with them, for every payment. */
const extraFieldsProblem = (fields: TidySettings["webhookExtraFields"]): string | undefined =>
  lengthProblem(settingNames.webhookExtraFields, JSON.stringify(fields), longestExtraFields)

const isRetryLimit = Schema.is(RetryLimit)
const retryProblem = (limit: number): string | undefined => (isRetryLimit(limit) ? undefined : retryLimitMessage)

/** Undefined: there is none. */
export const settingsProblem = (settings: TidySettings, mode: OperationMode | null): string | undefined => {
  const problems = [
    settings.webhookUrl === "" ? "webhook_url is required" : urlProblem("webhook_url", settings.webhookUrl),
    mode === "reconcile" && settings.pendingOrdersEndpoint === null
      ? "pending_orders_endpoint is required when the operation mode is reconcile"
      : urlProblem("pending_orders_endpoint", settings.pendingOrdersEndpoint),
    retryProblem(settings.retryLimit),
    ...jsonFields.map(
      (field) =>
        jsonProblem(settingNames[field], settings[field]) ??
        (field === "webhookExtraFields" ? extraFieldsProblem(settings[field]) : undefined)
    ),
    urlProblem("notification_endpoint_url", settings.notificationEndpointUrl),
    ...tokenFields.map((field) => tokenProblem(settingNames[field], settings[field])),
    credentialProblem("bank_username", settings.bankUsername),
    credentialProblem("bank_password", settings.bankPassword),
    bankAccountProblem(settings.bankAccount)
  ].filter((problem) => problem !== undefined)
  return problems.length === 0 ? undefined : problems.join("; ")
}

interface Pair {
  readonly username: Redacted.Redacted<string>
  readonly password: Redacted.Redacted<string>
}

const same = (a: Redacted.Redacted<string>, b: Redacted.Redacted<string>): boolean =>
  Redacted.value(a) === Redacted.value(b)

/** What a PUT means for the bank credentials: keep what is stored, replace both, or a half pair, which is refused. */
export const credentialsChange = (
  settings: TidySettings,
  stored: Pair | null
): { readonly keep: true } | { readonly replace: Pair } | { readonly problem: string } => {
  const { bankPassword: password, bankUsername: username } = settings
  if (username === null && password === null) return { keep: true }
  if (username === null) return { problem: "bank_username is required with bank_password" }
  const unchanged = stored !== null && same(username, stored.username)
  if (password === null) {
    return unchanged ? { keep: true } : { problem: "bank_password is required with a new bank_username" }
  }
  return unchanged && same(password, stored.password) ? { keep: true } : { replace: { username, password } }
}
