/** An order is looked at again: a moment after it was asked for, and where it comes to the same nothing tells of it. */
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { useAction } from "../../ui/useAction.ts"

interface Asked {
  /** The number of the order's last attempt then. */
  readonly after: number
  readonly at: number
}

const lastNumber = (order: Order): number => order.last_attempt?.number ?? 0

/** An account that is being read lets it wait: nobody asks every second for as long as that. */
const paceOf = ({ at }: Asked): number => (Date.now() - at < 30_000 ? 1_000 : 10_000)

/** Kept beside what was read of the order: it is also waited for on the page that one goes to meanwhile. */
const askedKey = (orderId: string) => ["asked-again", orderId] as const

export const useTryAgain = (order: Order) => {
  const words = useWords().orders
  const client = useQueryClient()
  const { data: asked } = useQuery<Asked | null>({
    queryKey: askedKey(order.id),
    queryFn: skipToken,
    staleTime: Infinity
  })
  const waiting = asked ?? undefined
  const { data: now } = useQuery({
    ...queries.listedOrder(order.id),
    enabled: waiting !== undefined,
    refetchInterval: waiting === undefined ? false : () => paceOf(waiting)
  })
  const isMade = waiting !== undefined && now != null && lastNumber(now) > waiting.after
  useEffect(() => {
    if (!isMade) return
    client.setQueryData<Asked | null>(askedKey(order.id), null)
    void client.invalidateQueries({ queryKey: ["orders"] })
  }, [client, isMade, order.id])
  return useAction({
    run: () => api.post("/conciliation/{requestId}/run", { path: { requestId: order.id } }),
    said: words.againDone,
    done: () => {
      const now: Asked = { after: lastNumber(order), at: Date.now() }
      client.setQueryData<Asked | null>(askedKey(order.id), now)
    }
  })
}
