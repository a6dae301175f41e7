/**
 * The orders of a filter, in a list that holds still: what is settled or undone here stays in its row until the filter
 * changes, so that nobody loses their place when a row would leave.
 */
import { useInfiniteQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { queries } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import type { Settlement } from "./settlement.ts"

export interface Settled {
  readonly order: Order
  readonly by: Settlement
}

interface Kept {
  readonly order: Order
  /** None: the match was undone. */
  readonly by: Settlement | undefined
}

const isSettled = (kept: Kept): kept is Settled => kept.by !== undefined
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

export const useWorklist = ({ account, q, show = "open" }: Filter) => {
  const query = useInfiniteQuery(queries.orders({ status: statusesOf[show], account_id: account, q }))
  const key = JSON.stringify([show, q, account])
  const [settled, setSettled] = useState<{ readonly key: string; readonly all: ReadonlyArray<Kept> }>({ key, all: [] })
  const kept = settled.key === key ? settled.all : []
  const orders = useMemo(() => {
    const found = query.data?.pages.flat() ?? []
    const there = new Set(found.map(({ id }) => id))
    return [...found, ...kept.map(({ order }) => order).filter(({ id }) => !there.has(id))].sort(newestFirst)
  }, [query.data, kept])
  return {
    ...query,
    orders,
    settled: new Map(kept.filter(isSettled).map((each) => [each.order.id, each])),
    lastSettled: kept.findLast(isSettled),
    settle: (order: Order, by: Settlement) => setSettled({ key, all: [...others(kept, order.id), { order, by }] }),
    unsettle: (order: Order) => setSettled({ key, all: [...others(kept, order.id), { order, by: undefined }] })
  }
}
