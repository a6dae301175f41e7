/**
 * The settings of an account as its form has them: one description of each section and field, from which the form is
 * drawn. The names are the server's own, so that what it says of a field finds its place.
 */
import type { AccountOverview, Mode, Settings } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { noticeKinds } from "./settingsBody.ts"

type Words = Dictionary["config"]
type Saved = Settings | null
type Text = (words: Words, saved: Saved) => string
type Option = { readonly value: string; readonly title: string; readonly text?: string; readonly disabled?: boolean }
/** The sessions that the bank's script can have; null: it has none yet, so nobody knows. */
export type SessionTypes = AccountOverview["script_session_types"]

interface Named {
  readonly name: string
  readonly label: Text
}

export interface TextSetting extends Named {
  readonly kind: "text"
  readonly type?: "url" | "password" | "number"
  readonly value: (saved: Saved) => string | number
  readonly hint?: (words: Words, saved: Saved) => string | undefined
  readonly placeholder?: string
  readonly optional?: true
  readonly onlyIn?: Mode
  readonly least?: number
  readonly most?: number
}

export interface SelectSetting extends Named {
  readonly kind: "select"
  readonly value: (saved: Saved) => string
  readonly options: (words: Words) => ReadonlyArray<Option>
}

export interface ChoiceSetting extends Named {
  readonly kind: "choice"
  readonly value: (saved: Saved) => string
  readonly options: (words: Words, saved: Saved, able: SessionTypes) => ReadonlyArray<Option>
}

export interface CheckSetting extends Named {
  readonly kind: "check"
  readonly value: (saved: Saved) => boolean
  readonly onlyIn?: Mode
}

/** Fields that belong together under one heading. */
export interface GroupSetting {
  readonly kind: "group"
  readonly label: Text
  readonly checks: ReadonlyArray<CheckSetting>
}

/** Fields that stand beside each other where there is room. */
export interface RowSetting {
  readonly kind: "row"
  /** The first is a short choice of what the second is. */
  readonly narrowFirst?: true
  readonly fields: readonly [TextSetting | SelectSetting, TextSetting | SelectSetting]
}

export type Setting = TextSetting | SelectSetting | ChoiceSetting | CheckSetting | GroupSetting | RowSetting

export interface SettingsSection {
  readonly title: Text
  readonly lead?: Text
  readonly settings: ReadonlyArray<Setting>
}

const text = (given: string | null | undefined): string => given ?? ""

const authorization = (
  prefix: "" | "webhook_" | "notification_",
  label: Text,
  more: { readonly hint?: Text } = {}
): RowSetting => ({
  kind: "row",
  narrowFirst: true,
  fields: [
    {
      kind: "select",
      name: `${prefix}auth_type`,
      label,
      value: (saved) => text(saved?.[`${prefix}auth_type`]),
      options: ({ authTypes }) => [
        { value: "", title: authTypes.none },
        { value: "bearer", title: authTypes.bearer },
        { value: "api_key", title: authTypes.api_key }
      ]
    },
    {
      kind: "text",
      name: `${prefix}auth_token`,
      label: ({ token }) => token,
      value: (saved) => text(saved?.[`${prefix}auth_token`]),
      optional: true,
      ...more
    }
  ]
})

const bank: SettingsSection = {
  title: ({ sections }) => sections.bank,
  lead: ({ bankLead }) => bankLead,
  settings: [
    {
      kind: "row",
      fields: [
        {
          kind: "text",
          name: "bank_username",
          label: ({ username }) => username,
          value: (saved) => text(saved?.bank_username)
        },
        {
          kind: "text",
          name: "bank_password",
          type: "password",
          label: ({ password }) => password,
          value: () => "",
          hint: ({ kept }, saved) => (saved?.bank_username == null ? undefined : kept)
        }
      ]
    },
    {
      kind: "text",
      name: "bank_account",
      label: ({ bankAccount }) => bankAccount,
      hint: ({ bankAccountHint }) => bankAccountHint,
      value: (saved) => text(saved?.bank_account),
      optional: true
    },
    {
      kind: "choice",
      name: "login_mode",
      label: ({ loginMode }) => loginMode,
      value: (saved) => saved?.login_mode ?? "simple",
      options: ({ loginModes: { assisted, simple } }) => [
        { value: "simple", ...simple },
        { value: "assisted", ...assisted }
      ]
    },
    {
      kind: "choice",
      name: "session_type",
      label: ({ sessionType }) => sessionType,
      value: (saved) => saved?.session_type ?? "one-shot",
      options: ({ sessionTypes }, saved, able) => [
        { value: "one-shot", ...sessionTypes["one-shot"] },
        able === null || able.includes("persistent")
          ? { value: "persistent", ...sessionTypes.persistent }
          : {
              value: "persistent",
              title: sessionTypes.persistent.title,
              text: sessionTypes.cannot,
              // What is saved stays so until its owner says otherwise: the next version of the script may be able to.
              disabled: saved?.session_type !== "persistent"
            }
      ]
    }
  ]
}

