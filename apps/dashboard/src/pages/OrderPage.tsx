/** The whole story of one order, from the shop's list to the shop's answer. */
import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { api, Refusal } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import type { OrderDetail } from "../api/types.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button, buttonLook } from "../ui/Button.tsx"
import { Failed, PageHead, Panel, Waiting } from "../ui/parts.tsx"
import { useAction } from "../ui/useAction.ts"
import { useTitle } from "../ui/useTitle.ts"
import { Missing } from "./Missing.tsx"
import { OrderBadge } from "./orders/OrderBadge.tsx"
import { Timeline } from "./orders/Timeline.tsx"

export const OrderPage = () => {
  const { orderId } = useParams({ from: "/orders/$orderId" })
  const { data, error, refetch } = useQuery(queries.order(orderId))
  if (data !== undefined) return <Found order={data} />
  if (error instanceof Refusal && error.status === 404) return <Missing />
  return error === null ? <Waiting rows={8} /> : <Failed cause={error} onRetry={() => void refetch()} />
}

const Found = ({ order }: { readonly order: OrderDetail }) => {
  const { actions, orders: words } = useWords()
  const formats = useFormats()
  useTitle(order.external_id)
  // The bank's own day: the instant that it begins is another day elsewhere.
  const { data: explanation } = useQuery({ ...queries.explanation(order.id), enabled: order.match !== null })
  const booked = explanation?.candidates.find(({ movement_id: id }) => id === order.match?.bank_transaction_id)
    ?.movement?.booked_date
  const stale = [["orders"], ["movements"], ["deliveries"]]
  const unmatch = useAction({
    run: () => api.post("/conciliation/{requestId}/unmatch", { path: { requestId: order.id } }),
    said: words.undone(order.external_id),
    stale
  })
  const again = useAction({
    run: () => api.post("/conciliation/{requestId}/run", { path: { requestId: order.id } }),
    said: words.againDone,
    stale
  })
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
            <OrderBadge status={order.status} />
            <span className="num">
              {order.external_id} · {order.account_name}
            </span>
          </span>
        }
      >
        <Link to="/orders" search={{ show: "all" }} className={buttonLook("quiet")}>
          {actions.back}
        </Link>
        {order.status === "matched" ? (
          <>
            <Button busy={resend.isPending} onClick={() => resend.mutate()}>
              {words.resend}
            </Button>
            <Button look="danger" busy={unmatch.isPending} onClick={() => unmatch.mutate()}>
              {words.unmatch}
            </Button>
          </>
        ) : (
          <Button icon="refresh" busy={again.isPending} onClick={() => again.mutate()}>
            {words.again}
          </Button>
        )}
      </PageHead>
      <div className="grid items-start gap-5 lg:grid-cols-[1fr_21rem]">
        <Panel title={words.timeline.title}>
          <Timeline orderId={order.id} />
        </Panel>
        <div className="grid gap-5">
          <Panel title={words.says}>
            <Facts
              facts={[
                [words.amount, formats.money(order.amount, order.currency)],
                [words.name, order.sender_name],
                [words.date, formats.day(order.created_at)]
              ]}
            />
          </Panel>
          {order.match === null ? null : (
            <Panel title={words.bankSays}>
              <Facts
                facts={[
                  [words.amount, formats.money(order.match.amount, order.match.currency)],
                  [words.name, order.match.sender_name],
                  [words.date, formats.day(booked ?? order.match.received_at)]
                ]}
              />
            </Panel>
          )}
        </div>
      </div>
    </>
  )
}

const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, string]> }) => (
  <dl className="grid gap-3">
    {facts.map(([name, value]) => (
      <div key={name} className="flex justify-between gap-4">
        <dt className="text-muted">{name}</dt>
        <dd className="num text-right font-medium break-words">{value}</dd>
      </div>
    ))}
  </dl>
)
