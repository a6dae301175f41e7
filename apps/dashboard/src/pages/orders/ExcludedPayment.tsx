/** A person took a payment out that the order is matched with: both hold, which has to be said where the order is. */
import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Notice } from "../../ui/parts.tsx"
import type { Paid } from "./usePaid.ts"

interface Props {
  readonly order: Order
  readonly payments: Paid["payments"]
}

export const ExcludedPayment = ({ order, payments }: Props) => {
  const { orders: words } = useWords()
  const { data: taken = false } = useQuery({
    ...queries.takenOut(
      order.id,
      order.account_id,
      payments.map(({ amount, bank_transaction_id: id, received_at: at }) => ({ amount, at, id }))
    ),
    enabled: payments.length > 0
  })
  return taken ? <Notice tone="warn">{words.paid.takenOut}</Notice> : null
}
