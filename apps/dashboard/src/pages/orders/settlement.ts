/** By what a person settles an order: the payment that is noted, and those that came with it and may pay nothing else. */
import type { BeyondOne } from "../../api/types.ts"

export interface Settlement {
  readonly movementId: string
  /** Taken out once the order is settled, and in again when that is undone. */
  readonly aside: ReadonlyArray<string>
  readonly payer: string
}

/** Two positive amounts of one currency, which have as many decimals: money is never made a float. */
const compareAmounts = (one: string, other: string): number => {
  const [whole = "", part = ""] = one.split(".")
  const [otherWhole = "", otherPart = ""] = other.split(".")
  return whole.length - otherWhole.length || whole.localeCompare(otherWhole) || part.localeCompare(otherPart)
}

/** One payment is noted for an order: of several the largest, which its owner will look for first. */
export const settlementOf = ({ movements }: BeyondOne): Settlement | undefined => {
  const [largest, ...others] = [...movements].sort((one, other) => compareAmounts(other.amount, one.amount))
  return largest === undefined
    ? undefined
    : {
        movementId: largest.movement_id,
        aside: others.map(({ movement_id: id }) => id),
        payer: largest.sender_name
      }
}