const orders: SettingsSection = {
  title: ({ sections }) => sections.orders,
  lead: ({ ordersLead }) => ordersLead,
  settings: [
    {
      kind: "text",
      name: "pending_orders_endpoint",
      type: "url",
      label: ({ ordersEndpoint }) => ordersEndpoint,
      placeholder: "https://shop.example/pending-orders",
      value: (saved) => text(saved?.pending_orders_endpoint)
    },
    authorization("", ({ authType }) => authType)
  ]
}

const results: SettingsSection = {
  title: ({ sections }) => sections.results,
  lead: ({ resultsLead }) => resultsLead,
  settings: [
    {
      kind: "text",
      name: "webhook_url",
      type: "url",
      label: ({ webhook }) => webhook,
      placeholder: "https://shop.example/webhooks/counterfoil",
      value: (saved) => text(saved?.webhook_url)
    },
    authorization("webhook_", ({ authType }) => authType, { hint: ({ webhookAuthHint }) => webhookAuthHint }),
    {
      kind: "text",
      name: "webhook_extra_fields",
      label: ({ extra }) => extra,
      hint: ({ extraHint }) => extraHint,
      value: (saved) => (saved?.webhook_extra_fields == null ? "" : JSON.stringify(saved.webhook_extra_fields)),
      optional: true
    },
    {
      kind: "check",
      name: "notify_on_expired",
      label: ({ expired }) => expired,
      value: (saved) => saved?.notify_on_expired ?? false
    }
  ]
}

const notices: SettingsSection = {
  title: ({ sections }) => sections.notices,
  lead: ({ noticesLead }) => noticesLead,
  settings: [
    {
      kind: "text",
      name: "notification_endpoint_url",
      type: "url",
      label: ({ notice }) => notice,
      value: (saved) => text(saved?.notification_endpoint_url),
      optional: true
    },
    authorization("notification_", ({ authType }) => authType),
    {
      kind: "group",
      label: ({ events }) => events,
      checks: noticeKinds.map((name) => ({
        kind: "check",
        name,
        label: ({ eventNames }) => eventNames[name],
        value: (saved) => saved?.notification_events.includes(name) ?? false
      }))
    }
  ]
}

const fine: SettingsSection = {
  title: ({ sections }) => sections.fine,
  settings: [
    {
      kind: "row",
      fields: [
        {
          kind: "text",
          name: "retry_limit",
          type: "number",
          least: 0,
          most: 100,
          label: ({ retries }) => retries,
          hint: ({ retriesHint }) => retriesHint,
          value: (saved) => saved?.retry_limit ?? 3
        },
        {
          kind: "select",
          name: "polling_method",
          label: ({ method }) => method,
          value: (saved) => saved?.polling_method ?? "GET",
          options: () => ["GET", "POST"].map((title) => ({ value: title, title }))
        }
      ]
    },
    {
      kind: "text",
      name: "fee_tolerance",
      label: ({ fee }) => fee,
      hint: ({ feeHint }) => feeHint,
      placeholder: "0.00",
      value: (saved) => text(saved?.fee_tolerance),
      optional: true,
      onlyIn: "reconcile"
    },
    {
      kind: "check",
      name: "silent_ingestion",
      label: ({ silent }) => silent,
      value: (saved) => saved?.silent_ingestion ?? false,
      onlyIn: "passthrough"
    }
  ]
}

export const settingsSections: ReadonlyArray<SettingsSection> = [bank, orders, results, notices, fine]
