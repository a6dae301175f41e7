/** An account's settings ("config"): what is read, and what a PUT replaces it with. Their fields are the domain's list. */
import { settingFields } from "@counterfoil/domain"
import { Schema } from "effect"
import { body, Id } from "../fields.ts"

/** Everything but the bank password. What was never set reads as null. */
export const Settings = Schema.Struct({
  id: Id,
  account_id: Id,
  ...settingFields.read,
  /** Told beside the settings, where there are any: accounts of the same login that most likely read the same bank account. */
  same_bank_account: Schema.optionalKey(Schema.Array(Schema.Struct({ id: Id, name: Schema.String }))),
  address_warnings: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        field: Schema.String.annotate({ description: "The setting that holds the address" }),
        message: Schema.String.annotate({ description: "Why it would not be called, in one sentence" })
      })
    )
  ).annotateKey({
    description:
      "Addresses that the server's egress rules refuse as they are now, where there are any; what a name leads to is told in the answer to PUT only, where it is found at once (extension)"
  })
}).annotate({ identifier: "Settings" })

/** What is required is said first. */
const { webhook_url, ...others } = settingFields.write

/** PUT replaces all settings: a field that is absent takes its default. Fields that the read adds are ignored. */
export const SettingsWrite = body({ webhook_url, ...others }, "webhook_url is required").annotate({
  identifier: "SettingsWrite"
})
export type SettingsWrite = typeof SettingsWrite.Type
