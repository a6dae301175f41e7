/** The end of the worklist: nothing in it needs a person any more. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { buttonLook } from "../../ui/Button.tsx"
import { Empty, Notice } from "../../ui/parts.tsx"

/** What is settled is not all paid: where the rest is. */
const useUnpaidLink = () => {
  const { orders: words } = useWords()
  const { data } = useQuery(queries.summary())
  const unpaid = data === undefined ? 0 : data.not_found - data.needs_person_of.not_found
  return unpaid === 0 ? undefined : (
    <Link to="/orders" search={{ show: "unpaid" }} className={buttonLook("quiet")}>
      {words.unpaidGo(unpaid)}
    </Link>
  )
}

export const AllSettled = () => {
  const { orders: words } = useWords()
  return (
    <Empty icon="check" title={words.emptyOpen} action={useUnpaidLink()}>
      {words.emptyOpenLong}
    </Empty>
  )
}

/** Beside the orders that were settled here: they stay in the list, so that the last of them can be undone. */
export const AllDone = () => {
  const { orders: words } = useWords()
  const unpaid = useUnpaidLink()
  return (
    <div className="mb-4">
      <Notice role="status" tone="good" icon="check" title={words.emptyOpen}>
        <p>{words.emptyOpenLong}</p>
        {unpaid === undefined ? null : <div className="mt-2">{unpaid}</div>}
      </Notice>
    </div>
  )
}
