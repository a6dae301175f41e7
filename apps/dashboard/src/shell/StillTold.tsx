/** What the last word tells of orders is told only while it is so, and its key is for the page on which it was said. */
import { useQueries, useQueryClient } from "@tanstack/react-query"
import { useRouterState } from "@tanstack/react-router"
import { useEffect } from "react"
import { queries } from "../api/queries.ts"
import { useLiveMessages } from "../live/LiveProvider.tsx"
import { useToasts } from "../ui/toasts.tsx"

export const StillTold = () => {
  const client = useQueryClient()
  const { letGo, told, withdraw } = useToasts()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(() => letGo(), [path, letGo])
  const orders = told?.orders ?? []
  useLiveMessages(({ type }) => {
    if (!type.startsWith("orders.")) return
    for (const id of orders) void client.invalidateQueries(queries.settledOrder(id))
  })
  const isOver = useQueries({
    queries: orders.map((id) => queries.settledOrder(id)),
    combine: (read) =>
      told !== undefined &&
      read.some(({ data, dataUpdatedAt }) => dataUpdatedAt > told.at && (data == null || !told.holds(data)))
  })
  useEffect(() => {
    if (isOver) withdraw()
  }, [isOver, withdraw])
  return null
}
