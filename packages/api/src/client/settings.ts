import { leftOutSettings, settingNames } from "@counterfoil/domain"
import { Struct } from "effect"
import type { SettingsWrite } from "../dashboard/Settings.ts"

/** Settings to save: only the webhook's URL must be said. */
export type SettingsInput = Partial<SettingsWrite> & Pick<SettingsWrite, "webhook_url">

/** Fills in the defaults that the API has for fields that are left out. */
export const withDefaults = (settings: SettingsInput): SettingsWrite => ({
  ...Struct.renameKeys(leftOutSettings, settingNames),
  ...settings
})
