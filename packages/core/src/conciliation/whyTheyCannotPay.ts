/** Why a person's choice can't be, in words that say what would help. Pure. */
import type { MovementToSettle, RequestToSettle } from "./SettlementRows.ts"

export const whyNotOpen = ({ status }: RequestToSettle): string =>
  status === "matched"
    ? "The order is matched with another movement: unmatch it first"
    : `The order is ${status} and can't be matched`

export const whyTheyCannotPay = (
  movements: ReadonlyArray<MovementToSettle>,
  requests: readonly [RequestToSettle, ...Array<RequestToSettle>]
): string | undefined => {
  const chosen = new Set(movements.map(({ id }) => id))
  const paidOtherwise = requests.find(({ paidBy }) => paidBy.some((id) => !chosen.has(id)))
  if (paidOtherwise !== undefined) return whyNotOpen(paidOtherwise)
  const wanted = requests.map(({ externalId }) => externalId)
  for (const movement of movements) {
    for (const { currency } of requests) {
      const problem = whyItCannotPay(movement, currency, wanted)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

/** The amounts may differ: payers round and banks keep fees, which is why a person is asked. */
const whyItCannotPay = (
  movement: MovementToSettle,
  currency: string,
  wanted: ReadonlyArray<string>
): string | undefined => {
  if (movement.amountMinor <= 0n) return "The movement is not a credit"
  if (movement.currency !== currency) return `The movement is in ${movement.currency}, the order in ${currency}`
  if (!movement.booked) return "The movement is not booked yet"
  if (movement.excluded) return "The movement is excluded: include it first"
  if (movement.removed) return "The bank no longer shows the movement"
  if (movement.reversed) return "The movement was reversed"
  const other = movement.paysOrders.find((externalId) => !wanted.includes(externalId))
  return other === undefined ? undefined : `The movement pays order ${other}: unmatch that one first`
}
