/** What the user's system is told of an order, as an entry of the outbox. */
import { orderResultBody } from "@counterfoil/domain"
import type { OutboxEntry } from "../outbox/Outbox.ts"
import type { AccountSettings } from "../accounts/Account.ts"

export const orderResult = (
  accountId: string,
  settings: AccountSettings,
  order: {
    readonly id: string
    readonly externalId: string
    readonly amountMinor: bigint
    readonly currency: string
    readonly name: string
  },
  status: "matched" | "ambiguous" | "expired"
): OutboxEntry => ({
  accountId,
  lane: "result",
  event: status,
  requestId: order.id,
  body: orderResultBody(
    {
      status,
      externalId: order.externalId,
      amountMinor: order.amountMinor,
      currency: order.currency,
      name: order.name
    },
    settings.webhookExtraFields
  )
})
