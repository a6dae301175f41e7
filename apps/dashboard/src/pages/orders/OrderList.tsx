import { memo, useCallback, useEffect, useRef } from "react"
import type { Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Badge } from "../../ui/parts.tsx"
import { OrderBadge } from "./OrderBadge.tsx"
import { useSettledBy } from "./useSettledBy.ts"
import type { Settled } from "./useWorklist.ts"
import { dotted } from "../../ui/dotted.ts"
import { orderDay } from "./orderDay.ts"

interface Props {
  readonly orders: ReadonlyArray<Order>
  readonly settled: ReadonlyMap<string, Settled>
  readonly selected: string | undefined
  /** Whether the chosen one is what is looked at: on a phone the list is seen without any. */
  readonly isOne: boolean
  /** To be paid by one payment. */
  readonly marked: ReadonlySet<string>
  readonly onSelect: (id: string) => void
}

/** Whether the order stands beside the list, or below it. */
export const isBeside = (): boolean => matchMedia("(min-width: 64rem)").matches

export const OrderList = ({ isOne, marked, onSelect, orders, selected, settled }: Props) => {
  const words = useWords().orders
  const latest = useRef(onSelect)
  useEffect(() => {
    latest.current = onSelect
  })
  const select = useCallback((id: string) => latest.current(id), [])
  const ofSeveral = new Set(orders.map(({ account_id }) => account_id)).size > 1
  return (
    <ul aria-label={words.list} className="divide-y divide-line">
      {orders.map((order) => (
        <Row
          key={order.id}
          order={order}
          settled={settled.get(order.id)}
          isSelected={order.id === selected && (isOne || isBeside())}
          isMarked={marked.has(order.id)}
          namesAccount={ofSeveral}
          onSelect={select}
        />
      ))}
    </ul>
  )
}

/** Of its amount something came that a person may know better. */
const isNear = ({ last_attempt: attempt, separated_at: undone, status }: Order): boolean =>
  status === "not_found" && undone === null && attempt?.comes_close === true

interface RowProps {
  readonly order: Order
  readonly settled: Settled | undefined
  readonly isSelected: boolean
  readonly isMarked: boolean
  /** Where orders of several accounts stand below each other. */
  readonly namesAccount: boolean
  readonly onSelect: (id: string) => void
}

/** Of a thousand rows a step from one to the next draws two. */
const Row = memo(({ isMarked, isSelected, namesAccount, onSelect, order, settled }: RowProps) => {
  const words = useWords().orders
  const formats = useFormats()
  const settledBy = useSettledBy()
  const row = useRef<HTMLButtonElement>(null)
  // The chosen row stays in sight, and nothing else moves. Where the order stands below the list it is the order that does.
  useEffect(() => {
    if (isSelected && isBeside()) row.current?.scrollIntoView({ block: "nearest" })
  }, [isSelected])
  return (
    <li>
      <button
        ref={row}
        type="button"
        onClick={() => onSelect(order.id)}
        aria-current={isSelected}
        data-keys={isSelected ? "" : undefined}
        className={`grid w-full grid-cols-1 gap-y-0.5 border-l-3 px-4 py-3 text-left ${
          isSelected ? "border-accent bg-accent-soft" : "border-transparent hover:bg-sunken"
        }`}
      >
        <span className="flex justify-between gap-4">
          {/* Of a name that runs from right to left it is the end that is cut off, too. */}
          <span dir="auto" className="truncate font-semibold">
            {order.sender_name || order.external_id}
          </span>
          <span className="num shrink-0 font-semibold">{formats.money(order.amount, order.currency)}</span>
        </span>
        {/* A long state takes a line of its own. */}
        <span className="flex flex-wrap justify-between gap-x-4 gap-y-0.5">
          <span className="num truncate text-sm text-muted">
            {dotted([order.external_id, formats.day(orderDay(order)), namesAccount ? order.account_name : null])}
          </span>
          <span className="ml-auto text-right">
            {settled === undefined && isMarked ? (
              <span className="mr-2 inline-flex items-center gap-1 text-sm font-medium text-accent">
                <Icon name="check" className="size-4" />
                {words.together.mark}
              </span>
            ) : null}
            {settled === undefined && isNear(order) ? <Badge tone="warn">{words.near}</Badge> : null}
            {settled === undefined && !isNear(order) ? <OrderBadge order={order} /> : null}
            {settled === undefined ? null : (
              <span className="inline-flex items-center gap-1 text-sm font-medium text-good">
                <Icon name="check" className="size-4" />
                {words.settledBy}
              </span>
            )}
          </span>
        </span>
        {settled === undefined && order.match?.by_person === true ? (
          <span className="num truncate text-sm text-muted">{settledBy(order.match)}</span>
        ) : null}
      </button>
    </li>
  )
})
