import type { Movement } from "@counterfoil/api"
import type { MovementRecord, StoredMovement } from "@counterfoil/core"
import { formatDecimal } from "@counterfoil/domain"
import { isoText } from "./isoText.ts"

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
  counterparty_account: movement.counterpartyAccount,
  balance: movement.balanceMinor === null ? null : formatDecimal(movement.balanceMinor, movement.currency),
  removed_at: movement.removedAt,
  reversed_at: movement.reversedAt,
  ...(movement.possibleDuplicateOf.length === 0 ? {} : { possible_duplicate_of: movement.possibleDuplicateOf })
})

/** As the schema would encode it. */
export const presentStored = (movement: StoredMovement): typeof Movement.Encoded => ({
  id: movement.id,
  external_id: movement.externalId,
  amount: formatDecimal(BigInt(movement.amountMinor), movement.currency),
  currency: movement.currency,
  sender_name: movement.senderName,
  received_at: isoText(movement.receivedAt),
  notified_at: isoOrNull(movement.notifiedAt),
  excluded_at: isoOrNull(movement.excludedAt),
  bank_movement_id: movement.bankId,
  booked_date: movement.bookedDate,
  value_date: movement.valueDate,
  status: movement.status,
  description: movement.description,
  counterparty: movement.counterparty,
  counterparty_account: movement.counterpartyAccount,
  balance: movement.balanceMinor === null ? null : formatDecimal(BigInt(movement.balanceMinor), movement.currency),
  removed_at: isoOrNull(movement.removedAt),
  reversed_at: isoOrNull(movement.reversedAt),
  ...(movement.possibleDuplicateOf.length === 0 ? {} : { possible_duplicate_of: movement.possibleDuplicateOf })
})

const isoOrNull = (time: Date | null) => (time === null ? null : isoText(time))
