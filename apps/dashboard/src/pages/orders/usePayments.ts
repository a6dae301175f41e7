/** What could pay an order: the candidates of the last attempt, and what a person found by searching. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { BeyondOne, Candidate, Movement, Order } from "../../api/types.ts"
import { unreadOf } from "../../ui/unread.ts"
import { canPay as isFree } from "../movements/canPay.ts"
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

/** As many as have a number each beside few others. */
const shownOfSearch = 9

/** Of an order's own amount, where an attempt names none. */
const mostAlike = 5

const movementsOf = (found: ReadonlyArray<BeyondOne>): ReadonlySet<string> =>
  new Set(found.flatMap(({ movements }) => movements.map(({ movement_id: id }) => id)))

export const usePayments = (order: Order, search: string) => {
  const read = useQuery(queries.explanation(order.id))
  const { data: explanation, isPending } = read
  const isAsked = search.trim().length > 1
  const asked = useInfiniteQuery({
    // Among what is free only: of a common name or amount the newest page may be all spent.
    ...queries.movements({ account_id: order.account_id, pays: "no", q: search }),
    enabled: isAsked
  })
  // Its last attempt is of before, and knows nothing of what came since; another one is made only when it is asked for.
  const isUndone = order.separated_at !== null && order.match === null
  const alike = useInfiniteQuery({
    ...queries.movements({ account_id: order.account_id, pays: "no", q: order.amount }),
    enabled: isUndone
  })
  const all = explanation?.beyond_one ?? []
  // What is part of a sum is offered as that: alone it would only be of another amount.
  const parts = movementsOf(all.filter(({ kind }) => kind !== "partial"))
  const attempt = explanation?.candidates ?? []
  const offers = attempt.filter((each) => canPay(each) && !parts.has(each.movement_id))
  const candidates = offers.flatMap((each) => ofCandidate(each, attempt, offers))
  const known = new Set([...offers.map(({ movement_id: id }) => id), ...parts])
  const isAlike = (each: Movement) =>
    isFree(each) && each.amount === order.amount && each.currency === order.currency && !known.has(each.id)
  const since = isUndone ? (alike.data?.pages.flat() ?? []).filter(isAlike).slice(0, mostAlike).map(ofMovement) : []
  // A payment that is a candidate already says itself that its amount is another.
  const beyond = all.filter(
    ({ kind, movements }) => kind !== "partial" || !movements.some(({ movement_id: id }) => known.has(id))
  )
  // In a search a part of a sum is found too: somebody may know better which parts they are.
  const offered = new Set([...candidates, ...since].map(({ id }) => id))
  const found = isAsked ? (asked.data?.pages.flat() ?? []).filter((each) => isFree(each) && !offered.has(each.id)) : []
  return {
    explanation,
    isPending,
    unread: unreadOf(read),
    candidates: [...candidates, ...since],
    beyond,
    searched: found.slice(0, shownOfSearch).map(ofMovement),
    search: {
      isAnswered: isAsked && asked.data !== undefined,
      isWaiting: isAsked && asked.isPending,
      unread: isAsked ? unreadOf(asked) : undefined,
      hasMore: found.length > shownOfSearch
    }
  }
}
