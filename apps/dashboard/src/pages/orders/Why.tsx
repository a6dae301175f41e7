/** Why an order is not matched, how far we looked, and what a person can do about it now. */
import { useQuery } from "@tanstack/react-query"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Explanation, Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

export const Why = ({ order }: { readonly order: Order }) => {
  if (order.status === "cancelled") return <WasCancelled order={order} />
  return (
    <>
      {order.separated_at === null ? null : <WasUndone order={order} />}
      <HowFar order={order} />
    </>
  )
}

const WasUndone = ({ order }: { readonly order: Order }) => {
  const words = useWords().orders.wasUndone
  return (
    <Notice tone="warn" title={words.title}>
      <p>{words.what}</p>
      <Leave order={order} label={words.leave} said={words.left(order.external_id)} />
    </Notice>
  )
}

const WasCancelled = ({ order }: { readonly order: Order }) => {
  const words = useWords().orders.wasCancelled
  const formats = useFormats()
  const isUndone = order.separated_at !== null
  const cause = order.cancelled_because ?? "unknown"
  const says = [
    order.cancelled_at === null ? "" : words.since(formats.day(order.cancelled_at)),
    isUndone ? words.undone : "",
    cause === "mode" ? words.mode : `${words.settle} ${words.reopen}`
  ]
  return (
    <Notice tone={isUndone ? "warn" : "calm"} title={words.titles[cause]}>
      <div className="grid gap-1.5">
        {says.filter(Boolean).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {isUndone ? <Leave order={order} label={words.leave} said={words.left(order.external_id)} /> : null}
    </Notice>
  )
}

interface LeaveProps {
  readonly order: Order
  readonly label: string
  readonly said: string
}

const Leave = ({ label, order, said }: LeaveProps) => {
  const leave = useAction({
    run: () => api.post("/conciliation/{requestId}/leave", { path: { requestId: order.id } }),
    said,
    stale: [["orders"], ["settled"], ["activity"]]
  })
  return (
    <Button small className="mt-2" busy={leave.isPending} onClick={() => leave.mutate()}>
      {label}
    </Button>
  )
}

/** Of a match that holds no longer nothing is told any more. */
const isOver = (code: string): boolean => code.startsWith("matched")

const HowFar = ({ order }: { readonly order: Order }) => {
  const words = useWords().orders
  const formats = useFormats()
  const { data } = useQuery(queries.explanation(order.id))
  const explained: Explanation | undefined = data ?? undefined
  const reasons: Readonly<Record<string, string | undefined>> = words.reasons
  const attempt = explained ?? order.last_attempt
  const sentence = attempt == null || isOver(attempt.code) ? undefined : (reasons[attempt.code] ?? attempt.reason)
  const coverage = attempt?.coverage ?? null
  const looked =
    coverage === null
      ? order.attempts_made === 0
        ? words.notLooked
        : words.notWhole
      : (coverage.complete ? words.looked : words.lookedPart)(
          formats.shortDay(coverage.from),
          formats.shortDay(coverage.to)
        )
  // What a person chose is counted with the attempts, and was none.
  const tries = order.separated_at === null && order.attempts_made > 0 ? words.attempts(order.attempts_made) : ""
  // What led to the match that was undone, and that it was undone, is said already.
  const isSaid = sentence === undefined || /^ambiguous|_barred$/.test(attempt?.code ?? "")
  if (isSaid && order.separated_at !== null) return null
  return (
    <Notice tone="calm" icon="eye" title={sentence ?? undefined}>
      {looked} {tries}
    </Notice>
  )
}
