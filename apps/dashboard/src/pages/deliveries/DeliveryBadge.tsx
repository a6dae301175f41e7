import { useWords } from "../../i18n/language.tsx"
import { Badge, type Tone } from "../../ui/parts.tsx"

const toneOf: Readonly<Record<string, Tone | undefined>> = {
  pending: "calm",
  delivering: "calm",
  delivered: "good",
  exhausted: "bad",
  held: "warn",
  cancelled: "plain"
}

export const DeliveryBadge = ({ status }: { readonly status: string }) => {
  const { deliveries } = useWords()
  const words: Readonly<Record<string, string | undefined>> = deliveries.statuses
  return (
    <Badge tone={toneOf[status] ?? "plain"} alive={status === "delivering"}>
      {words[status] ?? status}
    </Badge>
  )
}

export const useOutcome = () => {
  const { deliveries } = useWords()
  const words: Readonly<Record<string, string | undefined>> = deliveries.outcomes
  return (outcome: string | null): string => (outcome === null ? deliveries.noAnswer : (words[outcome] ?? outcome))
}
