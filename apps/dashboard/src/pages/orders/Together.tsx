/** Several payments that a person puts together, or several orders: what they add up to, before it is confirmed. */
import type { Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/parts.tsx"
import { differenceOf, isLess, isNothing, sizeOf, sumOf } from "./sums.ts"
import { useAmountOff } from "./useAmountOff.ts"
import type { Payment } from "./CandidateCard.tsx"
import { EnterKey } from "./PickCard.tsx"

/** "It is exactly that", or by how much it is not; then what the shop is told, and what is left to the person. */
const useDifference = () => {
  const words = useWords().orders
  const formats = useFormats()
  const offBy = useAmountOff()
  return (came: ReadonlyArray<string>, wanted: ReadonlyArray<string>, currency: string, tells: string): string => {
    const difference = differenceOf(came, wanted)
    const off = offBy(difference, currency)
    if (off === undefined) return `${words.together.exact} ${tells}`
    const size = formats.money(sizeOf(difference), currency)
    const by = isLess(difference) ? words.together.less(size) : words.together.more(size)
    return `${by} ${tells} ${off.left}`
  }
}

interface SumProps {
  readonly order: Order
  readonly payments: ReadonlyArray<Payment>
  readonly tells: string
  readonly busy: boolean
  readonly onConfirm: () => void
}

/** Stays in sight while payments are picked above and below it. */
export const SumOfPayments = ({ busy, onConfirm, order, payments, tells }: SumProps) => {
  const words = useWords().orders
  const formats = useFormats()
  const differenceSaid = useDifference()
  const amounts = payments.map(({ amount }) => amount)
  const isOff = !isNothing(differenceOf(amounts, [order.amount]))
  const one = isOff ? words.beyond.partial : words.choose
  const money = (amount: string) => formats.money(amount, order.currency)
  return (
    <div className="sticky bottom-20 z-10 grid gap-3 rounded-xl border border-accent bg-card p-4 shadow-lift lg:bottom-4">
      <p role="status">
        {payments.length === 0 ? (
          words.together.none
        ) : (
          <>
            <strong className="num font-semibold">
              {words.together.sum(payments.length, money(sumOf(amounts)), money(order.amount))}
            </strong>{" "}
            {differenceSaid(amounts, [order.amount], order.currency, tells)}
          </>
        )}
      </p>
      {payments.length === 0 ? null : (
        <Button look="primary" busy={busy} onClick={onConfirm}>
          {payments.length === 1 ? one : words.beyond.several(payments.length)}
          <EnterKey />
        </Button>
      )}
    </div>
  )
}

/** What is said of a picked payment while other orders are marked to be paid by it too. */
export const PaysFurther = ({
  further,
  order,
  payment,
  tells
}: {
  readonly order: Order
  readonly further: ReadonlyArray<Order>
  readonly payment: Payment
  readonly tells: string
}) => {
  const words = useWords().orders
  const formats = useFormats()
  const differenceSaid = useDifference()
  const orders = [order, ...further]
  const amounts = orders.map(({ amount }) => amount)
  const alsoTold = words.beyond.alsoTold(formats.list(further.map(({ external_id: name }) => name)))
  return (
    <Notice tone="calm" icon="eye">
      {words.together.further(
        formats.list(orders.map(({ external_id: name }) => name)),
        formats.money(sumOf(amounts), order.currency)
      )}{" "}
      {differenceSaid([payment.amount], amounts, order.currency, `${tells} ${alsoTold}`)}
    </Notice>
  )
}
