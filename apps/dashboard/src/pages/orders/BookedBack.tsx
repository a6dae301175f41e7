/** The bank took back what the order is matched with: only a person knows what is to become of it. */
import { api } from "../../api/client.ts"
import type { Order } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

export const BookedBack = ({ order }: { readonly order: Order }) => {
  const words = useWords().undone.bookedBack
  const keep = useAction({
    run: () => api.post("/conciliation/{requestId}/leave", { path: { requestId: order.id }, query: { as: "closed" } }),
    said: words.kept(order.external_id),
    stale: [["orders"], ["settled"], ["activity"]]
  })
  return order.reversed_at === null ? null : (
    <Notice tone="warn" title={words.title}>
      <p>{words.text}</p>
      <Button small className="mt-2" busy={keep.isPending} onClick={() => keep.mutate()}>
        {words.keep}
      </Button>
    </Notice>
  )
}
