/** What could pay an order: the candidates of the last attempt, and what a person found by searching. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { BeyondOne, Candidate, Movement, Order } from "../../api/types.ts"
import type { Payment } from "./CandidateCard.tsx"
import { fitOf } from "./fits.ts"

/** Others were spent, or taken out, since the attempt. */
const canPay = ({ movement }: Candidate): boolean => movement !== null && movement.can_pay

const ofCandidate = (
  candidate: Candidate,
  attempt: ReadonlyArray<Candidate>,
  offered: ReadonlyArray<Candidate>
): ReadonlyArray<Payment> => {
  const { movement, movement_id: id } = candidate
  if (movement === null) return []
  const {
    amount,
    booked_date: booked,
    currency,
    description = "",
    received_at: received,
    sender_name: sender
  } = movement
  const account = movement.counterparty_account ?? ""
  const payer = sender === "" ? (movement.counterparty ?? "") : sender
  return [
    {
      id,
      amount,
      currency,
      payer,
      account,
      text: description,
      date: booked ?? received,
      candidate,
      fit: fitOf(candidate, attempt, offered)
    }
  ]
}

const ofMovement = ({
  amount,
  booked_date: date,
  counterparty,
  counterparty_account: account,
  currency,
  description,
  id,
  sender_name: sender
}: Movement): Payment => ({
  id,
  amount,
  currency,
  payer: sender === "" ? (counterparty ?? "") : sender,
  account: account ?? "",
  text: description,
  date,
  candidate: undefined,
  fit: undefined
})

const isFree = ({ excluded_at: excluded, pays, removed_at: removed, status }: Movement): boolean =>
  pays === null && excluded === null && removed === null && status === "booked"

const movementsOf = (found: ReadonlyArray<BeyondOne>): ReadonlySet<string> =>
  new Set(found.flatMap(({ movements }) => movements.map(({ movement_id: id }) => id)))

export const usePayments = (order: Order, search: string) => {
  const { data: explanation, isPending } = useQuery(queries.explanation(order.id))
  const found = useInfiniteQuery({
    ...queries.movements({ account_id: order.account_id, direction: "in", q: search }),
    enabled: search.trim().length > 1
  })
  const all = explanation?.beyond_one ?? []
  // What is part of a sum is offered as that: alone it would only be of another amount.
  const parts = movementsOf(all.filter(({ kind }) => kind !== "partial"))
  const attempt = explanation?.candidates ?? []
  const offers = attempt.filter((each) => canPay(each) && !parts.has(each.movement_id))
  const candidates = offers.flatMap((each) => ofCandidate(each, attempt, offers))
  const known = new Set([...candidates.map(({ id }) => id), ...parts])
  // A payment that is a candidate already says itself that its amount is another.
  const beyond = all.filter(
    ({ kind, movements }) => kind !== "partial" || !movements.some(({ movement_id: id }) => known.has(id))
  )
  // In a search a part of a sum is found too: somebody may know better which parts they are.
  const offered = new Set(candidates.map(({ id }) => id))
  const searched =
    search.trim().length > 1
      ? (found.data?.pages.flat() ?? []).filter((each) => isFree(each) && !offered.has(each.id)).slice(0, 9)
      : []
  return {
    explanation,
    isPending,
    candidates,
    beyond,
    searched: searched.map(ofMovement),
    isSearching: found.isFetching
  }
}
