/** A person's choice of what pays an order, and its undoing. */
import { api } from "../../api/client.ts"
import type { Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { useAction } from "../../ui/useAction.ts"
import type { SettledOrder, Settlement } from "./settlement.ts"
import { toldMatchedAt } from "./UndoSays.tsx"
import { undoOrder } from "./undoOrder.ts"
import type { Settled, useWorklist } from "./useWorklist.ts"

const stale = [["orders"], ["settled"], ["movements"], ["deliveries"], ["payers"]]

/** What could not be undone of it; refused where nothing could. */
const undoAll = async (
  accountId: string,
  orders: ReadonlyArray<SettledOrder>
): Promise<ReadonlyArray<SettledOrder>> => {
  const ended = await Promise.allSettled(orders.map(({ id }) => undoOrder({ id, accountId }, false)))
  const refused = ended.filter((end) => end.status === "rejected")
  if (refused.length === orders.length) throw refused[0]?.reason
  return orders.filter((_, index) => ended[index]?.status === "rejected")
}

export const useSettling = (list: ReturnType<typeof useWorklist>) => {
  const { actions, orders: words, undone } = useWords()
  const formats = useFormats()
  const { complain, say } = useToasts()
  const named = (orders: ReadonlyArray<SettledOrder>) => formats.list(orders.map(({ name }) => name))
  const about = ({ order }: { readonly order: Order }) => order.id
  const unmatch = useAction({
    about,
    run: ({ by, order }: Settled) => undoAll(order.account_id, by.orders),
    stale,
    done: (left, { by }) => {
      const open = by.orders.filter((order) => !left.includes(order))
      list.unsettle(open)
      say(undone.said(named(open), open.length))
      if (left.length > 0) complain(undone.refused(named(left)))
    }
  })
  const resolve = useAction({
    about,
    run: ({ by, order }: { readonly order: Order; readonly by: Settlement }) => {
      const further = by.orders.filter(({ id }) => id !== order.id).map(({ id }) => id)
      return api.post("/conciliation/{requestId}/resolve", {
        path: { requestId: order.id },
        body: { movement_ids: by.movementIds, ...(further.length === 0 ? {} : { request_ids: further }) }
      })
    },
    stale,
    done: (_, settled) => {
      const { by, order } = settled
      list.settle(order, by)
      const isAgain = toldMatchedAt(order) !== undefined
      say(words.settled(named(by.orders), by.orders.length, isAgain), {
        label: actions.undo,
        isOfPage: true,
        about: {
          orders: by.orders.map(({ id }) => id),
          holds: ({ match }) => by.movementIds.some((id) => id === match?.movement_id)
        },
        run: () => unmatch.mutate(settled)
      })
    }
  })
  return { resolve, unmatch, busy: resolve.isPending || unmatch.isPending }
}
