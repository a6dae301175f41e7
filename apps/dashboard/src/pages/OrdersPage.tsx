/** The worklist: what the matching left open, settled by keyboard or hand, one after the other. */
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router"
import { type Ref, useEffect, useRef, useState } from "react"
import { Refusal } from "../api/client.ts"
import { queries } from "../api/queries.ts"
import type { Order } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { ExportButton } from "../export/ExportButton.tsx"
import { Button } from "../ui/Button.tsx"
import { Icon } from "../ui/Icon.tsx"
import { MoreRows } from "../ui/MoreRows.tsx"
import { Empty, Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { useToasts } from "../ui/toasts.tsx"
import { useKeys } from "../ui/useKeys.ts"
import { useTitle } from "../ui/useTitle.ts"
import { isBeside, OrderList } from "./orders/OrderList.tsx"
import { ordersCsv } from "./orders/ordersCsv.ts"
import { AllDone } from "./orders/AllSettled.tsx"
import { KeysHelp } from "./orders/KeysHelp.tsx"
import { NoOrders } from "./orders/NoOrders.tsx"
import { OrderPane } from "./orders/OrderPane.tsx"
import type { Settlement } from "./orders/settlement.ts"
import { useMarked } from "./orders/useMarked.ts"
import { useSettling } from "./orders/useSettling.ts"
import { usePlace } from "./orders/usePlace.ts"
import { type Filter, useWorklist } from "./orders/useWorklist.ts"

const shows = ["open", "undone", "unpaid", "pending", "matched", "expired", "cancelled", "all"] as const

export const OrdersPage = () => {
  const { orders: words } = useWords()
  useTitle(words.title)
  const filter = useSearch({ from: "/orders" })
  const navigate = useNavigate({ from: "/orders" })
  const [linked, setLinked] = useState(filter.order)
  const list = useWorklist(filter, linked)
  const { busy, resolve, unmatch } = useSettling(list)
  const { letGo, offered } = useToasts()
  const isElsewhere = offered !== undefined && offered.isOfPage !== true
  /** What was decided last, and whether nothing else was opened by hand since. */
  const [decided, setDecided] = useState<{ readonly id: string; readonly isLast: boolean }>()
  const endOffer = () => {
    letGo()
    setDecided(decided === undefined ? undefined : { ...decided, isLast: false })
  }
  if (isElsewhere && decided?.isLast === true) setDecided({ ...decided, isLast: false })
  const [help, setHelp] = useState(false)
  const { isPaidWith, marked, toggleMark, unmarkAll } = useMarked(list.settled)
  const search = useRef<HTMLInputElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const opened = useRef(false)
  const router = useRouter()
  const client = useQueryClient()
  const { orders, unread } = list
  // Whoever comes for one order stands at it, and at no other in its place.
  const { at, select, selected } = usePlace(unread === undefined ? orders : none, list.key, filter.order)

  // What comes next is there when one comes to it.
  const next = orders[at + 1]
  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(queries.explanation(next.id))
  }, [client, next])

  // On a phone there is room for the list, or for one order.
  const isOne = unread !== undefined || (selected !== undefined && selected.id === filter.order)
  const show = (id: string) => {
    select(id)
    if (id !== linked) setLinked(undefined)
    const isFromList = !isBeside() && !isOne
    if (isFromList) opened.current = true
    void navigate({
      search: (prev) => ({ ...prev, order: id }),
      replace: !isFromList,
      resetScroll: !isBeside()
    })
  }
  const open = (id: string) => {
    if (id !== decided?.id && id !== selected?.id) endOffer()
    show(id)
  }
  const backToList = () => {
    setLinked(undefined)
    if (opened.current && router.history.canGoBack()) router.history.back()
    else void navigate({ search: (prev) => ({ ...prev, order: undefined }), replace: true })
    opened.current = false
  }
  // The row that was pressed is gone from sight: who doesn't see the page stands at what has come.
  useEffect(() => {
    if (isOne && !isBeside()) pane.current?.focus({ preventScroll: true })
  }, [isOne])
  // Where one stands is in the address: there one comes back to, and that is what is loaded again.
  const standsAt = selected?.id
  useEffect(() => {
    if (standsAt === undefined || standsAt === filter.order || !isBeside()) return
    void navigate({ search: (prev) => ({ ...prev, order: standsAt }), replace: true, resetScroll: false })
  }, [standsAt, filter.order, navigate])
  const change = (next: Change) => {
    setLinked(undefined)
    endOffer()
    void navigate({
      search: (prev) => ({ ...prev, ...next, order: undefined }),
      replace: true,
      resetScroll: false
    })
  }
  const move = (by: number) => {
    const target = unread !== undefined ? orders[0] : orders[Math.min(orders.length - 1, Math.max(0, at + by))]
    if (target !== undefined) open(target.id)
    if (at + by >= orders.length && list.hasNextPage) void list.fetchNextPage()
  }
  const last = list.lastSettled?.order.id === decided?.id ? list.lastSettled : undefined
  const isLastShown = last !== undefined && last.order.id === selected?.id
  // What was done last is undone first: something else than a settlement has its own way back.
  const hasKey = last !== undefined && !isElsewhere && (isLastShown || decided?.isLast === true)
  const undoLast = () => {
    if (last !== undefined && !busy) {
      show(last.order.id)
      unmatch.mutate(last)
    }
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    u: hasKey ? undoLast : undefined,
    x: () => toggleMark(selected),
    "/": () => search.current?.focus(),
    "?": () => setHelp(true)
  })
  const settle = (order: Order, by: Settlement) => {
    resolve.mutate(
      { order, by },
      {
        onSuccess: () => {
          unmarkAll()
          setDecided({ id: order.id, isLast: true })
          const openOne = orders
            .slice(at + 1)
            .find(({ id }) => !list.settled.has(id) && !by.orders.some((order) => order.id === id))
          if (openOne !== undefined) show(openOne.id)
        }
      }
    )
  }
  const shown = filter.show ?? "open"
  return (
    <>
      <Head isOne={isOne} filter={filter} onHelp={() => setHelp(true)} />
      <Filters ref={search} isOne={isOne} shown={shown} searched={filter.q ?? ""} onChange={change} />
      {list.data === undefined && list.error !== null ? (
        <Failed cause={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? (
        <div className="panel">
          <Waiting rows={6} />
        </div>
      ) : null}
      {list.data !== undefined && !list.isPending && orders.length === 0 ? (
        <NoOrders shown={shown} isSearched={filter.q !== undefined} onAll={() => change({ show: "all" })} />
      ) : null}
      {shown === "open" && filter.q === undefined && filter.account === undefined && list.isAllDone ? (
        <AllDone />
      ) : null}
      {selected === undefined && (unread === undefined || unread.isPending) ? null : (
        <div className="grid items-start gap-5 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div
            // Paper is no wider than a phone's page to the layout, and has no window to scroll in.
            className={`panel overflow-y-auto print:block! print:static! print:max-h-none! print:overflow-visible ${isOne ? "max-lg:hidden" : ""} lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem-var(--told))]`}
          >
            <OrderList
              orders={orders}
              settled={list.settled}
              selected={selected?.id}
              isOne={isOne}
              marked={new Set(marked)}
              onSelect={open}
            />
            <MoreRows list={list} className="p-3" />
          </div>
          <div ref={pane} tabIndex={-1} className={`panel p-5 outline-none sm:p-6 ${isOne ? "" : "max-lg:hidden"}`}>
            <Button small className="mb-4 lg:hidden" onClick={backToList}>
              <Icon name="arrow" className="size-4 rotate-180" />
              {words.toList}
            </Button>
            {selected === undefined ? (
              <NotHere fault={unread?.error} onRetry={() => void unread?.retry()} />
            ) : (
              <OrderPane
                // What was picked before it was settled, or undone, is picked no longer.
                key={`${selected.id} ${list.settled.has(selected.id)} ${selected.separated_at}`}
                order={selected}
                settled={list.settled.get(selected.id)}
                hasKey={hasKey && isLastShown}
                further={orders.filter(isPaidWith(selected))}
                isMarked={marked.includes(selected.id)}
                onMark={() => toggleMark(selected)}
                busy={busy}
                onSettle={settle}
                onUndo={(settled) => unmatch.mutate(settled)}
                onUndone={list.undone}
              />
            )}
          </div>
        </div>
      )}
      {help ? <KeysHelp onClose={() => setHelp(false)} /> : null}
    </>
  )
}

const none: ReadonlyArray<Order> = []

/** In place of the order that somebody came for. */
const NotHere = ({ fault, onRetry }: { readonly fault: unknown; readonly onRetry: () => void }) => {
  const words = useWords().orders
  // An address without an id in it is refused as such.
  const isNone = fault == null || (fault instanceof Refusal && fault.status === 400)
  return isNone ? (
    <Empty icon="search" title={words.notHere}>
      {words.notHereLong}
    </Empty>
  ) : (
    <Failed cause={fault} onRetry={onRetry} />
  )
}

interface Change {
  readonly show?: string
  readonly q?: string | undefined
}

interface HeadProps {
  readonly isOne: boolean
  readonly filter: Filter
  readonly onHelp: () => void
}

const Head = ({ filter, isOne, onHelp }: HeadProps) => {
  const words = useWords().orders
  return (
    <div className={isOne ? "max-lg:sr-only print:not-sr-only!" : ""}>
      <PageHead title={words.title} lead={words.lead}>
        <Button small look="bare" className="max-lg:hidden" onClick={onHelp} aria-keyshortcuts="?">
          {words.keys.title} <kbd>?</kbd>
        </Button>
        <span className={isOne ? "contents max-lg:hidden" : "contents"}>
          <ExportButton what={() => ordersCsv(filter)} />
        </span>
      </PageHead>
    </div>
  )
}

interface FiltersProps {
  readonly ref: Ref<HTMLInputElement>
  readonly isOne: boolean
  readonly shown: string
  readonly searched: string
  readonly onChange: (next: Change) => void
}

const Filters = ({ isOne, onChange, ref, searched, shown }: FiltersProps) => {
  const words = useWords().orders
  return (
    <div
      className={`mb-4 flex flex-wrap ${isOne ? "max-lg:hidden" : ""} items-center justify-between gap-3 print:flex!`}
    >
      <Tabs
        label={words.title}
        value={shown}
        options={shows.map((value) => [value, words.shows[value]] as const)}
        onChange={(value) => onChange({ show: value })}
      />
      <SearchField
        ref={ref}
        label={words.search}
        hint={words.searchFor}
        value={searched}
        onChange={(q) => onChange({ q: q || undefined })}
      />
    </div>
  )
}
