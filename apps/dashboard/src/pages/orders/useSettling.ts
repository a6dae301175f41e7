/** A person's choice of what pays an order, and its undoing. */
import { api } from "../../api/client.ts"
import type { Order } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import { useAction } from "../../ui/useAction.ts"
import type { Settlement } from "./settlement.ts"
import type { Settled, useWorklist } from "./useWorklist.ts"

const stale = [["orders"], ["movements"], ["deliveries"]]

const setAside = (accountId: string, movementIds: ReadonlyArray<string>, verb: "exclude" | "include") =>
  Promise.all(
    movementIds.map((movementId) =>
      api.post(`/accounts/{accountId}/movements/{movementId}/${verb}`, { path: { accountId, movementId } })
    )
  )

export const useSettling = (list: ReturnType<typeof useWorklist>) => {
  const { actions, orders: words } = useWords()
  const { complain, say } = useToasts()
  const unmatch = useAction({
    run: async ({ by, order }: Settled) => {
      await api.post("/conciliation/{requestId}/unmatch", { path: { requestId: order.id } })
      return setAside(order.account_id, by.aside, "include").then(
        () => true,
        () => false
      )
    },
    stale,
    done: (isWhole, { order }) => {
      list.unsettle(order)
      if (isWhole) say(words.undone(order.external_id))
      else complain(words.beyond.notIncluded(order.external_id))
    }
  })
  const resolve = useAction({
    run: async ({ by, order }: { readonly order: Order; readonly by: Settlement }) => {
      await api.post("/conciliation/{requestId}/resolve", {
        path: { requestId: order.id },
        body: { movement_id: by.movementId }
      })
      // The order is settled: what is left to do is said, and undone with it.
      return setAside(order.account_id, by.aside, "exclude").then(
        () => true,
        () => false
      )
    },
    stale,
    done: (isWhole, settled) => {
      const { external_id: name } = settled.order
      list.settle(settled.order, settled.by)
      if (isWhole) say(words.settled(name), { label: actions.undo, run: () => unmatch.mutate(settled) })
      else complain(words.beyond.notExcluded(name))
    }
  })
  return { resolve, unmatch, busy: resolve.isPending || unmatch.isPending }
}
