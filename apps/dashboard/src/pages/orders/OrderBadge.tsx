import type { OrderStatus } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Badge, type Tone } from "../../ui/parts.tsx"

const toneOf: Readonly<Record<OrderStatus, Tone>> = {
  pending: "plain",
  processing: "calm",
  matched: "good",
  ambiguous: "warn",
  not_found: "warn",
  expired: "bad",
  cancelled: "plain",
  failed: "bad"
}

export const OrderBadge = ({ status }: { readonly status: OrderStatus }) => {
  const { orders } = useWords()
  return <Badge tone={toneOf[status]}>{orders.statuses[status]}</Badge>
}
