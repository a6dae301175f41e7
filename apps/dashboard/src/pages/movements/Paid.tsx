/** Which orders a movement pays, beyond the first, and which it was taken off: when, and by whom. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import type { Movement } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { dotted } from "../../ui/dotted.ts"

export const Paid = ({ movement }: { readonly movement: Movement }) => {
  const words = useWords().movements.paid
  const formats = useFormats()
  const { data: me } = useQuery(queries.me())
  const { data = [] } = useQuery({
    ...queries.ordersOfMovement(movement.id),
    enabled: !movement.amount.startsWith("-")
  })
  const isFirst = (id: string, endedAt: string | null) => endedAt === null && id === movement.pays?.request_id
  const shown = data.filter(({ ended_at: endedAt, request_id: id }) => !isFirst(id, endedAt))
  if (shown.length === 0) return null
  return (
    <section className="mt-4 rounded-xl bg-sunken px-4 py-3" aria-label={words.title}>
      <ul className="grid gap-2">
        {shown.map(
          ({ at, ended_at: endedAt, ended_by: by, external_id: name, request_id: orderId, sender_name: payer }) => (
            <li key={`${orderId} ${at}`}>
              {endedAt === null
                ? words.pays
                : by === null || by === me?.email
                  ? words.takenOffByYou(formats.moment(endedAt))
                  : words.takenOff(by, formats.moment(endedAt))}{" "}
              <Link
                to="/orders/$orderId"
                params={{ orderId }}
                className="font-medium text-accent underline underline-offset-3"
              >
                {dotted([name, payer])}
              </Link>
            </li>
          )
        )}
      </ul>
    </section>
  )
}
