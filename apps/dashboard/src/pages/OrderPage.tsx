/** The whole story of one order, from the shop's list to the shop's answer. */
import { useQuery } from "@tanstack/react-query"
import { Link, useParams, useRouter } from "@tanstack/react-router"
import { useState } from "react"
import { api, Refusal } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import type { Order } from "../api/types.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button, buttonLook } from "../ui/Button.tsx"
import { Failed, Notice, PageHead, Panel, Waiting } from "../ui/parts.tsx"
import { useAction } from "../ui/useAction.ts"
import { useTitle } from "../ui/useTitle.ts"
import { Missing } from "./Missing.tsx"
import { ExcludedPayment } from "./orders/ExcludedPayment.tsx"
import { OrderBadge } from "./orders/OrderBadge.tsx"
import { AlsoPays } from "./orders/PaidBy.tsx"
import { Timeline } from "./orders/Timeline.tsx"
import { Undoing } from "./orders/Undoing.tsx"
import { useSettledBy } from "./orders/useSettledBy.ts"
import { useTryAgain } from "./orders/useTryAgain.ts"
import { usePaid } from "./orders/usePaid.ts"
import { Why } from "./orders/Why.tsx"
import { dotted } from "../ui/dotted.ts"
import { orderDay } from "./orders/orderDay.ts"

export const OrderPage = () => {
  const { orderId } = useParams({ from: "/orders/$orderId" })
  const { data, error, refetch } = useQuery(queries.listedOrder(orderId))
  if (data === null) return <Missing />
  if (data !== undefined) return <Found order={data} />
  // Not the form of an id.
  if (error instanceof Refusal && (error.status === 404 || error.status === 400)) return <Missing />
  return error === null ? <Waiting rows={8} /> : <Failed cause={error} onRetry={() => void refetch()} />
}

/** To where one came from; who came by an address of its own gets to the order in its list. */
const Back = ({ order }: { readonly order: Order }) => {
  const { actions } = useWords()
  const { history } = useRouter()
  return (
    <Link
      to="/orders"
      search={{ show: "all", order: order.id }}
      className={buttonLook("quiet")}
      onClick={(event) => {
        if (!history.canGoBack()) return
        event.preventDefault()
        history.back()
      }}
    >
      {actions.back}
    </Link>
  )
}

const Found = ({ order }: { readonly order: Order }) => {
  const { orders: words, undone } = useWords()
  const formats = useFormats()
  const settledBy = useSettledBy()
  useTitle(order.external_id)
  const isMatched = order.status === "matched"
  const { isRead, off, payments, unread } = usePaid(order)
  const stale = [["orders"], ["movements"], ["deliveries"], ["endpoint"]]
  const [undoing, setUndoing] = useState(false)
  const again = useTryAgain(order)
  const resend = useAction({
    run: () => api.post("/conciliation/{requestId}/notify", { path: { requestId: order.id } }),
    said: words.resent,
    stale
  })
  return (
    <>
      <PageHead
        title={order.sender_name || order.external_id}
        lead={
          <span className="flex flex-wrap items-center gap-3">
            <OrderBadge order={order} />
            <span className="num">{dotted([order.external_id, order.account_name])}</span>
          </span>
        }
      >
        <Back order={order} />
        {isMatched ? (
          <>
            <Button busy={resend.isPending} onClick={() => resend.mutate()}>
              {words.resend}
            </Button>
            <Button look="danger" busy={!isRead} onClick={() => setUndoing(true)}>
              {undone.undo} …
            </Button>
          </>
        ) : (
          <>
            {order.status === "cancelled" ? null : (
              <Button icon="refresh" busy={again.isPending} onClick={() => again.mutate()}>
                {words.again}
              </Button>
            )}
            <Link to="/orders" search={{ order: order.id }} className={buttonLook("primary")}>
              {words.toSettle}
            </Link>
          </>
        )}
      </PageHead>
      <div className="mb-5 grid gap-3 empty:hidden">
        {isMatched ? null : <Why order={order} />}
        {isMatched && order.match !== null ? (
          <Notice tone="good" icon="check">
            {settledBy(order.match)}
          </Notice>
        ) : null}
        {isMatched && unread !== undefined ? <Failed cause={unread.cause} onRetry={unread.retry} /> : null}
        {isMatched ? <ExcludedPayment order={order} payments={payments} /> : null}
        {isMatched && off !== undefined ? <Notice tone="warn">{off}</Notice> : null}
      </div>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <Panel title={words.timeline.title}>
          <Timeline orderId={order.id} />
        </Panel>
        <div className="grid gap-5">
          <Panel title={words.says}>
            <Facts
              facts={[
                [words.amount, formats.money(order.amount, order.currency)],
                [words.name, order.sender_name],
                [words.date, formats.day(orderDay(order))]
              ]}
            />
          </Panel>
          {payments.map((payment) => (
            <Panel key={payment.id} title={words.bankSays}>
              <Facts
                facts={[
                  [words.amount, formats.money(payment.amount, payment.currency)],
                  [words.name, payment.sender_name],
                  [words.date, formats.day(payment.date)]
                ]}
              />
              <div className="mt-3 border-t border-line pt-3 empty:hidden">
                <AlsoPays orders={payment.also_pays} />
              </div>
            </Panel>
          ))}
        </div>
      </div>
      {undoing ? <Undoing order={order} payments={payments} onClose={() => setUndoing(false)} /> : null}
    </>
  )
}

const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, string]> }) => (
  <dl className="grid gap-3">
    {facts.map(([name, value]) => (
      <div key={name} className="flex justify-between gap-4">
        <dt className="text-muted">{name}</dt>
        <dd className="num text-right font-medium wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
)
