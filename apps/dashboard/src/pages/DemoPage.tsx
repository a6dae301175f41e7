/** The first match, watched as it happens. */
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query"
import { Link, useSearch } from "@tanstack/react-router"
import { api } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import type { Order } from "../api/types.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button, buttonLook } from "../ui/Button.tsx"
import { CopyLine } from "../ui/CopyLine.tsx"
import { Failed, Notice, PageHead, Panel, Waiting } from "../ui/parts.tsx"
import { useAction } from "../ui/useAction.ts"
import { useTitle } from "../ui/useTitle.ts"
import { useDemoOffer } from "./demo/ConnectDemo.tsx"
import { type DemoConnection, demoKey } from "./demo/demoKey.ts"
import { Phases } from "./enrol/Phases.tsx"
import { Missing } from "./Missing.tsx"
import { OrderBadge } from "./orders/OrderBadge.tsx"

export const DemoPage = () => {
  const { demo } = useWords()
  useTitle(demo.title)
  const { account: asked } = useSearch({ from: "/demo" })
  const { data, error, refetch } = useQuery(queries.accounts())
  const offer = useQuery({ ...queries.demo(), enabled: asked === undefined })
  const account = data?.find(({ bank, id }) =>
    asked === undefined ? bank === offer.data?.connected?.bank : id === asked
  )
  const accountId = account?.id ?? ""
  const orders = useInfiniteQuery({ ...queries.orders({ account_id: accountId }), enabled: accountId !== "" })
  if (data === undefined) return error === null ? <Waiting /> : <Failed cause={error} onRetry={() => void refetch()} />
  if (account === undefined) return offer.isLoading ? <Waiting /> : <Missing />
  const listed = orders.data?.pages.flat() ?? []
  return (
    <>
      <PageHead title={demo.title} lead={account.last_scrape_at === null ? demo.lead : demo.leadDone} />
      <div className="grid gap-5">
        <Result orders={listed} />
        <div className="grid items-start gap-5 lg:grid-cols-[1fr_1.4fr]">
          <Panel>
            <Phases account={account} />
          </Panel>
          <Panel title={demo.orders} flush>
            <Listed orders={listed} />
          </Panel>
        </div>
        <Further accountId={accountId} />
      </div>
    </>
  )
}

const Result = ({ orders }: { readonly orders: ReadonlyArray<Order> }) => {
  const { demo } = useWords()
  const matched = orders.filter(({ status }) => status === "matched").length
  const ambiguous = orders.find(({ status }) => status === "ambiguous")
  return (
    <div role="status" className="grid gap-3">
      {matched === 0 ? null : (
        <Notice tone="good" icon="check" title={demo.matched(matched)}>
          {demo.matchedLong}
        </Notice>
      )}
      {ambiguous === undefined ? null : (
        <Notice tone="warn" icon="orders">
          <span className="flex flex-wrap items-center justify-between gap-3">
            {demo.settle}
            <Link to="/orders" search={{ order: ambiguous.id }} className={buttonLook("quiet", true)}>
              {demo.settleGo}
            </Link>
          </span>
        </Notice>
      )}
    </div>
  )
}

const Listed = ({ orders }: { readonly orders: ReadonlyArray<Order> }) => {
  const { demo } = useWords()
  const formats = useFormats()
  return (
    <>
      <p className="px-5 pb-3 text-muted">{orders.length === 0 ? demo.ordersComing : demo.ordersLead}</p>
      {orders.length === 0 ? <Waiting rows={4} /> : null}
      <ul className="divide-y divide-line border-t border-line">
        {orders.map((order) => (
          <li key={order.id}>
            <Link
              to="/orders/$orderId"
              params={{ orderId: order.id }}
              className="flex items-center justify-between gap-4 px-5 py-3 hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{order.sender_name}</span>
                <span className="block text-sm text-muted">{order.external_id}</span>
              </span>
              <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row sm:items-center">
                <span className="num whitespace-nowrap">{formats.money(order.amount, order.currency)}</span>
                <span className="flex justify-end sm:min-w-36">
                  <OrderBadge order={order} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Where the demo's bank and shop are. After a reload it is asked for anew, by whoever wants to know. */
const Further = ({ accountId }: { readonly accountId: string }) => {
  const { demo } = useWords()
  const client = useQueryClient()
  const isOffered = useDemoOffer()
  const find = useAction({
    run: () => api.post("/demo"),
    done: (connection) => client.setQueryData<DemoConnection>(demoKey, connection)
  })
  const known = find.data ?? client.getQueryData<DemoConnection>(demoKey)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-3">
        {known === undefined ? null : (
          <a href={known.shop_page} target="_blank" rel="noreferrer" className={buttonLook("quiet")}>
            {demo.seeShop}
          </a>
        )}
        {known === undefined && isOffered ? (
          <Button busy={find.isPending} onClick={() => find.mutate()}>
            {demo.find}
          </Button>
        ) : null}
        <Link to="/accounts/$accountId/settings" params={{ accountId }} className={buttonLook("quiet")}>
          {demo.code}
        </Link>
        <Link to="/accounts/new" className={buttonLook("quiet")}>
          {demo.own}
        </Link>
      </div>
      <p className="text-muted">{demo.codeLead}</p>
      {known === undefined ? null : <BankVisit connection={known} />}
    </div>
  )
}

/** Its customer is made up for this user: nothing real is told. */
const BankVisit = ({ connection }: { readonly connection: DemoConnection }) => {
  const { accounts, demo } = useWords()
  return (
    <Panel title={demo.visit}>
      <div className="grid gap-4">
        <p className="text-muted">{demo.visitLead}</p>
        <CopyLine title={accounts.repair.username} line={connection.bank_username} />
        <CopyLine title={accounts.repair.password} line={connection.bank_password} />
        <a
          href={connection.bank_page}
          target="_blank"
          rel="noreferrer"
          className={`${buttonLook("quiet")} justify-self-start`}
        >
          {demo.seeBank}
        </a>
      </div>
    </Panel>
  )
}
