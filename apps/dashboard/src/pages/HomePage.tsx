/** What needs somebody, how the accounts do, and how it went in the last thirty days. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { mostHeld, queries } from "../api/queries.ts"
import type { AccountOverview, OrderStatus } from "../api/types.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { buttonLook } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { Empty, Failed, PageHead, Panel, Waiting } from "../ui/parts.tsx"
import { useTitle } from "../ui/useTitle.ts"
import { AccountRow } from "./AccountsPage.tsx"
import { ConnectDemo, useDemoOffer } from "./demo/ConnectDemo.tsx"
import { AccountCalls, Call, isFailing, needsSomebody } from "./home/calls.tsx"
import { MoneyCharts, OrdersChart } from "./home/charts.tsx"
import { UnpaidMoney } from "./home/UnpaidMoney.tsx"

export const HomePage = () => {
  const { home: words } = useWords()
  useTitle(words.title)
  const { data: me } = useQuery(queries.me())
  const { data: accounts, error, refetch } = useQuery(queries.accounts())
  const title = me?.name === undefined || me.name === "" ? words.title : words.hello(me.name)
  return (
    <>
      <PageHead title={title} />
      {accounts === undefined && error !== null ? <Failed cause={error} onRetry={() => void refetch()} /> : null}
      {accounts === undefined && error === null ? <Waiting rows={6} /> : null}
      {accounts?.length === 0 ? <Welcome /> : null}
      {accounts === undefined || accounts.length === 0 ? null : (
        <Filled accounts={accounts} reconciles={me?.operation_mode === "reconcile"} />
      )}
    </>
  )
}

const Welcome = () => {
  const { demo, home: words } = useWords()
  const isOffered = useDemoOffer()
  return (
    <div className={`grid gap-5 ${isOffered ? "md:grid-cols-2" : ""}`}>
      {isOffered ? (
        <div className="panel">
          <Empty icon="play" title={demo.offer} action={<ConnectDemo />}>
            {demo.offerLong}
          </Empty>
        </div>
      ) : null}
      <div className="panel">
        <Empty
          icon="accounts"
          title={words.welcome}
          action={
            <Link to="/accounts/new" className={buttonLook(isOffered ? "quiet" : "primary")}>
              {words.start}
              <Icon name="arrow" className="size-[1.1em]" />
            </Link>
          }
        >
          {words.welcomeLong}
        </Empty>
      </div>
    </div>
  )
}

const Filled = ({
  accounts,
  reconciles
}: {
  readonly accounts: ReadonlyArray<AccountOverview>
  readonly reconciles: boolean
}) => {
  const { demo: demoWords, home: words } = useWords()
  const formats = useFormats()
  const { data: demo } = useQuery(queries.demo())
  const tried = accounts.find(({ bank }) => bank === demo?.connected?.bank)
  const { data: counts } = useQuery(queries.summary())
  const { data: readHeld } = useQuery(queries.heldMovements())
  const held = readHeld ?? []
  const open = counts?.needs_person ?? 0
  // What needs a person is counted there, and nowhere else.
  const others = (status: OrderStatus) => (counts?.[status] ?? 0) - (counts?.needs_person_of[status] ?? 0)
  // What is closed has been undone, and is counted there.
  const waiting = (status: OrderStatus) => others(status) - (counts?.closed_of[status] ?? 0)
  // Those that are closed, and neither cancelled nor expired, stand under no other figure.
  const onlyUndone = Object.entries(counts?.closed_of ?? {})
    .filter(([status]) => status !== "cancelled" && status !== "expired")
    .reduce((sum, [, count]) => sum + count, 0)
  const elsewhere = (counts?.taken_back ?? 0) - onlyUndone
  const figures =
    counts === undefined
      ? []
      : ([
          [words.open, open, "open"],
          [words.undone, counts.taken_back, "undone"],
          [words.unpaid, waiting("not_found"), "unpaid"],
          [words.waiting, waiting("pending") + waiting("processing"), "pending"],
          [words.matched, others("matched"), "matched"],
          [words.lost, counts.expired, "expired"],
          [words.cancelled, others("cancelled"), "cancelled"]
        ] as const)
  return (
    <div className="grid gap-5">
      <AccountCalls accounts={accounts} />
      {open > 0 ? (
        <Call icon="orders" tone="bg-warn-soft text-warn" title={words.settle(open)} text={words.settleLong}>
          <Link to="/orders" className={buttonLook("primary")}>
            {words.settleGo(open)}
          </Link>
        </Call>
      ) : null}
      {held.length > 0 ? (
        <Call
          icon="eye"
          tone="bg-warn-soft text-warn"
          title={words.held(held.length, held.length >= mostHeld)}
          text={words.heldLong(held.length)}
        >
          <Link to="/movements" search={{ held: "yes" }} className={buttonLook("quiet")}>
            {words.heldGo(held.length)}
          </Link>
        </Call>
      ) : null}
      {/* Only once all of it is known. */}
      {counts !== undefined && open === 0 && readHeld?.length === 0 && !accounts.some(needsSomebody) ? (
        <Call
          icon="check"
          tone="bg-good-soft text-good"
          title={accounts.some(isFailing) ? words.restGood : words.allGood}
          text={words.allGoodLong}
        />
      ) : null}
      {reconciles ? (
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4 xl:grid-cols-7">
          {figures.map(([name, value, show]) => (
            <li key={name} className="max-xl:first:col-span-2">
              <Link to="/orders" search={{ show }} className="panel block h-full px-4 py-4 hover:border-accent">
                <span className="num block text-2xl font-semibold">{formats.number(value)}</span>
                <span className="text-muted">{name}</span>
                {show === "undone" && elsewhere > 0 ? (
                  <span className="block text-xs text-muted">{words.elsewhere(elsewhere, value)}</span>
                ) : null}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      {reconciles ? <UnpaidMoney /> : null}
      <div className="grid gap-5 lg:grid-cols-[repeat(auto-fit,minmax(26rem,1fr))]">
        {reconciles ? <OrdersChart /> : null}
        <MoneyCharts />
      </div>
      <Panel title={words.accounts} flush>
        <ul className="divide-y divide-line border-t border-line">
          {accounts.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      </Panel>
      {tried === undefined ? null : (
        <Link to="/demo" search={{ account: tried.id }} className={`${buttonLook("quiet")} justify-self-start`}>
          <Icon name="play" className="size-[1.1em]" />
          {demoWords.title}
        </Link>
      )}
    </div>
  )
}
