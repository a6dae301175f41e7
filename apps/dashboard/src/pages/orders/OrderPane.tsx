/** One order of the worklist: why it is open, how far we looked, what could pay it, and the way to say so. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../../api/client.ts"
import type { BeyondOne, Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice, Waiting } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { useKeys } from "../../ui/useKeys.ts"
import { BeyondCard } from "./BeyondCard.tsx"
import { CandidateCard, type Payment } from "./CandidateCard.tsx"
import { OrderBadge } from "./OrderBadge.tsx"
import { type Settlement, settlementOf } from "./settlement.ts"
import { usePayments } from "./usePayments.ts"
import type { Settled } from "./useWorklist.ts"

type Offer = { readonly id: string; readonly by: Settlement } & (
  | { readonly kind: "payment"; readonly payment: Payment }
  | { readonly kind: "beyond"; readonly found: BeyondOne }
)

const ofPayment = (payment: Payment): Offer => ({
  kind: "payment",
  id: payment.id,
  payment,
  by: { movementId: payment.id, aside: [], payer: payment.payer }
})

const ofBeyond = (found: BeyondOne): ReadonlyArray<Offer> => {
  const by = settlementOf(found)
  const id = [found.kind, ...found.movements.map(({ movement_id: movement }) => movement)].join(" ")
  return by === undefined ? [] : [{ kind: "beyond", id, found, by }]
}

interface Props {
  readonly order: Order
  readonly settled: Settled | undefined
  readonly onSettle: (order: Order, by: Settlement) => void
  readonly onUndo: (settled: Settled) => void
  readonly busy: boolean
}

export const OrderPane = ({ busy, onSettle, onUndo, order, settled }: Props) => {
  const words = useWords().orders
  const formats = useFormats()
  const [search, setSearch] = useState("")
  const { beyond, candidates, explanation, isPending, searched } = usePayments(order, search)
  const offers = [
    ...candidates.map(ofPayment),
    ...beyond.flatMap(ofBeyond),
    // Numbered after what was there before the search.
    ...searched.map(ofPayment)
  ]
  const [picked, setPicked] = useState<string>()
  const isOpen = settled === undefined && order.status !== "matched"
  const confirm = (offer: Offer | undefined) => {
    if (offer !== undefined && isOpen && !busy) onSettle(order, offer.by)
  }
  useKeys({
    digit: (number) => setPicked(offers[number - 1]?.id),
    Enter: () => confirm(offers.find(({ id }) => id === picked))
  })
  const wanted = {
    name: order.sender_name,
    amount: order.amount,
    currency: order.currency,
    reference: [order.external_id, order.reference].filter(Boolean).join(" · "),
    date: order.created_at
  }
  const card = (offer: Offer) => {
    const picking = {
      number: offers.indexOf(offer) + 1,
      picked: offer.id === picked,
      busy,
      onPick: () => setPicked(offer.id === picked ? undefined : offer.id),
      onConfirm: () => confirm(offer)
    }
    return offer.kind === "payment" ? (
      <CandidateCard key={offer.id} order={wanted} payment={offer.payment} {...picking} />
    ) : (
      <BeyondCard key={offer.id} found={offer.found} {...picking} />
    )
  }
  const cards = (from: number, to?: number) => <ol className="grid gap-3">{offers.slice(from, to).map(card)}</ol>
  const known = offers.length - searched.length
  return (
    <article aria-label={order.external_id} className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-xl">{order.sender_name || order.external_id}</h2>
          <p className="num text-muted">
            {order.external_id} · {order.account_name}
          </p>
        </div>
        <div className="text-right">
          <p className="num text-xl font-semibold">{formats.money(order.amount, order.currency)}</p>
          <OrderBadge status={settled === undefined ? order.status : "matched"} />
        </div>
      </header>
      {settled === undefined ? null : (
        <Notice tone="good" icon="check" role="status" title={words.matchedWith(settled.by.payer)}>
          <Button small className="mt-1" busy={busy} onClick={() => onUndo(settled)}>
            {words.unmatch} <kbd>u</kbd>
          </Button>
        </Notice>
      )}
      {isOpen ? <Why order={order} code={explanation?.code} reason={explanation?.reason ?? null} /> : null}
      {isOpen && order.match === null ? (
        <>
          <section className="grid gap-3">
            <div className="flex items-baseline justify-between gap-3">
              <h3>{words.candidates}</h3>
              {candidates.length > 0 ? <p className="text-sm text-muted">{words.markedHint}</p> : null}
            </div>
            {isPending ? <Waiting rows={3} /> : null}
            {!isPending && known === 0 ? <p className="text-muted">{words.noCandidates}</p> : null}
            {cards(0, known)}
          </section>
          <section className="grid gap-3">
            <label className="grid gap-1.5">
              <span className="font-medium text-[0.9rem]">{words.find}</span>
              <span className="relative">
                <Icon name="search" className="absolute top-3 left-3 size-4.5 text-muted" />
                <input
                  type="search"
                  className="field pl-9!"
                  placeholder={words.findHint}
                  value={search}
                  onChange={({ target }) => setSearch(target.value)}
                />
              </span>
            </label>
            {cards(known)}
            {search.trim().length > 1 && searched.length === 0 ? <p className="text-muted">{words.findNone}</p> : null}
          </section>
        </>
      ) : null}
      <Footer order={order} isOpen={isOpen} />
    </article>
  )
}

const Why = ({
  code,
  order,
  reason
}: {
  readonly order: Order
  readonly code: string | undefined
  readonly reason: string | null
}) => {
  const words = useWords().orders
  const formats = useFormats()
  const reasons: Readonly<Record<string, string | undefined>> = words.reasons
  const attempt = order.last_attempt
  const known = code ?? attempt?.code
  const sentence = (known === undefined ? undefined : reasons[known]) ?? reason ?? attempt?.reason
  const coverage = attempt?.coverage ?? null
  const looked =
    coverage === null
      ? words.notLooked
      : (coverage.complete ? words.looked : words.lookedPart)(
          formats.shortDay(coverage.from),
          formats.shortDay(coverage.to)
        )
  return (
    <Notice tone="calm" icon="eye" title={sentence ?? undefined}>
      {looked} {order.attempts_made > 0 ? words.attempts(order.attempts_made) : ""}
    </Notice>
  )
}

const Footer = ({ isOpen, order }: { readonly order: Order; readonly isOpen: boolean }) => {
  const words = useWords().orders
  const stale = [["orders"]]
  const again = useAction({
    run: () => api.post("/conciliation/{requestId}/run", { path: { requestId: order.id } }),
    said: words.againDone,
    stale
  })
  return (
    <footer className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Link to="/orders/$orderId" params={{ orderId: order.id }} className={buttonLook("quiet", true)}>
        {words.details}
      </Link>
      {isOpen ? (
        <Button small icon="refresh" busy={again.isPending} onClick={() => again.mutate()}>
          {words.again}
        </Button>
      ) : null}
    </footer>
  )
}
