/** Who chose an order's payment, and when; or that it was matched by itself. */
import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { Order } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"

export const useSettledBy = () => {
  const words = useWords().orders
  const formats = useFormats()
  const { data: me } = useQuery(queries.me())
  return ({ at, by, by_person: byPerson }: NonNullable<Order["match"]>): string => {
    const when = formats.moment(at)
    if (!byPerson) return words.byRules(when)
    return words.byHand(by === null || by === me?.email ? undefined : by, when)
  }
}
