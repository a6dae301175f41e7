import type { Movement } from "../../api/types.ts"

/** It came in, is booked, pays nothing, and nothing speaks against its being money. */
export const canPay = (movement: Movement): boolean =>
  !movement.amount.startsWith("-") &&
  movement.status === "booked" &&
  movement.pays === null &&
  movement.excluded_at === null &&
  movement.removed_at === null &&
  movement.reversed_at === null &&
  movement.possible_duplicate_of === undefined
