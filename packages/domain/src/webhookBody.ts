/**
 * The bodies of outgoing webhooks as JSON text. They are built once, in the transaction of their outcome, and every
 * attempt sends these same bytes; amounts are written digit by digit.
 */
import { jsonNumberLiteral } from "./Money.ts"
import type { NotificationEvent } from "./events.ts"

/** Keys of the contract that `webhook_extra_fields` can't set, whichever body it is; nor can it set the body's own. */
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

/** Whom and when a body that is no result is about. */
interface Occasion {
  readonly accountId: string
  /** The bank's code. */
  readonly bank: string
  readonly accountName: string
  /** Epoch milliseconds. */
  readonly occurredAt: number
}

export interface Notification extends Occasion {
  readonly type: NotificationEvent
  /** The event's. */
  readonly data: { readonly [key: string]: unknown }
}

export const notificationBody = (notification: Notification, extraFields?: ExtraFields): string =>
  jsonObject(
    [...occasionMembers(notification.type, notification), ["data", JSON.stringify(notification.data)]],
    extraFields
  )

/** Of a webhook that somebody tries: a receiver that goes by an extra field finds it there, as in those in earnest. */
export const testBody = (occasion: Occasion, extraFields?: ExtraFields): string =>
  jsonObject(occasionMembers("test", occasion), extraFields)

const occasionMembers = (type: string, occasion: Occasion): ReadonlyArray<Member> => [
  ["type", JSON.stringify(type)],
  ["account_id", JSON.stringify(occasion.accountId)],
  ["bank", JSON.stringify(occasion.bank)],
  ["account_name", JSON.stringify(occasion.accountName)],
  ["occurred_at", JSON.stringify(new Date(occasion.occurredAt).toISOString())]
]

type Member = readonly [key: string, json: string]

const jsonObject = (members: ReadonlyArray<Member>, extraFields: ExtraFields): string => {
  const own = members.map(([key]) => key)
  const all = [...members, ...extraMembers(extraFields, new Set([...reservedWebhookKeys, ...own]))]
  return `{${all.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(",")}}`
}

const extraMembers = (extraFields: ExtraFields, reserved: ReadonlySet<string>): ReadonlyArray<Member> =>
  Object.entries(extraFields ?? {}).flatMap(([key, value]) => {
    const json: string | undefined = reserved.has(key) ? undefined : JSON.stringify(value)
    return json === undefined ? [] : [[key, json] as const]
  })
