/** A matched order: who paid it, what is missing, and the way back. */
import type { Order, OrderDetail } from "../../api/types.ts"
import { Link } from "@tanstack/react-router"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Failed, Notice } from "../../ui/parts.tsx"
import { useState } from "react"
import { BookedBack } from "./BookedBack.tsx"
import { ExcludedPayment } from "./ExcludedPayment.tsx"
import { Undoing } from "./Undoing.tsx"
import { usePaid } from "./usePaid.ts"
import { useSettledBy } from "./useSettledBy.ts"
import type { Settled } from "./useWorklist.ts"
import { apart, dotted } from "../../ui/dotted.ts"

interface Props {
  readonly order: Order
  /** By whom it was settled just now; undefined: before. */
  readonly settled: Settled | undefined
  /** Whether a key undoes it: only what was decided last has one. */
  readonly hasKey: boolean
  readonly busy: boolean
  readonly onUndo: (settled: Settled) => void
  /** Of a match that was made before. */
  readonly onUndone: (order: Order) => void
}

export const PaidBy = ({ busy, hasKey, onUndo, onUndone, order, settled }: Props) => {
  const { orders: words, undone } = useWords()
  const formats = useFormats()
  const [undoing, setUndoing] = useState(false)
  const settledBy = useSettledBy()
  const { isRead, off, payments, unread } = usePaid(order)
  const [first] = payments
  const payer = payments.length === 1 ? first?.sender_name : settled?.by.payer
  return (
    <>
      <Notice
        tone="good"
        icon="check"
        role="status"
        title={
          payer !== undefined && payer !== ""
            ? words.paid.by(apart(payer))
            : // Until its payments are read nobody knows how many they are.
              isRead
              ? words.paid.title(payments.length)
              : undefined
        }
      >
        <ul>
          {payments.map(({ also_pays: others, amount, currency, date, id, sender_name: name }) => (
            <li key={id} className="num">
              {dotted([payments.length === 1 ? "" : name, formats.money(amount, currency), formats.day(date)])}
              <AlsoPays orders={others} />
            </li>
          ))}
        </ul>
        {settled === undefined && order.match !== null ? <p>{settledBy(order.match)}</p> : null}
        <Button
          small
          className="mt-2"
          // What it takes back is said first, so that has to be known.
          busy={busy || (settled === undefined && !isRead)}
          onClick={() => (settled === undefined ? setUndoing(true) : onUndo(settled))}
        >
          {undone.undo} {settled === undefined ? "…" : hasKey ? <kbd>u</kbd> : null}
        </Button>
      </Notice>
      {unread === undefined ? null : <Failed cause={unread.cause} onRetry={unread.retry} />}
      <BookedBack order={order} />
      <ExcludedPayment order={order} payments={payments} />
      {off === undefined ? null : <Notice tone="warn">{off}</Notice>}
      {undoing ? (
        <Undoing order={order} payments={payments} onClose={() => setUndoing(false)} onUndone={() => onUndone(order)} />
      ) : null}
    </>
  )
}

export const AlsoPays = ({ orders }: { readonly orders: OrderDetail["matches"][number]["also_pays"] }) => {
  const words = useWords().orders
  if (orders.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted">
      {words.alsoPays}
      {orders.map(({ external_id: name, request_id: orderId }) => (
        <Link
          key={orderId}
          to="/orders/$orderId"
          params={{ orderId }}
          className="text-accent underline underline-offset-3"
        >
          {name}
        </Link>
      ))}
    </span>
  )
}
