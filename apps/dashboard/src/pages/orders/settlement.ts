/** By what a person settles orders: one payment for one of them or several, or several payments for one. */
import type { BeyondOne } from "../../api/types.ts"
import { byAmount } from "./sums.ts"

export interface SettledOrder {
  readonly id: string
  readonly name: string
}

export interface Settlement {
  /** The first is what the shop is told of. */
  readonly movementIds: readonly [string, ...Array<string>]
  /** All that are settled, and undone, at once; the one that was looked at first. */
  readonly orders: readonly [SettledOrder, ...Array<SettledOrder>]
  readonly payer: string
}

const settledOrder = (order: { readonly id: string; readonly external_id: string }): SettledOrder => ({
  id: order.id,
  name: order.external_id
})

interface Paying {
  readonly id: string
  readonly amount: string
  readonly payer: string
}

/** Of several payments the largest comes first, which its owner will look for. */
export const settlementBy = (
  payments: ReadonlyArray<Paying>,
  order: { readonly id: string; readonly external_id: string },
  further: ReadonlyArray<{ readonly id: string; readonly external_id: string }> = []
): Settlement | undefined => {
  const [largest, ...others] = payments.toSorted(byAmount)
  return largest === undefined
    ? undefined
    : {
        movementIds: [largest.id, ...others.map(({ id }) => id)],
        orders: [settledOrder(order), ...further.map(settledOrder)],
        payer: largest.payer
      }
}

export const settlementOf = ({ movements, requests }: BeyondOne): Settlement | undefined => {
  const [order, ...further] = requests.map((request) => ({ id: request.request_id, external_id: request.external_id }))
  return order === undefined
    ? undefined
    : settlementBy(
        movements.map(({ amount, movement_id: id, sender_name: payer }) => ({ id, amount, payer })),
        order,
        further
      )
}
