/**
 * The orders of a filter, in a list that holds still: what is settled or undone here stays in its row until the filter
 * changes, so that nobody loses their place when a row would leave.
 */
import type { StreamMessage } from "@counterfoil/client"
import { useInfiniteQuery, useQueries, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { queries } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import { useLiveMessages } from "../../live/LiveProvider.tsx"
import type { Settlement } from "./settlement.ts"

export interface Settled {
  readonly order: Order
  readonly by: Settlement
}

interface Kept {
  readonly order: Order
  /** None: the match was undone. */
  readonly by: Settlement | undefined
  /** What was read of the order before is older than what was done here. */
  readonly at: number
}

const isSettled = (kept: Kept): kept is Kept & Settled => kept.by !== undefined
const others = (all: ReadonlyArray<Kept>, id: string) => all.filter(({ order }) => order.id !== id)

export interface Filter {
  readonly show?: string | undefined
  readonly q?: string | undefined
  readonly account?: string | undefined
}

const statusesOf: Readonly<Record<string, string | undefined>> = {
  open: "ambiguous,not_found,failed",
  pending: "pending,processing",
  matched: "matched",
  expired: "expired,cancelled"
}

const newestFirst = (one: Order, other: Order) =>
  other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id)

type OrdersMessage = Extract<StreamMessage, { readonly type: `orders.${string}` }>
const isOfOrders = (message: StreamMessage): message is OrdersMessage => message.type.startsWith("orders.")

/** What is kept as it is now: somebody else, or the service, may have done something with it since. */
const useNews = (kept: ReadonlyArray<Kept>) => {
  const client = useQueryClient()
  useLiveMessages((message) => {
    if (!isOfOrders(message)) return
    const { count, orders } = message.data
    const named = new Set(orders.map(({ id }) => id))
    for (const { order } of kept) {
      const isMeant = named.has(order.id) || count > named.size
      if (isMeant) void client.invalidateQueries(queries.settledOrder(order.id))
    }
  })
  return useQueries({
    queries: kept.map(({ order }) => queries.settledOrder(order.id)),
    combine: (read) =>
      new Map(
        read.flatMap(({ data, dataUpdatedAt }, index) => {
          const since = kept[index]?.at ?? 0
          return data === undefined || dataUpdatedAt <= since ? [] : [[data.id, data] as const]
        })
      )
  })
}

export const useWorklist = ({ account, q, show = "open" }: Filter) => {
  const query = useInfiniteQuery(queries.orders({ status: statusesOf[show], account_id: account, q }))
  const key = JSON.stringify([show, q, account])
  const [held, hold] = useState<{ readonly key: string; readonly all: ReadonlyArray<Kept> }>({ key, all: [] })
  const kept = held.key === key ? held.all : []
  const news = useNews(kept)
  const found = query.data?.pages.flat() ?? []
  const there = new Set(found.map(({ id }) => id))
  const gone = kept
    .filter(({ order }) => !there.has(order.id))
    .map(({ order }) => ({ ...order, status: news.get(order.id)?.status ?? order.status }))
  const settled = kept.filter(isSettled).filter(({ by, order }) => {
    const now = news.get(order.id)
    return now === undefined || now.match?.bank_transaction_id === by.movementId
  })
  const keep = (order: Order, by: Settlement | undefined) =>
    hold({ key, all: [...others(kept, order.id), { order, by, at: Date.now() }] })
  return {
    ...query,
    key,
    orders: [...found, ...gone].sort(newestFirst),
    settled: new Map<string, Settled>(settled.map((each) => [each.order.id, each])),
    lastSettled: settled.at(-1),
    settle: (order: Order, by: Settlement) => keep(order, by),
    unsettle: (order: Order) => keep(order, undefined)
  }
}
