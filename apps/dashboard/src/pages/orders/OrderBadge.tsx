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
  /** `separated_at`: a person undid its match, and nobody has settled it or left it since; `reversed_at`: the bank did. */
  readonly order: Pick<Order, "status"> & Partial<Pick<Order, "separated_at" | "reversed_at" | "left">>
}

export const OrderBadge = ({
  order: { left = null, reversed_at: reversed = null, separated_at: separated = null, status }
}: Props) => {
  const { orders, undone } = useWords()
  const isGone = status === "cancelled"
  if (separated !== null && status !== "matched")
    return <Badge tone="warn">{isGone ? undone.gone : undone.badge}</Badge>
  if (reversed !== null) return <Badge tone="warn">{undone.bookedBack.badge}</Badge>
  // It stays open until its shop's next list, and nobody waits for it any more.
  if (left?.as === "closed" && status !== "matched") return <Badge tone="plain">{undone.closed}</Badge>
  return <Badge tone={toneOf[status]}>{orders.statuses[status]}</Badge>
}
