import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { queries } from "../../api/queries.ts"
import type { TimelineEntry } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { useFormats, useLanguage, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Failed, Waiting } from "../../ui/parts.tsx"
import { DeliveryDialog } from "../deliveries/DeliveryDialog.tsx"
import { useOutcome } from "../deliveries/DeliveryBadge.tsx"
import { type Chapter, storyOf } from "./story.ts"
import { dotted } from "../../ui/dotted.ts"

const titleOf = (
  { count, entry: { by_person: byPerson, code, event, kind, number, result }, payments, taken }: Chapter,
  words: Dictionary["orders"]["timeline"],
  events: Readonly<Record<string, string | undefined>>
): string => {
  switch (kind) {
    case "listed":
      return words.listed
    case "listed_again":
      return words.listedAgain
    case "attempt":
      return result === "skipped" ? words.skipped : words.attempt(count)
    case "matched":
      return (byPerson === true ? words.matchedYou : words.matchedRules)(payments.length)
    case "unmatched":
      return words.unmatched
    case "left":
      return words.left[code === "closed" ? "closed" : "waiting"]
    case "expired":
      return words.expired
    case "cancelled":
      return words.cancelled
    case "delivery":
      return (taken === undefined ? words.telling : words.told)(events[event ?? ""] ?? event ?? "")
    case "delivery_attempt":
      return words.deliveryAttempt(number ?? 1)
  }
}

const dotOf = ({ entry: { kind, result }, taken }: Chapter): string => {
  if (kind === "matched" || result === "delivered" || taken !== undefined) return "bg-good"
  if (kind === "expired" || kind === "cancelled" || kind === "delivery_attempt") return "bg-bad"
  return kind === "unmatched" || result === "ambiguous" ? "bg-warn" : "bg-muted"
}

/** What a chapter says beside its title, in lines. */
const useDetails = () => {
  const { language, words: dictionary } = useLanguage()
  const words = dictionary.orders
  const formats = useFormats()
  const outcomeOf = useOutcome()
  const reasons: Readonly<Record<string, string | undefined>> = words.reasons
  const causes: Readonly<Record<string, string | undefined>> = words.timeline.because
  const reasonOf = ({ code, reason }: TimelineEntry) => (code === null ? undefined : reasons[code]) ?? reason ?? ""
  const answerOf = ({ http_status: status, reason, result }: TimelineEntry) =>
    [
      outcomeOf(result),
      status === null || result === "delivered" ? "" : `HTTP ${status}`,
      // The fault of the connection, in the server's words; what it comes to is said before it.
      language === "en" ? (reason ?? "") : ""
    ]
      .filter(Boolean)
      .join(" · ")
  return ({ decision, entry, payments, taken }: Chapter): ReadonlyArray<string> => {
    const paid = payments.map(({ amount, booked_date: date, currency, sender_name: payer }) =>
      dotted([payer, formats.money(amount, currency), formats.day(date)])
    )
    // That a person chose is in the title.
    const why = decision === undefined || entry.by_person === true ? "" : reasonOf(decision)
    if (entry.kind === "attempt") return [reasonOf(entry)]
    if (entry.kind === "cancelled") return [causes[entry.code ?? ""] ?? ""]
    if (entry.kind === "delivery_attempt") return [answerOf(entry)]
    return [...paid, why, taken === undefined ? "" : answerOf(taken)]
  }
}

/** It has not arrived: to send it again makes sense, however old it is. */
const isFailed = ({ status }: TimelineEntry): boolean => status === "exhausted" || status === "held"

export const Timeline = ({ orderId }: { readonly orderId: string }) => {
  const { deliveries, orders: words } = useWords()
  const formats = useFormats()
  const detailsOf = useDetails()
  const [delivery, setDelivery] = useState<string>()
  const { data, error, refetch } = useQuery(queries.timeline(orderId))
  if (data === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  const story = storyOf(data)
  const lastTold = story.findLast(({ entry }) => entry.kind === "delivery")
  return (
    <>
      <ol>
        {story.map((chapter, index) => (
          <li
            // A chapter has no id; it stays at its place.
            key={`${index} ${chapter.entry.kind}`}
            className="relative flex gap-4 pb-5 last:pb-0 not-last:before:absolute not-last:before:top-4 not-last:before:bottom-0 not-last:before:left-[4.5px] not-last:before:w-px not-last:before:bg-line"
          >
            <span className={`mt-1.5 size-2.5 shrink-0 rounded-full ${dotOf(chapter)}`} aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{titleOf(chapter, words.timeline, deliveries.events)}</p>
              {detailsOf(chapter)
                .filter(Boolean)
                .map((line) => (
                  <p key={line} className="num wrap-anywhere">
                    {line}
                  </p>
                ))}
              <p className="num text-sm text-muted">
                <time dateTime={chapter.entry.at}>{formats.moment(chapter.entry.at)}</time>
              </p>
              {chapter.entry.kind === "delivery" && chapter.entry.delivery_id !== null ? (
                <Button small className="mt-1.5" onClick={() => setDelivery(chapter.entry.delivery_id ?? undefined)}>
                  {chapter === lastTold || isFailed(chapter.entry) ? `${words.timeline.replay} …` : words.timeline.look}
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
