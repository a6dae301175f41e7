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
  bank_movement_id: movement.bankId,
  booked_date: movement.bookedDate,
  value_date: movement.valueDate,
  status: movement.status,
  description: movement.description,
  counterparty: movement.counterparty,
  balance: movement.balanceMinor === null ? null : formatDecimal(movement.balanceMinor, movement.currency),
  removed_at: movement.removedAt,
  reversed_at: movement.reversedAt,
  ...(movement.possibleDuplicateOf.length === 0 ? {} : { possible_duplicate_of: movement.possibleDuplicateOf })
})
