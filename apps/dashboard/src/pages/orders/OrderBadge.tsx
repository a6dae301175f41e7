import type { Order, OrderStatus } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Badge, type Tone } from "../../ui/parts.tsx"

const toneOf: Readonly<Record<OrderStatus, Tone>> = {
  pending: "plain",
  processing: "calm",
  matched: "good",
  ambiguous: "warn",
  not_found: "calm",
  expired: "bad",
  cancelled: "plain",
  failed: "bad"
}

interface Props {
  /** `separated_at`: a person undid its match, and nobody has settled it or left it since. */
  readonly order: Pick<Order, "status"> & { readonly separated_at?: string | null }
}

export const OrderBadge = ({ order: { separated_at: undone = null, status } }: Props) => {
  const { orders } = useWords()
  const needs = undone !== null && status !== "matched"
  return (
    <Badge tone={needs ? "warn" : toneOf[status]}>
      {needs && status !== "cancelled" ? orders.undoneBadge : orders.statuses[status]}
    </Badge>
  )
}
