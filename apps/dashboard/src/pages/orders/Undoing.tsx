/** Undoing a match that was made before: what it does is said first. */
import { useState } from "react"
import type { Order } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { useAction } from "../../ui/useAction.ts"
import { UndoSays } from "./UndoSays.tsx"
import { undoOrder } from "./undoOrder.ts"
import { othersPaidBy, type Paid } from "./usePaid.ts"

interface Props {
  readonly order: Order
  readonly payments: Paid["payments"]
  readonly onClose: () => void
  readonly onUndone?: () => void
}

export const Undoing = ({ onClose, onUndone, order, payments }: Props) => {
  const { actions, undone: words } = useWords()
  const [forgets, setForgets] = useState(false)
  const undo = useAction({
    run: () => {
      // Kept before it is asked for: the list may hear of it sooner than the answer to all of it is here.
      onUndone?.()
      return undoOrder({ id: order.id, accountId: order.account_id }, forgets)
    },
    said: words.said(order.external_id, 1),
    stale: [["orders"], ["settled"], ["movements"], ["deliveries"], ["payers"]],
    done: () => {
      onUndone?.()
      onClose()
    }
  })
  return (
    <Dialog title={words.title(order.external_id, payments.length)} onClose={onClose}>
      <div className="grid gap-4">
        <UndoSays
          order={order}
          payments={payments}
          others={othersPaidBy(payments)}
          isForgotten={forgets}
          onForget={() => setForgets(true)}
        />
        <div className="flex gap-2">
          <Button look="danger" busy={undo.isPending} onClick={() => undo.mutate()}>
            {words.undo}
          </Button>
          <Button onClick={onClose}>{actions.cancel}</Button>
        </div>
      </div>
    </Dialog>
  )
}
