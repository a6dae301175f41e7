/** What is offered to settle an order by, in the order of its numbers, and what of it is picked. */
import { useState } from "react"
import type { BeyondOne, Order } from "../../api/types.ts"
import { type Settlement, settlementBy, settlementOf } from "./settlement.ts"
import type { Payment } from "./CandidateCard.tsx"
import { atTheirPlaces } from "./places.ts"
import { usePayments } from "./usePayments.ts"

export type Offer = { readonly id: string } & (
  | { readonly kind: "payment"; readonly payment: Payment }
  | { readonly kind: "beyond"; readonly found: BeyondOne; readonly by: Settlement }
)

const ofPayment = (payment: Payment): Offer => ({ kind: "payment", id: payment.id, payment })

const ofBeyond = (found: BeyondOne): ReadonlyArray<Offer> => {
  const by = settlementOf(found)
  const id = [found.kind, ...found.movements.map(({ movement_id: movement }) => movement)].join(" ")
  return by === undefined ? [] : [{ kind: "beyond", id, found, by }]
}

/** `further`: orders that are marked to be paid by the same payment. */
export const useOffers = (order: Order, search: string, further: ReadonlyArray<Order>) => {
  const { beyond, candidates, explanation, isPending, searched } = usePayments(order, search)
  // A sum is exact: it comes before a payment that only comes close.
  const isSum = ({ kind }: BeyondOne) => kind !== "partial"
  const offered = atTheirPlaces(order.id, [
    ...beyond.filter(isSum).flatMap(ofBeyond),
    ...candidates.map(ofPayment),
    ...beyond.filter((each) => !isSum(each)).flatMap(ofBeyond)
  ])
  // Numbered after what was there before the search.
  const offers = [...offered, ...searched.map(ofPayment)]
  const [picked, setPicked] = useState<ReadonlyArray<Offer>>([])
  const [wantsSeveral, setWantsSeveral] = useState(false)
  // One payment may pay several orders, or several one: never several of both.
  const several = wantsSeveral && further.length === 0
  const has = (offer: Offer) => picked.some(({ id }) => id === offer.id)
  const pick = (offer: Offer | undefined) => {
    if (offer === undefined) return
    if (!several || offer.kind === "beyond") return setPicked([offer])
    const payments = picked.filter(({ kind }) => kind === "payment")
    setPicked(has(offer) ? payments.filter(({ id }) => id !== offer.id) : [...payments, offer])
  }
  const payments = picked.flatMap((offer) => (offer.kind === "payment" ? [offer.payment] : []))
  const [first] = picked
  return {
    explanation,
    isPending,
    offers,
    known: offered.length,
    searched: searched.length,
    hasCandidates: candidates.length > 0,
    several,
    setSeveral: (wanted: boolean) => {
      setWantsSeveral(wanted)
      if (!wanted) setPicked(picked.slice(0, 1))
    },
    has,
    /** By press: what is picked already is let go. By its number it stays. */
    toggle: (offer: Offer) => (has(offer) && !several ? setPicked([]) : pick(offer)),
    pick,
    payments,
    settlement: first?.kind === "beyond" ? first.by : settlementBy(payments, order, further)
  }
}
