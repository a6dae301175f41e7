/** A movement that may be one that is known already: those stand beside it, and a person says which it is. */
import { useQuery } from "@tanstack/react-query"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Movement } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { dotted } from "../../ui/dotted.ts"
import { Notice } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { MovementState, payerOf } from "./MovementRow.tsx"

const stale = [["movements"], ["orders"]]

interface HeldProps {
  readonly movement: Movement
  readonly onDone: () => void
}

export const HeldPayment = ({ movement, onDone }: HeldProps) => {
  const words = useWords().movements.held
  const of = { path: { accountId: movement.account_id, movementId: movement.id } }
  const another = useAction({
    run: () => api.post("/accounts/{accountId}/movements/{movementId}/include", of),
    said: words.saidAnother,
    stale,
    done: onDone
  })
  const same = useAction({
    run: () => api.post("/accounts/{accountId}/movements/{movementId}/exclude", of),
    said: words.saidSame,
    stale,
    done: onDone
  })
  const isBusy = another.isPending || same.isPending
  return (
    <>
      <div className="mt-4 grid gap-4">
        <Notice tone="warn" title={words.title}>
          {words.lead}
        </Notice>
        <KnownPayments movement={movement} />
      </div>
      <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
        <Button busy={isBusy} onClick={() => same.mutate()}>
          {words.same}
        </Button>
        <Button busy={isBusy} onClick={() => another.mutate()}>
          {words.another}
        </Button>
        <p className="w-full text-sm text-muted">{words.hint}</p>
      </div>
    </>
  )
}

const KnownPayments = ({ movement }: { readonly movement: Movement }) => {
  const { balance, held: words } = useWords().movements
  const formats = useFormats()
  const { data } = useQuery(queries.mayBe(movement))
  if (data === undefined) return null
  if (data.length === 0) return <p className="text-sm text-muted">{words.notFound}</p>
  return (
    <section aria-label={words.known}>
      <h3 className="mb-2 text-sm font-medium">{words.known}</h3>
      <ul className="grid gap-2">
        {data.map((known) => (
          <li key={known.id} className="grid gap-1 rounded-xl bg-sunken px-4 py-3">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium wrap-anywhere">{payerOf(known)}</span>
              <MovementState movement={known} />
            </span>
            <span className="num text-sm wrap-anywhere text-muted">
              {dotted([
                formats.day(known.booked_date),
                known.description,
                known.balance === null ? "" : `${balance} ${formats.money(known.balance, known.currency)}`
              ])}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
