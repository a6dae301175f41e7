import type { SettingsWrite } from "../dashboard/Settings.ts"

/** Settings to save: only the webhook's URL must be said. */
export type SettingsInput = Partial<SettingsWrite> & Pick<SettingsWrite, "webhook_url">

/** As the API would fill them in. */
export const withDefaults = (settings: SettingsInput): SettingsWrite => ({
  notification_events: [],
  retry_limit: 3,
  polling_method: "GET",
  polling_body: null,
  notify_on_expired: false,
  session_type: "one-shot",
  login_mode: "simple",
  silent_ingestion: false,
  ...settings
})
