/** What a person chose, as pairs: one payment for each of some orders, or some payments for one order. Pure. */
import type { ChosenMatch, MovementToSettle, RequestToSettle } from "./SettlementRows.ts"

export type ChosenPair = Omit<ChosenMatch, "id">

/** Undefined: several at both ends, of which nobody could say who pays what; or none at one. */
export const chosenPairs = (
  requests: ReadonlyArray<Pick<RequestToSettle, "id" | "paidBy" | "nextPayment">>,
  movements: ReadonlyArray<Pick<MovementToSettle, "id" | "nextOrder">>
): ReadonlyArray<ChosenPair> | undefined => {
  const isOneToMany = requests.length === 1 || movements.length === 1
  if (!isOneToMany || requests.length === 0 || movements.length === 0) return undefined
  const fresh = requests.flatMap((request) =>
    movements.filter(({ id }) => !request.paidBy.includes(id)).map((movement) => ({ request, movement }))
  )
  const several = movements.length > 1
  return fresh.map(({ movement, request }, index) => ({
    requestId: request.id,
    movementId: movement.id,
    nthPayment: request.nextPayment + (several ? index : 0),
    nthOrder: movement.nextOrder + (several ? 0 : index)
  }))
}
