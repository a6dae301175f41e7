/**
 * What one order and one payment don't explain: a payment for several orders, several payments for one, or one of another
 * amount. Orders and payments stand side by side, and what a confirmation does, and leaves to do, is said before it.
 */
import { Link } from "@tanstack/react-router"
import type { BeyondOne } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Notice } from "../../ui/parts.tsx"
import { OtherPayer } from "./OtherPayer.tsx"
import { PickCard, type Picking, PickNumber } from "./PickCard.tsx"
import { useAmountOff } from "./useAmountOff.ts"

interface Props extends Picking {
  readonly found: BeyondOne
  /** What the shop is told of the order. */
  readonly tells: string
  /** The order's. */
  readonly name: string
}

const useTold = (found: BeyondOne) => {
  const words = useWords().orders.beyond
  const formats = useFormats()
  const off = useAmountOff()(found.difference, found.currency)
  const [, ...others] = found.requests
  if (found.kind === "one_for_several") {
    const names = formats.list(others.map(({ external_id: id }) => id))
    return {
      title: words.oneForSeveral(others.length + 1),
      note: `${words.alsoTold(names)} ${words.oneForSeveralNote}`,
      confirm: words.one(others.length + 1)
    }
  }
  if (found.kind === "several_for_one") {
    const count = found.movements.length
    return { title: words.severalForOne(count), note: words.severalForOneNote, confirm: words.several(count) }
  }
  return { title: off?.says, note: off?.left, confirm: words.partial }
}

export const BeyondCard = ({ found, name, tells, ...picking }: Props) => {
  const words = useWords().orders
  const formats = useFormats()
  const { confirm, note, title } = useTold(found)
  const others = found.requests.slice(1)
  const money = (amount: string) => formats.money(amount, found.currency)
  return (
    <PickCard
      {...picking}
      confirm={confirm}
      note={
        <>
          <Notice tone="calm" icon="eye">
            {tells} {note}
            {others.length === 0 ? null : (
              <span className="mt-1 flex flex-wrap gap-x-3">
                {others.map(({ external_id: id, request_id: orderId }) => (
                  <Link
                    key={orderId}
                    to="/orders/$orderId"
                    params={{ orderId }}
                    className="text-accent underline underline-offset-3"
                  >
                    {id}
                  </Link>
                ))}
              </span>
            )}
          </Notice>
          <OtherPayer payers={found.movements.map(({ sender_name: payer }) => payer)} name={name} />
        </>
      }
    >
      <span className="flex items-baseline gap-3">
        <PickNumber number={picking.number} />
        <span className="font-semibold">{title}</span>
      </span>
      <span className="mt-3 grid grid-cols-2 gap-x-4">
        <Side
          title={words.says}
          lines={found.requests.map(({ amount, external_id: order, request_id: id }) => ({
            id,
            name: order,
            amount: money(amount)
          }))}
        />
        <Side
          title={words.bankSays}
          lines={found.movements.map(({ amount, booked_date: date, movement_id: id, sender_name: payer }) => ({
            id,
            name: payer,
            more: formats.shortDay(date),
            amount: money(amount)
          }))}
        />
      </span>
    </PickCard>
  )
}

interface Line {
  readonly id: string
  readonly name: string
  readonly more?: string
  readonly amount: string
}

const Side = ({ lines, title }: { readonly title: string; readonly lines: ReadonlyArray<Line> }) => (
  <span className="min-w-0">
    <span className="block text-xs font-medium text-muted">{title}</span>
    {lines.map(({ amount, id, more, name }) => (
      <span
        key={id}
        className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-1.5 sm:flex-nowrap"
      >
        <span className="min-w-0 wrap-anywhere">
          {name}
          {more === undefined ? null : <span className="block text-sm text-muted">{more}</span>}
        </span>
        <span className="num ml-auto font-medium">{amount}</span>
      </span>
    ))}
  </span>
)
