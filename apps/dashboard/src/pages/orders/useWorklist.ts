/**
 * The orders of a filter, in a list that holds still: what is settled or undone here stays in its row until the filter
 * changes, so that nobody loses their place when a row would leave.
 */
import type { StreamMessage } from "@counterfoil/client"
import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { isLong, queries } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import { useLiveMessages } from "../../live/LiveProvider.tsx"
import type { SettledOrder, Settlement } from "./settlement.ts"

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
const isOneOf = (orders: ReadonlyArray<Pick<Order, "id">>) => {
  const ids = new Set(orders.map(({ id }) => id))
  return ({ id }: Order): boolean => ids.has(id)
}

export interface Filter {
  readonly show?: string | undefined
  readonly q?: string | undefined
  readonly account?: string | undefined
}

type Query = NonNullable<Parameters<typeof queries.orders>[0]>

const wantedBy: Readonly<Record<string, Query | undefined>> = {
  open: { needs_person: "yes" },
  undone: { unmatched: "yes" },
  // What was undone waits for its person elsewhere, and nothing is counted twice; for what is closed nobody waits.
  unpaid: { status: "not_found", needs_person: "no", closed: "no" },
  pending: { status: "pending,processing", needs_person: "no", closed: "no" },
  matched: { status: "matched", needs_person: "no" },
  expired: { status: "expired" },
  cancelled: { status: "cancelled", needs_person: "no" }
}

/** What is asked for, one list after the other: those of which a person has decided follow the last of those that wait. */
export const listsOf = ({ account, q, show = "open" }: Filter): ReadonlyArray<Query> => [
  { ...wantedBy[show], account_id: account, q },
  ...(show === "undone" ? [{ unmatched: "decided", account_id: account, q } as const] : [])
]

/** Whether its shop still lists an order that was undone is seen with the shop's next list, of which no message tells. */
const mayLeave = ({ separated_at: separated, status }: Order): boolean => separated !== null && status !== "cancelled"

const newestFirst = (one: Order, other: Order) =>
  other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id)

const needsSomebody = ({ separated_at: separated, status }: Order): number =>
  separated !== null && status !== "matched" ? 0 : 1

/** Whoever looks for what was undone looks for work first. */
const openFirst = (one: Order, other: Order) => needsSomebody(one) - needsSomebody(other) || newestFirst(one, other)

/** Those of which a person has decided follow the last of those that wait. */
const useDecided = ({ account, q, show }: Filter, isWhole: boolean) => {
  const isWanted = show === "undone"
  const query = useInfiniteQuery({
    ...queries.orders({ unmatched: "decided", account_id: account, q }),
    enabled: isWanted && isWhole
  })
  return isWanted ? query : undefined
}

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
          return data === undefined || data === null || dataUpdatedAt <= since ? [] : [[data.id, data] as const]
        })
      )
  })
}

/** `linked`: somebody came for this one, whatever the list is filtered by. */
export const useWorklist = ({ account, q, show = "open" }: Filter, linked: string | undefined) => {
  const query = useInfiniteQuery({
    ...queries.orders({ ...wantedBy[show], account_id: account, q }),
    refetchInterval: ({ state }) =>
      !isLong({ state }) && state.data?.pages.flat().some(mayLeave) === true ? 10_000 : false
  })
  const decided = useDecided({ account, q, show }, query.data !== undefined && !query.hasNextPage)
  const key = JSON.stringify([show, q, account])
  const [held, hold] = useState<{ readonly key: string; readonly all: ReadonlyArray<Kept> }>({ key, all: [] })
  const kept = held.key === key ? held.all : []
  const news = useNews(kept)
  const found = [query, ...(decided === undefined ? [] : [decided])].flatMap(({ data }) => data?.pages.flat() ?? [])
  const there = new Set(found.map(({ id }) => id))
  const gone = kept.filter(({ order }) => !there.has(order.id)).map(({ order }) => news.get(order.id) ?? order)
  const isLinkedElsewhere =
    linked !== undefined && query.data !== undefined && ![...there, ...gone.map(({ id }) => id)].includes(linked)
  const other = useQuery({ ...queries.listedOrder(linked ?? ""), enabled: isLinkedElsewhere })
  const cameFor = isLinkedElsewhere && other.data != null ? [other.data] : []
  const isUnread = isLinkedElsewhere && other.data == null
  const settled = kept.filter(isSettled).filter(({ by, order }) => {
    const now = news.get(order.id)
    return now === undefined || by.movementIds.some((id) => id === now.match?.movement_id)
  })
  const keep = (orders: ReadonlyArray<Order>, by: Settlement | undefined) => {
    const isKeptAnew = isOneOf(orders)
    const before = kept.filter(({ order }) => !isKeptAnew(order))
    hold({ key, all: [...before, ...orders.map((order) => ({ order, by, at: Date.now() }))] })
  }
  const listed = [...found, ...gone, ...cameFor]
  return {
    ...query,
    isPending: query.isPending || decided?.isLoading === true || (isLinkedElsewhere && other.isPending),
    hasNextPage: query.hasNextPage || decided?.hasNextPage === true,
    isFetchingNextPage: query.isFetchingNextPage || decided?.isFetchingNextPage === true,
    isFetchNextPageError: query.isFetchNextPageError || decided?.isFetchNextPageError === true,
    error: query.error ?? decided?.error ?? null,
    fetchNextPage: query.hasNextPage || decided === undefined ? query.fetchNextPage : decided.fetchNextPage,
    key,
    /** The order that somebody came for isn't known: yet, at all, or because of what its reading failed with. */
    unread: isUnread ? { isPending: other.isPending, error: other.error, retry: other.refetch } : undefined,
    orders: listed.toSorted(show === "undone" ? openFirst : newestFirst),
    settled: new Map<string, Settled>(settled.map((each) => [each.order.id, each])),
    lastSettled: settled.at(-1),
    /** Something was settled here, and nothing is left that needs a person. */
    isAllDone:
      settled.length > 0 &&
      !query.hasNextPage &&
      query.data?.pages.flat().every(({ id }) => settled.some(({ order }) => order.id === id)) === true,
    /** With all that is settled at once; the one that was looked at is the last. */
    settle: (order: Order, by: Settlement) => {
      const isMeant = isOneOf(by.orders)
      keep([...listed.filter((each) => each.id !== order.id && isMeant(each)), order], by)
    },
    /** It stays where it is, whatever the list is filtered by. */
    undone: (order: Order) => keep([order], undefined),
    unsettle: (orders: ReadonlyArray<SettledOrder>) => {
      const isMeant = isOneOf(orders)
      keep(kept.map(({ order }) => order).filter(isMeant), undefined)
    }
  }
}
