/** The worklist: what the matching left open, settled by keyboard or hand, one after the other. */
import { useQueryClient } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { useEffect, useRef, useState } from "react"
import { queries } from "../api/queries.ts"
import type { Order } from "../api/types.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { Empty, Failed, PageHead, Waiting } from "../ui/parts.tsx"
import { SearchField } from "../ui/SearchField.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { useKeys } from "../ui/useKeys.ts"
import { useTitle } from "../ui/useTitle.ts"
import { isBeside, OrderList } from "./orders/OrderList.tsx"
import { OrderPane } from "./orders/OrderPane.tsx"
import type { Settlement } from "./orders/settlement.ts"
import { useSettling } from "./orders/useSettling.ts"
import { usePlace } from "./orders/usePlace.ts"
import { useWorklist } from "./orders/useWorklist.ts"

const shows = ["open", "pending", "matched", "expired", "all"] as const

export const OrdersPage = () => {
  const { actions, orders: words } = useWords()
  useTitle(words.title)
  const filter = useSearch({ from: "/orders" })
  const navigate = useNavigate({ from: "/orders" })
  const list = useWorklist(filter)
  const { busy, resolve, unmatch } = useSettling(list)
  const [help, setHelp] = useState(false)
  const search = useRef<HTMLInputElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const { orders } = list
  // Whoever comes for one order stands at it.
  const { at, select, selected } = usePlace(orders, list.key, filter.order)

  // What comes next is there when one comes to it.
  const next = orders[at + 1]
  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(queries.explanation(next.id))
  }, [client, next])

  const show = (id: string) => {
    select(id)
    if (isBeside()) return
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches
    pane.current?.scrollIntoView({ behavior: still ? "auto" : "smooth" })
  }
  const move = (by: number) => {
    const target = orders[Math.min(orders.length - 1, Math.max(0, at + by))]
    if (target !== undefined) show(target.id)
    if (at + by >= orders.length && list.hasNextPage) void list.fetchNextPage()
  }
  const undoLast = () => {
    if (list.lastSettled !== undefined && !busy) {
      show(list.lastSettled.order.id)
      unmatch.mutate(list.lastSettled)
    }
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    u: undoLast,
    "/": () => search.current?.focus(),
    "?": () => setHelp(true)
  })
  const settle = (order: Order, by: Settlement) => {
    resolve.mutate(
      { order, by },
      {
        onSuccess: () => {
          const open = orders.slice(at + 1).find(({ id }) => !list.settled.has(id))
          if (open !== undefined) show(open.id)
        }
      }
    )
  }
  const shown = filter.show ?? "open"
  return (
    <>
      <PageHead title={words.title} lead={words.lead}>
        <Button small look="bare" className="max-sm:hidden" onClick={() => setHelp(true)} aria-keyshortcuts="?">
          {words.keys.title} <kbd>?</kbd>
        </Button>
      </PageHead>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <Tabs
          label={words.title}
          value={shown}
          options={shows.map((value) => [value, words.shows[value]] as const)}
          onChange={(value) =>
            void navigate({ search: (prev) => ({ ...prev, show: value }), replace: true, resetScroll: false })
          }
        />
        <SearchField
          ref={search}
          label={words.search}
          value={filter.q ?? ""}
          onChange={(q) =>
            void navigate({ search: (prev) => ({ ...prev, q: q || undefined }), replace: true, resetScroll: false })
          }
        />
      </div>
      {list.data === undefined && list.error !== null ? (
        <Failed cause={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? (
        <div className="panel">
          <Waiting rows={6} />
        </div>
      ) : null}
      {list.data !== undefined && orders.length === 0 ? (
        <div className="panel">
          {shown === "open" && filter.q === undefined ? (
            <Empty icon="check" title={words.emptyOpen}>
              {words.emptyOpenLong}
            </Empty>
          ) : (
            <Empty icon="search" title={words.empty}>
              {words.emptyLong}
            </Empty>
          )}
        </div>
      ) : null}
      {selected === undefined ? null : (
        <div className="grid items-start gap-5 lg:grid-cols-[22rem_1fr]">
          <div className="panel overflow-y-auto lg:sticky lg:top-6 lg:max-h-[calc(100dvh-3rem)]">
            <OrderList orders={orders} settled={list.settled} selected={selected.id} onSelect={show} />
            {list.hasNextPage ? (
              <div className="p-3">
                <Button small busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {actions.more}
                </Button>
              </div>
            ) : null}
          </div>
          <div ref={pane} className="panel scroll-mt-4 p-5 sm:p-6">
            <OrderPane
              key={selected.id}
              order={selected}
              settled={list.settled.get(selected.id)}
              busy={busy}
              onSettle={settle}
              onUndo={(settled) => unmatch.mutate(settled)}
            />
          </div>
        </div>
      )}
      {help ? <KeysHelp onClose={() => setHelp(false)} /> : null}
    </>
  )
}

const KeysHelp = ({ onClose }: { readonly onClose: () => void }) => {
  const { keys } = useWords().orders
  return (
    <Dialog title={keys.title} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3">
        {keys.rows.map(([key = "", what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
