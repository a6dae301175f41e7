/** One order of the worklist: why it is open, how far we looked, what could pay it, and the way to say so. */
import { Link } from "@tanstack/react-router"
import { type ReactNode, useRef, useState } from "react"
import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Failed, Waiting } from "../../ui/parts.tsx"
import { useGoOn } from "../../ui/place.ts"
import { useKeys } from "../../ui/useKeys.ts"
import { BeyondCard } from "./BeyondCard.tsx"
import { CandidateCard } from "./CandidateCard.tsx"
import { OrderBadge } from "./OrderBadge.tsx"
import { PaidBy } from "./PaidBy.tsx"
import type { Settlement } from "./settlement.ts"
import { PaysFurther, SumOfPayments } from "./Together.tsx"
import { toldMatchedAt } from "./UndoSays.tsx"
import { type Offer, useOffers } from "./useOffers.ts"
import { useTryAgain } from "./useTryAgain.ts"
import type { Settled } from "./useWorklist.ts"
import { Why } from "./Why.tsx"
import { dotted } from "../../ui/dotted.ts"
import { orderDay } from "./orderDay.ts"

interface Props {
  readonly order: Order
  readonly settled: Settled | undefined
  /** Whether its undoing has a key. */
  readonly hasKey: boolean
  /** Other orders, marked to be paid by the same payment. */
  readonly further: ReadonlyArray<Order>
  readonly isMarked: boolean
  readonly onMark: () => void
  readonly onSettle: (order: Order, by: Settlement) => void
  readonly onUndo: (settled: Settled) => void
  /** Of a match that was made before. */
  readonly onUndone: (order: Order) => void
  readonly busy: boolean
}

/** Of the order that has come in this one's place. */
const findTitle = () => document.querySelector<HTMLElement>("#main article h2")

