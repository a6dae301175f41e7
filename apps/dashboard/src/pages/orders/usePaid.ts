/** What pays a matched order, and by how much it is not what the order is of. */
import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { Order, OrderDetail } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { type Unread, unreadOf } from "../../ui/unread.ts"
import { differenceOf, isLess, isNothing, sizeOf } from "./sums.ts"

type Payment = OrderDetail["matches"][number]

export interface Paid {
  readonly payments: ReadonlyArray<Payment & { readonly date: string }>
  /** Said of what is missing or too much, and what is left to do. */
  readonly off: string | undefined
  readonly isRead: boolean
  readonly unread: Unread | undefined
}

export const othersPaidBy = (payments: Paid["payments"]): ReadonlyArray<string> => [
  ...new Set(payments.flatMap(({ also_pays: also }) => also.map(({ external_id: name }) => name)))
]

export const usePaid = ({ amount, currency, id }: Pick<Order, "id" | "amount" | "currency">): Paid => {
  const words = useWords().orders.paid
  const formats = useFormats()
  const read = useQuery(queries.order(id))
  const { data } = read
  // The bank's own day: the instant that it begins is another day elsewhere.
  const { data: explanation } = useQuery(queries.explanation(id))
  const bookedOf = (movementId: string) =>
    explanation?.candidates.find(({ movement_id: candidate }) => candidate === movementId)?.movement?.booked_date
  const payments = (data?.matches ?? []).map((payment) => ({
    ...payment,
    date: bookedOf(payment.bank_transaction_id) ?? payment.received_at
  }))
  // What is left of a payment that pays others too is not known here.
  const isOwn = payments.length > 0 && payments.every(({ also_pays: others }) => others.length === 0)
  const difference = isOwn
    ? differenceOf(
        payments.map((payment) => payment.amount),
        [amount]
      )
    : "0"
  const size = formats.money(sizeOf(difference), currency)
  return {
    payments,
    isRead: data !== undefined,
    unread: unreadOf(read),
    off: isNothing(difference) ? undefined : isLess(difference) ? words.less(size) : words.more(size)
  }
}
