/** Undoing a match that was made before, which teaches and tells nobody: what it does is said first. */
import { api } from "../../api/client.ts"
import type { Order, OrderDetail } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Notice } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

interface Props {
  readonly order: Pick<Order, "id" | "external_id">
  readonly payments: OrderDetail["matches"]
  readonly onClose: () => void
}

export const Undoing = ({ onClose, order, payments }: Props) => {
  const { actions, orders: words } = useWords()
  const formats = useFormats()
  const others = [...new Set(payments.flatMap(({ also_pays: also }) => also.map(({ external_id: name }) => name)))]
  const undo = useAction({
    run: () => api.post("/conciliation/{requestId}/unmatch", { path: { requestId: order.id } }),
    said: words.undone(order.external_id, 1),
    stale: [["orders"], ["settled"], ["movements"], ["deliveries"], ["payers"]],
    done: onClose
  })
  return (
    <Dialog title={words.undoTitle(order.external_id, payments.length)} onClose={onClose}>
      <div className="grid gap-4">
        <ul className="list-disc pl-5">
          {words.undoSays.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {others.length === 0 ? null : <li>{words.undoOthers(formats.list(others))}</li>}
        </ul>
        <Notice tone="warn">{words.undoShop}</Notice>
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
