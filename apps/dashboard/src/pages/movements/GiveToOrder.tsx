/** Money that pays nothing is given to an order where one sees it: the orders of its amount first, others by searching. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Movement, Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Failed, Notice, Waiting } from "../../ui/parts.tsx"
import { SearchField } from "../../ui/SearchField.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { OrderBadge } from "../orders/OrderBadge.tsx"
import { OtherPayer } from "../orders/OtherPayer.tsx"
import { differenceOf } from "../orders/sums.ts"
import { toldMatchedAt } from "../orders/UndoSays.tsx"
import { undoOrder } from "../orders/undoOrder.ts"
import { useAmountOff } from "../orders/useAmountOff.ts"
import { dotted } from "../../ui/dotted.ts"
import { orderDay } from "../orders/orderDay.ts"

/** What is cancelled or expired may be paid all the same: a person chooses it. */
const unpaid = "pending,processing,ambiguous,not_found,failed,expired,cancelled"
const stale = [["orders"], ["settled"], ["movements"], ["deliveries"], ["payers"], ["activity"]]
const shownAtFirst = 8

interface Props {
  readonly movement: Movement
  readonly onDone: () => void
}

export const GiveToOrder = ({ movement, onDone }: Props) => {
  const words = useWords().movements.give
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="mt-5 grid gap-3 border-t border-line pt-5">
      {isOpen ? (
        <Choosing movement={movement} onDone={onDone} />
      ) : (
        <Button look="primary" icon="orders" className="justify-self-start" onClick={() => setOpen(true)}>
          {words.open}
        </Button>
      )}
    </section>
  )
}

const Choosing = ({ movement, onDone }: Props) => {
  const { actions, movements, orders, undone } = useWords()
  const words = movements.give
  const { say } = useToasts()
  const [search, setSearch] = useState("")
  const [chosen, setChosen] = useState<Order>()
  const wanted = search === "" ? { amount: movement.amount } : { q: search }
  const { data, error, refetch } = useInfiniteQuery(
    queries.orders({ ...wanted, account_id: movement.account_id, status: unpaid })
  )
  const fitting = (data?.pages[0] ?? []).filter(({ currency }) => currency === movement.currency)
  const found = fitting.slice(0, shownAtFirst)
  const undo = useAction({
    about: ({ id }: Order) => id,
    run: (order: Order) => undoOrder({ id: order.id, accountId: order.account_id }, false),
    stale,
    done: (_, order) => say(undone.said(order.external_id, 1))
  })
  const give = useAction({
    run: (order: Order) =>
      api.post("/conciliation/{requestId}/resolve", {
        path: { requestId: order.id },
        body: { movement_ids: [movement.id] }
      }),
    stale,
    done: (_, order) => {
      say(orders.settled(order.external_id, 1, toldMatchedAt(order) !== undefined), {
        label: actions.undo,
        run: () => undo.mutate(order)
      })
      onDone()
    }
  })
  return (
    <>
      <div>
        <h3>{words.title}</h3>
        <p className="text-sm text-muted">{search === "" ? words.sameAmount : words.found}</p>
      </div>
      <SearchField label={orders.search} hint={orders.searchFor} value={search} onChange={setSearch} />
      {data === undefined && error === null ? <Waiting rows={2} /> : null}
      {data === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
      {data !== undefined && found.length === 0 ? (
        <p className="text-muted">{search === "" ? words.none : words.noneFound}</p>
      ) : null}
      <ul aria-label={words.title} className="grid gap-2">
        {found.map((order) => (
          <li key={order.id}>
            <Choice order={order} isChosen={order.id === chosen?.id} onChoose={() => setChosen(order)} />
          </li>
        ))}
      </ul>
      {fitting.length > shownAtFirst ? <p className="text-sm text-muted">{words.more}</p> : null}
      {chosen === undefined ? null : (
        <Given movement={movement} order={chosen} busy={give.isPending} onConfirm={() => give.mutate(chosen)} />
      )}
    </>
  )
}

interface ChoiceProps {
  readonly order: Order
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const Choice = ({ isChosen, onChoose, order }: ChoiceProps) => {
  const formats = useFormats()
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={`flex w-full flex-wrap items-baseline justify-between gap-x-4 rounded-xl border px-4 py-2.5 text-left ${
        isChosen ? "border-accent bg-accent-soft" : "border-line hover:bg-sunken"
      }`}
    >
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{order.sender_name || order.external_id}</span>
        <span className="num block text-sm text-muted">
          {dotted([order.external_id, formats.day(orderDay(order))])}
        </span>
      </span>
      <span className="grid justify-items-end gap-0.5">
        <span className="num font-semibold">{formats.money(order.amount, order.currency)}</span>
        <OrderBadge order={order} />
      </span>
    </button>
  )
}

interface GivenProps {
  readonly movement: Movement
  readonly order: Order
  readonly busy: boolean
  readonly onConfirm: () => void
}

/** What a confirmation does is said before it. */
const Given = ({ busy, movement, onConfirm, order }: GivenProps) => {
  const { movements, orders } = useWords()
  const formats = useFormats()
  const off = useAmountOff()(differenceOf([movement.amount], [order.amount]), movement.currency)
  const toldAt = toldMatchedAt(order)
  const tells = toldAt === undefined ? orders.tells : orders.tellsAgain(formats.moment(toldAt))
  const confirming = useRef<HTMLDivElement>(null)
  // Whoever chooses sees what there is to do next.
  useEffect(() => {
    confirming.current?.scrollIntoView({ block: "nearest" })
  }, [order.id])
  return (
    <div ref={confirming} className="grid gap-3">
      <OtherPayer payers={[movement.sender_name]} name={order.sender_name} />
      <Notice tone={off === undefined ? "calm" : "warn"} icon="eye">
        <p>{off === undefined ? tells : `${off.says}. ${tells} ${off.left}`}</p>
        <Button look="primary" className="mt-3" busy={busy} onClick={onConfirm}>
          {movements.give.confirm(order.external_id)}
        </Button>
      </Notice>
    </div>
  )
}
