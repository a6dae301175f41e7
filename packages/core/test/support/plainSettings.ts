import { settingDefaults } from "@counterfoil/domain"
import type { AccountSettings } from "../../src/accounts/Account.ts"

/** Of a one-shot account that logs in without a person; nothing is asked for and nothing sent. */
export const plainSettings: AccountSettings = {
  ...settingDefaults,
  id: "settings",
  accountId: "account",
  credentialsVersion: 1,
  webhookAddress: "",
  notificationAddress: null
}
