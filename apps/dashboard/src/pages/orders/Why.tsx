/** Why an order is not matched, how far we looked, and what a person can do about it now. */
import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { Explanation, Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Notice } from "../../ui/parts.tsx"
import { Decide, Reopen, Since, toldMatchedAt, usePaymentsSaid } from "./UndoSays.tsx"

export const Why = ({ order }: { readonly order: Order }) => {
  const needs = order.separated_at !== null
  if (order.status === "cancelled") return <WasCancelled order={order} />
  return (
    <>
      {needs ? <WasUndone order={order} /> : null}
      {!needs && order.unmatched !== null ? <WasTakenBack order={order} /> : null}
      <HowFar order={order} />
      <NobodyPays order={order} />
    </>
  )
}

/** Which payment it was, and when: that stays, whatever becomes of the order. */
const useTook = ({ unmatched }: Order): string => {
  const words = useWords().undone
  const formats = useFormats()
  const paymentsSaid = usePaymentsSaid()
  if (unmatched === null) return ""
  return words.took(
    formats.day(unmatched.at),
    paymentsSaid(unmatched.payments.map(({ booked_date: date, ...payment }) => ({ ...payment, date })))
  )
}

const WasUndone = ({ order }: { readonly order: Order }) => {
  const words = useWords().undone
  const took = useTook(order)
  const isGone = order.listed === false
  const [lists, more] =
    order.listed === null
      ? [words.unknown, words.unknownMore]
      : isGone
        ? [words.missing, `${words.missingMore} ${words.closeMeans}`]
        : [words.listed, ""]
  return (
    <Notice tone="warn" title={words.you}>
      <p>
        {took} {lists}
      </p>
      <Decide order={order} as={isGone ? "closed" : "waiting"} />
      <Since order={order} says={[more]} />
    </Notice>
  )
}

/** Nobody is asked for it any more: it was left, or its shop has listed it again. */
const WasTakenBack = ({ order }: { readonly order: Order }) => {
  const words = useWords().undone
  const took = useTook(order)
  const { left, status } = order
  const decided =
    left === null ? (status === "expired" ? "" : words.shopLet) : left.as === "waiting" ? words.youLet : words.youClosed
  return (
    <Notice tone="calm" icon="eye" title={took}>
      {decided === "" ? null : <p>{decided}</p>}
      <Reopen order={order} />
      <Since order={order} />
    </Notice>
  )
}

const WasCancelled = ({ order }: { readonly order: Order }) => {
  const { undone } = useWords()
  const words = undone.cancelled
  const formats = useFormats()
  const took = useTook(order)
  const isUndone = order.separated_at !== null
  const isClosed = order.left?.as === "closed"
  const cause = order.cancelled_because ?? "unknown"
  const settle = toldMatchedAt(order) === undefined ? words.settle : words.settleAgain
  const happened = [
    took,
    isClosed ? undone.youClosed : "",
    isUndone || order.cancelled_at === null ? "" : words.since(formats.day(order.cancelled_at))
  ]
  const follows = cause === "mode" ? words.mode : isClosed ? words.reopen : settle
  const more = [cause === "mode" || isClosed ? "" : words.reopen, isUndone ? undone.closeMeans : ""]
  const isPlain = order.unmatched === null
  return (
    <Notice tone={isUndone ? "warn" : "calm"} title={isUndone ? words.gone : words.titles[cause]}>
      <p>{[...happened, follows, ...(isPlain ? more : [])].filter(Boolean).join(" ")}</p>
      {isUndone ? <Decide order={order} as="closed" /> : <Reopen order={order} />}
      {isPlain ? null : <Since order={order} says={more} />}
    </Notice>
  )
}

/** Only what was matched before is closed here: any other order goes with its shop's list. */
const NobodyPays = ({ order: { status, unmatched } }: { readonly order: Order }) => {
  const words = useWords().orders
  const isLookedFor = status === "pending" || status === "processing"
  if (unmatched !== null || isLookedFor || status === "expired") return null
  return <p className="text-sm text-muted">{words.nobodyPays}</p>
}

/** What the attempt found close, or ambiguous, pays another order by now, or is taken out. */
const isGone = ({ last_attempt: last }: Order, explained: Explanation | undefined): boolean => {
  if (last === null || explained === undefined || explained.attempt_number !== last.number) return false
  if (last.result === "ambiguous")
    return explained.beyond_one.length === 0 && !explained.candidates.some(({ movement }) => movement?.can_pay === true)
  return closeCodes.has(last.code) && !last.comes_close
}

const closeCodes = new Set(["not_found_weak", "not_found_name", "not_found_nameless", "not_found_reference"])

/** Of a match that holds no longer nothing is told any more. */
const isOver = (code: string): boolean => code.startsWith("matched")

/** Which days of the bank's list were looked at. */
const useLooked = (coverage: Explanation["coverage"], isTried: boolean): string => {
  const words = useWords().orders
  const formats = useFormats()
  if (coverage === null) return isTried ? words.notWhole : words.notLooked
  const says = coverage.complete ? words.looked : words.lookedPart
  return says(formats.shortDay(coverage.from), formats.shortDay(coverage.to))
}

const HowFar = ({ order }: { readonly order: Order }) => {
  const words = useWords().orders
  const formats = useFormats()
  const { data } = useQuery(queries.explanation(order.id))
  const explained: Explanation | undefined = data ?? undefined
  const reasons: Readonly<Record<string, string | undefined>> = words.reasons
  const attempt = explained ?? order.last_attempt
  // What was found before a payment was taken back says nothing of why the order is open now.
  const isOld = attempt != null && order.unmatched !== null && attempt.created_at <= order.unmatched.at
  const found = attempt == null || isOld || isOver(attempt.code) ? undefined : (reasons[attempt.code] ?? attempt.reason)
  const hasGone = found !== undefined && isGone(order, explained)
  const sentence = hasGone ? words.closeGone : found
  // Whoever looks at an expired one looks at what was, not at what is.
  const was =
    order.status !== "expired" || hasGone || found === undefined || attempt == null
      ? ""
      : words.wasSo(formats.moment(attempt.created_at))
  const looked = useLooked(attempt?.coverage ?? null, order.attempts_made > 0)
  // What a person chose is counted with the attempts, and was none.
  const tries = order.unmatched === null && order.attempts_made > 0 ? words.attempts(order.attempts_made) : ""
  // That it was undone is said already.
  const isSaid = sentence === undefined || (attempt?.code ?? "").endsWith("_barred")
  if (isSaid && order.unmatched !== null) return null
  return (
    <Notice tone="calm" icon="eye" title={sentence ?? undefined}>
      {[was, looked, tries].filter(Boolean).join(" ")}
    </Notice>
  )
}
