/**
 * The bodies of outgoing webhooks as JSON text. They are built once, in the transaction of their outcome, and every
 * attempt sends these same bytes; amounts are written digit by digit.
 */
import { jsonNumberLiteral } from "./Money.ts"
import type { NotificationEvent } from "./events.ts"

/** Keys of the contract that `webhook_extra_fields` can't set, whichever body it is. */
export const reservedWebhookKeys = ["external_id", "status", "amount", "currency", "name", "id", "received_at"] as const

type ExtraFields = { readonly [key: string]: unknown } | null | undefined

export interface OrderResult {
  readonly status: "matched" | "ambiguous" | "expired"
  /** The order's own id, amount and name: not the movement's. */
  readonly externalId: string
  readonly amountMinor: bigint
  readonly currency: string
  readonly name: string
}

export const orderResultBody = (result: OrderResult, extraFields?: ExtraFields): string =>
  jsonObject(
    [
      ["external_id", JSON.stringify(result.externalId)],
      ["status", JSON.stringify(result.status)],
      ["amount", jsonNumberLiteral(result.amountMinor, result.currency)],
      ["currency", JSON.stringify(result.currency)],
      ["name", JSON.stringify(result.name)]
    ],
    extraFields
  )

export interface MovementReport {
  readonly id: string
  readonly amountMinor: bigint
  readonly currency: string
  /** The sender's name. */
  readonly name: string
  /** Epoch milliseconds: when the bank says that the money came. */
  readonly receivedAt: number
}

export const movementBody = (movement: MovementReport, extraFields?: ExtraFields): string =>
  jsonObject(
    [
      ["id", JSON.stringify(movement.id)],
      ["amount", jsonNumberLiteral(movement.amountMinor, movement.currency)],
      ["currency", JSON.stringify(movement.currency)],
      ["name", JSON.stringify(movement.name)],
      ["received_at", JSON.stringify(new Date(movement.receivedAt).toISOString())]
    ],
    extraFields
  )

/** Keys of notifications that `webhook_extra_fields` can't set there, besides the contract's. */
export const reservedNotificationKeys = [
  "type",
  "account_id",
  "bank",
  "account_name",
  "occurred_at",
  "data"
] as const satisfies ReadonlyArray<string>

export interface Notification {
  readonly type: NotificationEvent
  readonly accountId: string
  /** The bank's code. */
  readonly bank: string
  readonly accountName: string
  /** Epoch milliseconds. */
  readonly occurredAt: number
  /** The event's. */
  readonly data: { readonly [key: string]: unknown }
}

export const notificationBody = (notification: Notification, extraFields?: ExtraFields): string =>
  jsonObject(
    [
      ["type", JSON.stringify(notification.type)],
      ["account_id", JSON.stringify(notification.accountId)],
      ["bank", JSON.stringify(notification.bank)],
      ["account_name", JSON.stringify(notification.accountName)],
      ["occurred_at", JSON.stringify(new Date(notification.occurredAt).toISOString())],
      ["data", JSON.stringify(notification.data)]
    ],
    extraFields,
    reservedNotificationKeys
  )

type Member = readonly [key: string, json: string]

const jsonObject = (
  members: ReadonlyArray<Member>,
  extraFields: ExtraFields,
  ownKeys: ReadonlyArray<string> = []
): string =>
  `{${[...members, ...extraMembers(extraFields, ownKeys)].map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")}}`

const reserved: ReadonlySet<string> = new Set(reservedWebhookKeys)

const extraMembers = (extraFields: ExtraFields, ownKeys: ReadonlyArray<string>): ReadonlyArray<Member> =>
  Object.entries(extraFields ?? {}).flatMap(([key, value]) => {
    const json: string | undefined = reserved.has(key) || ownKeys.includes(key) ? undefined : JSON.stringify(value)
    return json === undefined ? [] : [[key, json] as const]
  })
