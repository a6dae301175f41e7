/** What taking a match back does, in the same words before and after it: which payment, what the shop hears, what is learned. */
import { api } from "../../api/client.ts"
import type { Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { More } from "../../ui/More.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { dotted } from "../../ui/dotted.ts"

export interface TakenBack {
  readonly amount: string
  readonly currency: string
  readonly sender_name: string
  readonly date: string
}

type Told = Pick<Order, "last_delivery">

/** When the shop took the message that the order is matched; undefined: it has not, so far as is known. */
export const toldMatchedAt = ({ last_delivery: last }: Told): string | undefined =>
  last?.event === "matched" ? (last.delivered_at ?? undefined) : undefined

export const usePaymentsSaid = () => {
  const formats = useFormats()
  return (payments: ReadonlyArray<TakenBack>): string =>
    formats.list(
      payments.map(({ amount, currency, date, sender_name: payer }) =>
        dotted([payer, formats.money(amount, currency), formats.day(date)])
      )
    )
}

/** What the shop hears of it, and what it knows. */
const useShopSaid = () => {
  const words = useWords().undone
  const formats = useFormats()
  return (order: Told): string => {
    const told = toldMatchedAt(order)
    return told === undefined ? words.untold : words.told(formats.moment(told))
  }
}

interface LearnedProps {
  readonly order: Pick<Order, "id" | "sender_name" | "external_id">
  readonly payments: ReadonlyArray<Pick<TakenBack, "sender_name">>
  readonly isForgotten: boolean
  readonly busy?: boolean
  readonly onForget: () => void
}

const Learned = ({ busy = false, isForgotten, onForget, order, payments }: LearnedProps) => {
  const words = useWords().undone
  const formats = useFormats()
  const payers = [...new Set(payments.map(({ sender_name: payer }) => payer))].filter(Boolean)
  if (payers.length === 0) return <p>{words.nothingLearned}</p>
  const said = [formats.list(payers.map(words.quoted)), words.quoted(order.sender_name || order.external_id)] as const
  return (
    <p>
      {isForgotten ? words.forgotten(...said) : words.learned(...said)}{" "}
      {isForgotten ? null : (
        <button
          type="button"
          aria-disabled={busy ? true : undefined}
          onClick={() => (busy ? undefined : onForget())}
          className="font-medium text-accent underline underline-offset-3 aria-disabled:opacity-55"
        >
          {words.forget}
        </button>
      )}
    </p>
  )
}

interface Props {
  readonly order: Pick<Order, "id" | "sender_name" | "external_id" | "listed"> & Told
  readonly payments: ReadonlyArray<TakenBack>
  /** Other orders that the payment goes on paying. */
  readonly others: ReadonlyArray<string>
  readonly isForgotten: boolean
  readonly onForget: () => void
}

/** Before it. */
export const UndoSays = ({ isForgotten, onForget, order, others, payments }: Props) => {
  const words = useWords().undone
  const formats = useFormats()
  const paymentsSaid = usePaymentsSaid()
  const shopSaid = useShopSaid()
  return (
    <div className="grid gap-1.5">
      <p>
        {words.takes(paymentsSaid(payments))} {words.again}
      </p>
      <p>{others.length === 0 ? words.free : words.others(formats.list(others))}</p>
      <p>{shopSaid(order)}</p>
      <More label={words.moreBefore}>
        <p>{words.choices(order.listed === false)}</p>
        <Learned order={order} payments={payments} isForgotten={isForgotten} onForget={onForget} />
      </More>
    </div>
  )
}

/** After it: what the shop knows, what else can be done, and the name, which may still be forgotten. */
export const Since = ({ order, says = [] }: { readonly order: Order; readonly says?: ReadonlyArray<string> }) => {
  const words = useWords().undone
  const shopSaid = useShopSaid()
  return (
    <More about={order.id} label={toldMatchedAt(order) === undefined ? words.more : words.moreTold}>
      {[...says, shopSaid(order)].filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <LearnedSince order={order} />
    </More>
  )
}

const LearnedSince = ({ order }: { readonly order: Order }) => {
  const words = useWords().undone
  const forget = useAction({
    run: () => api.post("/conciliation/{requestId}/forget", { path: { requestId: order.id } }),
    said: words.forgot,
    stale: [["orders"], ["settled"], ["payers"]]
  })
  const { unmatched } = order
  if (unmatched === null) return null
  return (
    <Learned
      order={order}
      payments={unmatched.payments}
      isForgotten={!unmatched.taught}
      busy={forget.isPending}
      onForget={() => forget.mutate()}
    />
  )
}

const stale = [["orders"], ["settled"], ["activity"]]

const useReopen = ({ external_id: name, id }: Pick<Order, "id" | "external_id">) => {
  const words = useWords().undone
  return useAction({
    run: () => api.post("/conciliation/{requestId}/reopen", { path: { requestId: id } }),
    said: words.reopened(name),
    stale
  })
}

export const Decide = ({ as, order }: { readonly as: "waiting" | "closed"; readonly order: Order }) => {
  const { actions, undone: words } = useWords()
  const { say } = useToasts()
  const reopen = useReopen(order)
  const leave = useAction({
    run: () => api.post("/conciliation/{requestId}/leave", { path: { requestId: order.id }, query: { as } }),
    stale,
    done: () =>
      say((as === "waiting" ? words.waits : words.closes)(order.external_id), {
        label: actions.undo,
        about: {
          orders: [order.id],
          holds: ({ left, separated_at: separated }) => left?.as === as && separated === null
        },
        run: () => reopen.mutate()
      })
  })
  return (
    <div className="mt-2 grid justify-items-start gap-1.5">
      <Button small busy={leave.isPending} onClick={() => leave.mutate()}>
        {as === "waiting" ? words.wait : words.close}
      </Button>
    </div>
  )
}

/** The way back from either. */
export const Reopen = ({ order }: { readonly order: Order }) => {
  const words = useWords().undone
  const reopen = useReopen(order)
  // One that is cancelled and not left was cancelled with all others, when the mode was changed.
  const isListedAgain = order.left === null && order.unmatched !== null && order.status !== "cancelled"
  if ((order.left === null && !isListedAgain) || order.status === "expired") return null
  return (
    <Button small className="mt-2" busy={reopen.isPending} onClick={() => reopen.mutate()}>
      {words.reopen}
    </Button>
  )
}
