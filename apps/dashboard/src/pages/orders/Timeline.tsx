import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { queries } from "../../api/queries.ts"
import type { TimelineEntry } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Failed, Waiting } from "../../ui/parts.tsx"
import { DeliveryDialog } from "../deliveries/DeliveryDialog.tsx"
import { useOutcome } from "../deliveries/DeliveryBadge.tsx"

const titleOf = (
  { by_person: byPerson, event, kind, number }: TimelineEntry,
  words: Dictionary["orders"]["timeline"],
  events: Readonly<Record<string, string | undefined>>
): string => {
  switch (kind) {
    case "listed":
      return words.listed
    case "attempt":
      return words.attempt(number ?? 1)
    case "matched":
      return byPerson === true ? words.matchedYou : words.matchedRules
    case "unmatched":
      return words.unmatched
    case "expired":
      return words.expired
    case "delivery":
      return words.delivery(events[event ?? ""] ?? event ?? "")
    case "delivery_attempt":
      return words.deliveryAttempt(number ?? 1)
  }
}

const dotOf = ({ kind, result }: TimelineEntry): string => {
  if (kind === "matched" || result === "delivered" || result === "matched") return "bg-good"
  if (kind === "expired" || kind === "delivery_attempt") return "bg-bad"
  return kind === "unmatched" || result === "ambiguous" ? "bg-warn" : "bg-muted"
}

export const Timeline = ({ orderId }: { readonly orderId: string }) => {
  const { deliveries, orders: words } = useWords()
  const formats = useFormats()
  const outcomeOf = useOutcome()
  const reasons: Readonly<Record<string, string | undefined>> = words.reasons
  const [delivery, setDelivery] = useState<string>()
  const { data, error, refetch } = useQuery(queries.timeline(orderId))
  if (data === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  const detailOf = ({ code, http_status: status, kind, reason, result }: TimelineEntry): string => {
    if (kind === "attempt") return (code === null ? undefined : reasons[code]) ?? reason ?? ""
    if (kind !== "delivery_attempt") return ""
    return [outcomeOf(result), status === null ? "" : `HTTP ${status}`, reason ?? ""].filter(Boolean).join(" · ")
  }
  return (
    <>
      <ol>
        {data.map((entry, index) => (
          <li
            // An entry has no id; it stays at its place.
            key={`${index} ${entry.kind}`}
            className="relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-4 not-last:before:bottom-0 not-last:before:left-[4.5px] not-last:before:w-px not-last:before:bg-line"
          >
            <span className={`mt-1.5 size-2.5 shrink-0 rounded-full ${dotOf(entry)}`} aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{titleOf(entry, words.timeline, deliveries.events)}</p>
              {detailOf(entry) === "" ? null : <p>{detailOf(entry)}</p>}
              <p className="num text-sm text-muted">
                <time dateTime={entry.at}>{formats.moment(entry.at)}</time>
              </p>
              {entry.kind === "delivery" && entry.delivery_id !== null ? (
                <Button small className="mt-1.5" onClick={() => setDelivery(entry.delivery_id ?? undefined)}>
                  {words.timeline.replay} …
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ol>
      {delivery === undefined ? null : <DeliveryDialog id={delivery} onClose={() => setDelivery(undefined)} />}
    </>
  )
}