export const OrderPane = ({
  busy,
  further,
  hasKey,
  isMarked,
  onMark,
  onSettle,
  onUndo,
  onUndone,
  order,
  settled
}: Props) => {
  const words = useWords().orders
  const formats = useFormats()
  const article = useRef<HTMLElement>(null)
  useGoOn(article, findTitle)
  const [search, setSearch] = useState("")
  const found = useOffers(order, search, further)
  const { data: me } = useQuery(queries.me())
  const isReconciling = me?.operation_mode === "reconcile"
  const isOpen = settled === undefined && order.status !== "matched"
  // Where nothing is matched, nothing can be settled either.
  const canPutTogether = isOpen && order.match === null && (order.status !== "cancelled" || isReconciling)
  const confirm = () => {
    if (found.settlement !== undefined && canPutTogether && !busy) onSettle(order, found.settlement)
  }
  useKeys({
    digit: (number) => found.pick(found.offers[number - 1]),
    Enter: confirm,
    m: () => (canPutTogether ? found.setSeveral(!found.several) : undefined)
  })
  const wanted = {
    name: order.sender_name,
    amount: order.amount,
    currency: order.currency,
    reference: [order.external_id, order.reference].filter(Boolean).join(" · "),
    date: orderDay(order)
  }
  const toldAt = toldMatchedAt(order)
  const tells = toldAt === undefined ? words.tells : words.tellsAgain(formats.moment(toldAt))
  const card = (offer: Offer) => {
    const picking = {
      number: found.offers.indexOf(offer) + 1,
      picked: found.has(offer),
      busy,
      onPick: () => found.toggle(offer),
      onConfirm: confirm
    }
    if (offer.kind === "beyond")
      return <BeyondCard key={offer.id} found={offer.found} name={order.sender_name} tells={tells} {...picking} />
    const { payment } = offer
    return (
      <CandidateCard
        key={offer.id}
        order={wanted}
        payment={payment}
        tells={tells}
        isPart={found.several}
        further={
          further.length === 0 ? undefined : (
            <PaysFurther order={order} further={further} payment={payment} tells={tells} />
          )
        }
        {...picking}
      />
    )
  }
  const cards = (from: number, to?: number) => <ol className="grid gap-3">{found.offers.slice(from, to).map(card)}</ol>
  const { hasCandidates, isPending, known } = found
  return (
    <article ref={article} aria-label={order.external_id} className="grid gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 tabIndex={-1} className="text-xl outline-none">
            {order.sender_name || order.external_id}
          </h2>
          <p className="num text-muted">{dotted([order.external_id, order.account_name])}</p>
        </div>
        <div className="ml-auto text-right">
          <p className="num text-xl font-semibold">{formats.money(order.amount, order.currency)}</p>
          <OrderBadge order={settled === undefined ? order : { status: "matched" }} />
        </div>
      </header>
      {isOpen ? (
        <Why order={order} />
      ) : (
        <PaidBy order={order} settled={settled} hasKey={hasKey} busy={busy} onUndo={onUndo} onUndone={onUndone} />
      )}
      {canPutTogether ? (
        <>
          <section className="grid gap-3">
            <div className="flex flex-wrap items-baseline justify-between gap-3">
              <h3>{words.candidates}</h3>
              {hasCandidates ? <p className="text-sm text-muted">{words.markedHint}</p> : null}
            </div>
            {further.length === 0 ? null : (
              <p className="text-sm text-muted">
                {words.together.marked(formats.list(further.map(({ external_id: name }) => name)))}
              </p>
            )}
            {isPending ? <Waiting rows={3} /> : null}
            {found.unread === undefined ? null : <Failed cause={found.unread.cause} onRetry={found.unread.retry} />}
            {!isPending && found.unread === undefined && known === 0 ? (
              <p className="text-muted">
                {order.last_attempt?.comes_close === true ? words.closeNameless : words.noCandidates}
              </p>
            ) : null}
            {cards(0, known)}
          </section>
          <section className="grid gap-3">
            <label className="grid gap-1.5">
              <span className="font-medium text-[0.9rem]">
                {words.find} <span className="block text-sm font-normal text-muted">{words.findLead}</span>
              </span>
              <span className="relative">
                <Icon name="search" className="size-4.5 absolute top-3 left-3 text-muted" />
                <input
                  type="search"
                  className="field pl-9!"
                  placeholder={words.findHint}
                  value={search}
                  onChange={({ target }) => setSearch(target.value)}
                />
              </span>
            </label>
            <Searched found={found} />
            {cards(known)}
          </section>
          {found.several ? (
            <SumOfPayments order={order} tells={tells} payments={found.payments} busy={busy} onConfirm={confirm} />
          ) : null}
        </>
      ) : null}
      <Footer
        order={order}
        isOpen={isOpen}
        together={
          canPutTogether ? (
            <>
              <Toggle on={found.several} shortcut="m" onClick={() => found.setSeveral(!found.several)}>
                {words.together.payments}
              </Toggle>
              <Toggle on={isMarked} shortcut="x" onClick={onMark}>
                {words.together.orders}
              </Toggle>
              {isMarked && further.length === 0 ? (
                <p role="status" className="basis-full text-sm">
                  {words.together.next}
                </p>
              ) : null}
            </>
          ) : null
        }
      />
    </article>
  )
}

/** How a search for the payment went: that nothing is found is said once that is known. */
const Searched = ({ found: { asked, searched } }: { readonly found: ReturnType<typeof useOffers> }) => {
  const words = useWords().orders
  const { hasMore, isAnswered, isWaiting, unread } = asked
  if (isWaiting) return <Waiting rows={2} />
  if (unread !== undefined) return <Failed cause={unread.cause} onRetry={unread.retry} />
  return (
    <p role="status" className="text-muted empty:hidden">
      {isAnswered && searched === 0 ? words.findNone : hasMore ? words.findMore : null}
    </p>
  )
}

interface ToggleProps {
  readonly on: boolean
  readonly shortcut: string
  readonly onClick: () => void
  readonly children: ReactNode
}

const Toggle = ({ children, on, onClick, shortcut }: ToggleProps) => (
  <Button
    small
    aria-pressed={on}
    aria-keyshortcuts={shortcut}
    className={on ? "border-accent! text-accent!" : ""}
    onClick={onClick}
  >
    {children} <kbd>{shortcut}</kbd>
  </Button>
)

interface FooterProps {
  readonly order: Order
  readonly isOpen: boolean
  readonly together: ReactNode
}

const Footer = ({ isOpen, order, together }: FooterProps) => {
  const words = useWords().orders
  const again = useTryAgain(order)
  return (
    <footer className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Link to="/orders/$orderId" params={{ orderId: order.id }} className={buttonLook("quiet", true)}>
        {words.details}
      </Link>
      {isOpen && order.status !== "cancelled" && order.left?.as !== "closed" ? (
        <Button small icon="refresh" busy={again.isPending} onClick={() => again.mutate()}>
          {words.again}
        </Button>
      ) : null}
      {together}
    </footer>
  )
}
