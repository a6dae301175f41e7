/** Settings between their JSON form and core's. */
import { BadRequest, type SettingsWrite } from "@counterfoil/api"
import { type AccountSettings, type AddressWarning, type NamedAccount, SettingsInput } from "@counterfoil/core"
import { accountSettings, type SettingField, settingNames } from "@counterfoil/domain"
import { Effect, Redacted, Schema, Struct } from "effect"

const decodeInput = Schema.decodeUnknownEffect(Schema.toType(SettingsInput))

/** A PUT replaces all settings. An empty string is no value. */
export const readSettings = Effect.fnUntraced(function* (payload: SettingsWrite) {
  if (filled(payload.webhook_url) === null) return yield* new BadRequest({ error: "webhook_url is required" })
  const given = Struct.keys(accountSettings).flatMap((field) => {
    const value = valueOf(field, payload)
    return value === undefined ? [] : [[field, value]]
  })
  // Its parts have been checked by the payload's schema.
  return yield* Effect.orDie(decodeInput(Object.fromEntries(given)))
})

/** Undefined: what is stored is kept. */
const valueOf = (field: SettingField, payload: SettingsWrite): unknown => {
  const given = payload[settingNames[field]]
  switch (accountSettings[field].kind) {
    case "url":
      return filled(given)
    case "token":
      return secret(given)
    case "bank":
      return field === "bankAccount" && given !== undefined ? secret(given) : (secret(given) ?? undefined)
    case "json":
    case "plain":
      return given ?? null
  }
}

interface Reveal extends Struct.Lambda {
  <A>(value: A): A extends Redacted.Redacted<infer Text> ? Text : A
  readonly "~lambda.out": this["~lambda.in"] extends infer Value
    ? Value extends Redacted.Redacted<infer Text>
      ? Text
      : Value
    : never
}
const reveal = Struct.lambda<Reveal>((value) => (Redacted.isRedacted(value) ? Redacted.value(value) : value))

const ours = ["credentialsVersion", "webhookAddress", "notificationAddress"] as const

/** What is told beside the settings, where there is any: accounts that read the same bank account, addresses that are refused. */
interface Beside {
  readonly same: ReadonlyArray<NamedAccount>
  readonly warnings: ReadonlyArray<AddressWarning>
}

/** All fields but the bank password; tokens in clear, as the contract has it. */
export const presentSettings = (settings: AccountSettings, { same, warnings }: Beside) => ({
  ...Struct.renameKeys(Struct.map(Struct.omit(settings, ours), reveal), { ...settingNames, accountId: "account_id" }),
  ...(same.length === 0 ? {} : { same_bank_account: same }),
  ...(warnings.length === 0 ? {} : { address_warnings: warnings })
})

const filled = (text: unknown): unknown => (text === undefined || text === "" ? null : text)

const secret = (text: unknown): Redacted.Redacted<string> | null =>
  typeof text !== "string" || text === "" ? null : Redacted.make(text)
