/** What the user's system is told of a movement (passthrough), as an entry of the outbox. */
import { movementBody } from "@counterfoil/domain"
import type { AccountSettings } from "../accounts/Account.ts"
import type { OutboxEntry } from "../outbox/Outbox.ts"
import type { DueMovement } from "./MovementRepository.ts"

export const movementMessage = (
  accountId: string,
  { amountMinor, currency, id, receivedAt, senderName }: DueMovement,
  settings: AccountSettings
): OutboxEntry => ({
  accountId,
  lane: "result",
  event: "movement",
  movementId: id,
  body: movementBody(
    { id, amountMinor, currency, name: senderName, receivedAt: receivedAt.epochMilliseconds },
    settings.webhookExtraFields
  )
})
