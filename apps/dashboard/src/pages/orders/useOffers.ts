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

const isSearched = (offer: Offer): boolean => offer.kind === "payment" && offer.payment.candidate === undefined

/** `further`: orders that are marked to be paid by the same payment. */
export const useOffers = (order: Order, search: string, further: ReadonlyArray<Order>) => {
  const { beyond, candidates, explanation, isPending, search: asked, searched, unread } = usePayments(order, search)
  // A sum is exact: it comes before a payment that only comes close.
  const isSum = ({ kind }: BeyondOne) => kind !== "partial"
  const offered = atTheirPlaces(order.id, [
    ...beyond.filter(isSum).flatMap(ofBeyond),
    ...candidates.map(ofPayment),
    ...beyond.filter((each) => !isSum(each)).flatMap(ofBeyond)
  ])
  const [held, setHeld] = useState<ReadonlyArray<Offer>>([])
  // Numbered after what was there before the search.
  const there = [...offered, ...searched.map(ofPayment)]
  const isThere = (offer: Offer) => there.some(({ id }) => id === offer.id)
  // What was chosen of a search stays in sight, whatever is searched for next; what is offered no longer is let go.
  const kept = held.filter((offer) => isSearched(offer) && !isThere(offer))
  const offers = [...there, ...kept]
  const [wantsSeveral, setWantsSeveral] = useState(false)
  // One payment may pay several orders, or several one: never several of both.
  const several = wantsSeveral && further.length === 0
  const shown = held.flatMap(({ id }) => offers.find((offer) => offer.id === id) ?? [])
  // Nothing is settled by what is not seen as chosen.
  const picked = several ? shown : shown.slice(0, 1)
  const has = (offer: Offer) => picked.some(({ id }) => id === offer.id)
  const pick = (offer: Offer | undefined) => {
    if (offer === undefined) return
    if (!several || offer.kind === "beyond") return setHeld([offer])
    const payments = picked.filter(({ kind }) => kind === "payment")
    setHeld(has(offer) ? payments.filter(({ id }) => id !== offer.id) : [...payments, offer])
  }
  const payments = picked.flatMap((offer) => (offer.kind === "payment" ? [offer.payment] : []))
  const [first] = picked
  return {
    explanation,
    isPending,
    unread,
    offers,
    known: offered.length,
    searched: searched.length,
    asked,
    hasCandidates: candidates.length > 0,
    several,
    setSeveral: (wanted: boolean) => {
      setWantsSeveral(wanted)
      if (!wanted) setHeld(picked.slice(0, 1))
    },
    has,
    /** By press: what is picked already is let go. By its number it stays. */
    toggle: (offer: Offer) => (has(offer) && !several ? setHeld([]) : pick(offer)),
    pick,
    payments,
    settlement: first?.kind === "beyond" ? first.by : settlementBy(payments, order, further)
  }
}
