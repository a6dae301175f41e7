import type { MovementRecord } from "@counterfoil/core"
import { formatDecimal } from "@counterfoil/domain"

export const presentMovement = (movement: MovementRecord) => ({
  id: movement.id,
  external_id: movement.externalId,
  amount: formatDecimal(movement.amountMinor, movement.currency),
  currency: movement.currency,
  sender_name: movement.senderName,
  received_at: movement.receivedAt,
  notified_at: movement.notifiedAt,
  excluded_at: movement.excludedAt,
  ...(movement.possibleDuplicateOf.length === 0 ? {} : { possible_duplicate_of: movement.possibleDuplicateOf })
})
