import type { MovementRecord, StoredMovement } from "@counterfoil/core"
import { DateTime } from "effect"

const dateOrNull = (time: DateTime.Utc | null) => (time === null ? null : DateTime.toDateUtc(time))

/** The record as the database has it. */
export const storedMovement = (movement: MovementRecord): StoredMovement => ({
  ...movement,
  amountMinor: String(movement.amountMinor),
  balanceMinor: movement.balanceMinor === null ? null : String(movement.balanceMinor),
  receivedAt: DateTime.toDateUtc(movement.receivedAt),
  notifiedAt: dateOrNull(movement.notifiedAt),
  excludedAt: dateOrNull(movement.excludedAt),
  removedAt: dateOrNull(movement.removedAt),
  reversedAt: dateOrNull(movement.reversedAt)
})
