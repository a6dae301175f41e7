/** What each field of an account's settings means: said once for what is read and what is written. */
import { isNode, mapMembers, type Node, nodeAt, nodesAt } from "./json.ts"

interface Meaning {
  readonly description: string
  /** Of a write that leaves the field out. Said in words: generators take a field with a `default` for one that is required. */
  readonly default?: unknown
}

const meanings: Readonly<Record<string, Meaning>> = {
  pending_orders_endpoint: {
    description: "Your list of pending orders. Required when the operation mode is reconcile, ignored in passthrough"
  },
  polling_method: { description: "How the pending orders are asked for", default: "GET" },
  polling_body: { description: "Sent as JSON when polling_method is POST", default: null },
  auth_type: { description: "`Authorization: Bearer <auth_token>` or `Authorization: Api-Key <auth_token>`" },
  auth_token: { description: "Sent to pending_orders_endpoint, and to webhook_url where that has no token of its own" },
  webhook_url: { description: "Where results are sent. Always required" },
  webhook_auth_type: { description: "As auth_type, for webhook_url" },
  webhook_auth_token: { description: "Without it, auth_type and auth_token are used" },
  webhook_extra_fields: {
    description:
      "Merged into every webhook, but for the keys external_id, status, amount, currency, name, id and received_at, and in notifications their own"
  },
  notification_endpoint_url: { description: "Where operational notifications are sent. Empty disables them" },
  notification_auth_type: { description: "As auth_type, for notification_endpoint_url" },
  notification_auth_token: { description: "Sent to notification_endpoint_url" },
  notification_events: {
    description: "Which operational notifications are sent (`movements_removed` is ours)",
    default: []
  },
  retry_limit: { description: "How many times matching is tried again before an order is not_found", default: 3 },
  notify_on_expired: { description: "Whether an expired webhook is sent for stale orders", default: false },
  silent_ingestion: {
    description: "Passthrough only: transactions are taken in without a webhook, for backfills",
    default: false
  },
  session_type: {
    description: "one-shot: log in, read, log out. persistent: stay logged in and keep reading",
    default: "one-shot"
  },
  login_mode: { description: "assisted: the bank asks a person for a one-time code", default: "simple" },
  bank_username: {
    description: "The online banking login. Leaving out both bank_username and bank_password keeps what is stored"
  },
  bank_password: { description: "Stored encrypted, never shown" },
  bank_account: {
    description:
      "Which account of the login to read (extension): an IBAN or what else the bank's script knows it by; null: its only one. Leaving it out keeps what is stored"
  },
  same_bank_account: {
    description:
      "Only where there are any (extension): your accounts of the same login that most likely read the same bank account, so that each of its payments counts twice. The activity of each says so too"
  }
}

/** It is always required: null is refused like a field that isn't there. */
const neverNull = (property: Node): Node => {
  const { anyOf: _, ...rest } = property
  const [only] = nodesAt(property, "anyOf").filter(({ type }) => type !== "null")
  return only === undefined ? property : { ...only, ...rest }
}

const described = (schema: unknown, written: boolean): unknown =>
  isNode(schema)
    ? {
        ...schema,
        properties: mapMembers(nodeAt(schema, "properties"), (property, name) => {
          const meaning = meanings[name]
          if (!isNode(property) || meaning === undefined) return property
          const { default: standard, description } = meaning
          const words = written && standard !== undefined ? ` (default: ${JSON.stringify(standard)})` : ""
          const form = written && name === "webhook_url" ? neverNull(property) : property
          return { ...form, description: `${description}${words}` }
        })
      }
    : schema

export const withMeaningfulSettings = (document: Node): Node => {
  const components = nodeAt(document, "components")
  const schemas = mapMembers(nodeAt(components, "schemas"), (schema, name) =>
    name === "Settings" || name === "SettingsWrite" ? described(schema, name === "SettingsWrite") : schema
  )
  return { ...document, components: { ...components, schemas } }
}
