/** Orders that are marked to be paid by one payment together. */
import { useState } from "react"
import type { Order } from "../../api/types.ts"

export const useMarked = (settled: { readonly has: (id: string) => boolean }) => {
  const [marked, setMarked] = useState<ReadonlyArray<string>>([])
  return {
    marked,
    unmarkAll: () => setMarked([]),
    toggleMark: (order: Order | undefined) => {
      if (order === undefined || settled.has(order.id) || order.status === "matched") return
      setMarked(marked.includes(order.id) ? marked.filter((id) => id !== order.id) : [...marked, order.id])
    },
    // One payment has one account and one currency.
    isPaidWith: (order: Order) => (other: Order) =>
      marked.includes(other.id) &&
      other.id !== order.id &&
      other.account_id === order.account_id &&
      other.currency === order.currency &&
      !settled.has(other.id)
  }
}
