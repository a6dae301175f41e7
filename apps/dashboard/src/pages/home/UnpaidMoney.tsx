/** Money that came in and that no order explains: a payment that came twice, say, is seen nowhere else. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { mostUnpaid, queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { askedFor, isOfDays } from "../movements/filters.ts"
import { readersDays } from "./days.ts"

export const UnpaidMoney = () => {
  const { home: words } = useWords()
  const [[from]] = useState(() => readersDays(new Date()))
  const filter = { pays: "no", from }
  const { data = [] } = useQuery(queries.unpaidMovements(askedFor(filter)))
  // As many as the list has behind the link.
  const count = data.filter(isOfDays(filter)).length
  if (count === 0) return null
  return (
    <Link to="/movements" search={filter} className="panel flex items-center gap-4 px-5 py-4 hover:border-accent">
      <Icon name="movements" className="size-5 text-muted" />
      <span className="min-w-0">
        <span className="block font-medium">{words.unpaidMoney(count, data.length >= mostUnpaid)}</span>
        <span className="block text-muted">{words.unpaidMoneyLong}</span>
      </span>
    </Link>
  )
}
